// This header has work of a device that is more than one copy or kernel.
#pragma once

#include <cstddef>

#include "base/status.hpp"

namespace penstock::accel {

class Queue;

// ForeignWork is work that another library enqueues on a stream.
class ForeignWork {
 public:
  ForeignWork() = default;
  ForeignWork(const ForeignWork&) = delete;
  ForeignWork& operator=(const ForeignWork&) = delete;
  virtual ~ForeignWork() = default;
  // Enqueues on `stream`, a CUstream, in the context of its device, without waiting for the device. After a failure no part of
  // the work runs, now or later.
  virtual Status enqueue(void* stream) = 0;
};

// Beside is work on a thread of its own, which may wait for other processes. If the object is destroyed before the work is
// over, the work continues and nobody waits for it.
class Beside {
 public:
  Beside() = default;
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  virtual ~Beside() = default;
  [[nodiscard]] virtual bool over() const noexcept = 0;
  // May be called once the work is over.
  [[nodiscard]] virtual Status& status() noexcept = 0;
};

// A graph is work of a device that is launched as a whole, any number of times, by one driver call (Queues::launch_graph()).
class Graph {
 public:
  virtual ~Graph() = default;
  // Adds a branch. Work enqueued on it goes into the graph: nothing runs, and tickets are done at once. Work of one branch runs
  // in order, that of several branches concurrently. Copies use the copy engine. No work may be added after close(); the branch
  // lives as long as the graph.
  [[nodiscard]] virtual Queue& add_branch() = 0;
  // Returns the number of kernels and copies in the graph.
  [[nodiscard]] virtual std::size_t parts() const noexcept = 0;
  // Instantiates the graph, which can then be launched.
  virtual Status close() = 0;
};

}  // namespace penstock::accel
