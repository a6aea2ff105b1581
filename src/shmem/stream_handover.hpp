// Streams of the program's that wait for the CPU, which does what their GPU cannot.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "runtime/job.hpp"
#include "runtime/stream_queue.hpp"
#include "shmem/stream_work.hpp"

namespace penstock::shmem {

// A stream waits for each of its works by itself.
struct StreamHold {
  std::uint32_t number = 0;
  SharedWork work;

  [[nodiscard]] bool over() const noexcept { return work->over(); }
  void end() noexcept {}
};

using StreamQueue = runtime::StreamQueue<StreamWork, StreamHold>;
using CapturedCalls = runtime::CapturedCalls<StreamWork>;

// From the first work on a progress thread runs. With the engine's lock held.
class StreamHandover final {
 public:
  // `again`: for one replay of a graph; else once, in the call.
  using Make = std::function<SharedWork(bool again)>;

  // The job outlives it.
  explicit StreamHandover(runtime::Job& job) : job_(job), progress_(job.engine(), job.log()) {}
  // After drain().
  ~StreamHandover() = default;
  StreamHandover(const StreamHandover&) = delete;
  StreamHandover& operator=(const StreamHandover&) = delete;

  // What the stream, of that device, has behind it begins when the work is over; with each replay, if the stream is captured.
  // The lock is released meanwhile. After a failure nobody does the work.
  Status give(int device, void* stream, Make make);
  // From now on, while the program waits for its streams, the progress thread serves peers, whose streams may wait for that.
  Status serve();
  // Blocks until nothing is under way. Graphs are launched no more.
  void drain();

 private:
  class Progress final : public runtime::StreamProgress<StreamQueue, CapturedCalls> {
   public:
    using runtime::StreamProgress<StreamQueue, CapturedCalls>::StreamProgress;
    ~Progress() override = default;
  };

  Status help();
  Status find_queue(int device, void* stream, std::shared_ptr<StreamQueue>* out);
  Status give_once(const std::shared_ptr<StreamQueue>& queue, const Make& make);
  Status capture(const std::shared_ptr<StreamQueue>& queue, std::uint64_t capture, Make make);

  runtime::Job& job_;
  Progress progress_;
  bool helped_ = false;
  bool serves_ = false;
  std::map<std::pair<int, void*>, std::shared_ptr<StreamQueue>> queues_;  // a handle may be that of another stream by now
};

}  // namespace penstock::shmem
