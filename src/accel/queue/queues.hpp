// Queues has the queues of all devices, and waits for their work.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "accel/queue/queue.hpp"
#include "accel/queue/work.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class Queues {
 public:
  Queues() = default;
  Queues(const Queues&) = delete;
  Queues& operator=(const Queues&) = delete;
  virtual ~Queues() = default;

  // Queues are few, made on first use and shared; `queue_index` spreads independent operations over them (taken modulo
  // kQueues).
  static constexpr unsigned kQueues = 5;
  // This queue is separate from the others, for work that may wait on the device for other processes.
  static constexpr unsigned kWaitingQueue = ~0U;
  virtual Status queue(int device, unsigned queue_index, Queue** out) = 0;
  // Loads the kernel, so that queues of `device` can launch it.
  virtual Status find_kernel(int device, std::string_view name) = 0;

  // Makes an empty graph of `device`, which must be destroyed before Accel.
  virtual Status make_graph(int device, std::unique_ptr<Graph>* out) = 0;
  // Launches a closed graph of this device on the queue. The graph must outlive the ticket and must not be running.
  virtual Status launch_graph(int device, unsigned queue_index, Graph& graph, Ticket* out) = 0;
  // Enqueues the work of another library, by one call of `work` within this call.
  virtual Status enqueue_foreign(int device, unsigned queue_index, ForeignWork& work, Ticket* out) = 0;
  // Runs `work`, which owns the data that it uses, on another thread in the context of `device`.
  virtual Status run_beside(int device, std::function<Status()> work, std::unique_ptr<Beside>* out) = 0;

  // Makes all work enqueued later on any queue of `device` wait for the default stream that PENSTOCK_SYNC_STREAM names; with
  // `none` it has no effect. The call never blocks.
  virtual Status order_after_application(int device) = 0;
  // With PENSTOCK_CHECK, warns once if the (legacy) default stream of `device` is busy, since a transfer that begins now does
  // not wait for its work. Without PENSTOCK_CHECK, or if PENSTOCK_SYNC_STREAM=legacy makes transfers wait, it makes no driver
  // call.
  virtual Status check_application(int device) = 0;
  // Queues of `device` are about to copy the managed memory [address, address + bytes): their later work waits until pages that
  // are elsewhere have been prefetched (PENSTOCK_MANAGED_PREFETCH). The call never blocks and only affects performance. A
  // failure is returned once, and nothing is prefetched to that device afterwards.
  virtual Status bring(const void* address, std::size_t bytes, int device) = 0;

  // Tests a ticket, usually by one load of host memory, and submits the work that the queue held back. A failure of the device
  // since then is returned here, within bounded time.
  virtual Status test(const Ticket& ticket, Progress* out) = 0;
  // Blocks (spinning, then sleeping) until the ticket is done.
  virtual Status wait(const Ticket& ticket) = 0;
  // Copies a few bytes synchronously between any two addresses of this process.
  virtual Status copy_now(void* destination, const void* source, std::size_t bytes) = 0;

  // Returns true if tend() has work to do. It makes no call.
  [[nodiscard]] bool restless() const noexcept { return restless_; }
  // Prepares for later copies; called when the caller would otherwise only wait.
  virtual void tend() = 0;

 protected:
  bool restless_ = false;
};

}  // namespace penstock::accel
