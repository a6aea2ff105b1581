// Streams: each has a thread that executes its operations in order, held back by seeded random delays, so that missing
// synchronisation shows.
#pragma once

#include <cuda.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "context.hpp"
#include "fibre.hpp"

namespace penstock::fakecuda {

struct Stream;

// The parts of a stream's thread that an operation may use.
struct Worker {
  FibrePool& fibres;
  const std::atomic<bool>& stop;  // the process exits: return
};
using Action = std::function<CUresult(Worker&)>;

// Operation number `sequence` of a stream.
struct Mark {
  std::shared_ptr<Stream> stream;
  std::uint64_t sequence = 0;
};

struct Operation {
  std::vector<Mark> after;
  Action action;
  bool delayed = true;
};

// The board's mutex protects it, except members that only its thread uses.
struct Stream {
  Context* context = nullptr;
  bool blocking = true;  // orders itself with the legacy default stream
  std::uint64_t number = 0;
  std::uint64_t submitted = 0;
  std::uint64_t completed = 0;
  std::deque<Operation> queue;
  bool serving = false;  // its thread runs
  bool destroyed = false;
  std::condition_variable wake;
  std::minstd_rand random;
  // Only its thread uses these. They are not on that thread's stack, so that a forked child, which
  // lacks the thread, leaks nothing.
  Operation current;
  FibrePool fibres;
};

// All streams of the process. Any thread may call these functions.
class Board {
 public:
  enum class Default { kLegacy, kNone };

  // Makes a stream; a legacy default stream is not listed by handle.
  std::shared_ptr<Stream> add(Context& context, Default which, bool blocking = true);
  // Finds a stream by its handle, or one of the default streams of `current` (null, CU_STREAM_LEGACY,
  // CU_STREAM_PER_THREAD). Null if unknown.
  std::shared_ptr<Stream> find(CUstream handle, Context& current);
  // Work that is in it already still runs.
  bool remove(CUstream handle);
  void remove_all(const Context& context);

  // A capturing stream takes the operation into its graph. Otherwise the operation is appended; it runs after everything before
  // it in its stream, after `after`, and, if the legacy default stream requires it, after other streams of the context.
  // `delayed` false: bookkeeping that takes no time on a GPU.
  Mark enqueue(const std::shared_ptr<Stream>& stream, Action action, std::vector<Mark> after = {}, bool delayed = true);
  [[nodiscard]] bool done(const Mark& mark);
  void wait(const Mark& mark);
  // True if everything that `stream` orders itself after is done too.
  [[nodiscard]] bool idle(const Stream& stream);
  // Blocks until all work of the context so far is done.
  void drain(const Context& context);
  // Starts no further operation; running ones are waited for, within limits. It is called at exit.
  void stop();

 private:
  void serve(const std::shared_ptr<Stream>& stream);
  // Makes the next operation of `stream` its current one, once it may run; false when its thread should end.
  bool next(std::unique_lock<std::mutex>& lock, Stream& stream);
  void start(const std::shared_ptr<Stream>& stream);
  [[nodiscard]] std::vector<std::shared_ptr<Stream>>::iterator named(CUstream handle);
  [[nodiscard]] std::vector<std::shared_ptr<Stream>> ordered_before(const Stream& stream);

  std::mutex mutex_;
  std::condition_variable progress_;  // an operation has completed, or stop()
  std::atomic<bool> stopping_{false};
  int executing_ = 0;
  std::uint64_t made_ = 0;
  std::vector<std::shared_ptr<Stream>> streams_;  // a destroyed stream stays until its work is done
  std::map<std::pair<std::thread::id, const Context*>, std::shared_ptr<Stream>> per_thread_;
};

// The current context and a stream that a call names; a destroyed or foreign handle gives CUDA_ERROR_INVALID_HANDLE.
CUresult resolve(CUstream handle, Context** context, std::shared_ptr<Stream>* stream);

}  // namespace penstock::fakecuda
