// The threads that run nonblocking accesses to files.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::io {

// A thread of the worker behaves like an application thread that calls the library: it takes the engine's lock for each piece
// of work, the work releases the lock during system calls, and the thread wakes the waiting threads when the work is complete.
class Worker {
 public:
  // The engine must outlive the worker.
  explicit Worker(proto::Engine& engine) noexcept : engine_(engine) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  // All work must be complete. Only the process that made the worker may destroy it: a forked child does not have the threads.
  ~Worker();

  // Called within an MPI call, with the engine's lock held. Pieces of work begin in the order of the calls, and several may run
  // at the same time. The first call starts a thread; from then on every MPI call of the process takes the lock. `work` runs
  // with the lock held and must not throw. Code::kSystem: no thread could be started, and the work will not run.
  Status add(std::function<void()> work);
  // Blocks until all work is complete. The caller holds the engine's lock.
  void drain();

 private:
  static constexpr std::size_t kMostThreads = 2;

  static void* begin(void* worker);
  void run();
  bool take(std::function<void()>* out);
  Status start_one();

  proto::Engine& engine_;
  std::vector<pthread_t> threads_;
  std::size_t under_way_ = 0;  // pieces that are not complete; the engine's lock protects it

  std::mutex mutex_;  // protects the members below
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool ends_ = false;
};

}  // namespace penstock::io
