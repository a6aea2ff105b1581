// Threads on which accesses to files go on while the program does something else.
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

// Its threads are as threads of the program that call the library: each takes the engine's lock for a piece of work, which
// releases it while the system works, and wakes whoever waits when the work is over.
class Worker {
 public:
  // The engine outlives it.
  explicit Worker(proto::Engine& engine) noexcept : engine_(engine) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  // All work is over. In the process that has made it: a forked child has no such threads.
  ~Worker();

  // Within a call of the program, with the engine's lock held. Pieces begin in the order of their calls, some at a time. The
  // first one starts a thread, after which every call of the process takes the lock. `work` runs with the lock held and throws
  // nothing. Code::kSystem: there is no thread, and nothing was begun.
  Status add(std::function<void()> work);
  // Blocks until all work is over. With the engine's lock held.
  void drain();

 private:
  static constexpr std::size_t kMostThreads = 2;

  static void* begin(void* worker);
  void run();
  bool take(std::function<void()>* out);
  Status start_one();

  proto::Engine& engine_;
  std::vector<pthread_t> threads_;
  std::size_t under_way_ = 0;  // with the engine's lock: pieces that are not over

  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool ends_ = false;
};

}  // namespace penstock::io
