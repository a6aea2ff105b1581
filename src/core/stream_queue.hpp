// What is put on streams of the program's: operations that begin when their stream comes to them, and what streams wait for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "accel/accel.hpp"
#include "accel/program_queue.hpp"
#include "accel/program_stream.hpp"
#include "base/status.hpp"
#include "core/comm.hpp"
#include "core/handle_table.hpp"
#include "core/late_status.hpp"
#include "core/request.hpp"
#include "core/stream.hpp"
#include "proto/engine/early_matching.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

class TakenMessage;  // stream_messages.hpp

// One operation, in the engine's order of matching since it was made. All is called with the engine's lock held.
class StreamOperation {
 public:
  explicit StreamOperation(Comm& comm) : comm_(Ref<Comm>::share(comm)) {}
  StreamOperation(const StreamOperation&) = delete;
  StreamOperation& operator=(const StreamOperation&) = delete;
  virtual ~StreamOperation() = default;

  [[nodiscard]] Comm& comm() const noexcept { return *comm_; }
  [[nodiscard]] bool over() const noexcept { return over_; }
  // Once over.
  [[nodiscard]] const Outcome& outcome() const noexcept { return outcome_; }
  [[nodiscard]] const Status& status() const noexcept { return status_; }

  // Before that, as soon as all in front of it has: true, when nothing is left that it need know before its stream comes to it.
  virtual bool decide() { return true; }
  // Of a request: the host waits for it, or looks whether it is over.
  virtual void host_waits() noexcept {}
  // Of a request that the stream is to wait for: what a kernel does it for; null: none can.
  virtual std::shared_ptr<TakenMessage> for_kernel() { return nullptr; }
  // Over when the stream has come to it: it need not wait.
  [[nodiscard]] virtual bool passes() const noexcept { return false; }
  // The stream has come to it: its buffers may be used. False: not yet, by the library's own order; asked again.
  virtual bool begin() = 0;
  // One look after begin(); true if it is over by now.
  bool advance() {
    if (!over_) over_ = move();
    return over_;
  }

  std::uint32_t number = 0;  // its stream's, when it comes to it

 protected:
  // Goes on; true when over.
  virtual bool move() = 0;
  void end(const Outcome& outcome, Status&& status) noexcept {
    outcome_ = outcome;
    if (status_.is_ok()) status_ = std::move(status);
  }

 private:
  Ref<Comm> comm_;
  bool over_ = false;
  Outcome outcome_;
  Status status_;
};
using SharedOperation = std::shared_ptr<StreamOperation>;

// What one call lets a stream wait for.
struct StreamWait {
  std::uint32_t number = 0;  // ProgramStream::next_hold()
  SharedOperation passing;   // without a status of its own, and it tells its failures itself; null: none
  std::vector<SharedOperation> operations;
  std::vector<LateStatus> statuses;  // one for each, or none
};

// One stream of the program's.
class StreamQueue {
 public:
  StreamQueue(std::unique_ptr<accel::ProgramStream> stream, std::unique_ptr<accel::ProgramQueue> work) noexcept
      : stream_(std::move(stream)), work_(std::move(work)) {}

  [[nodiscard]] accel::ProgramStream& stream() noexcept { return *stream_; }
  // The same stream, for what the library gives it to do itself.
  [[nodiscard]] accel::ProgramQueue& work() noexcept { return *work_; }
  // Held while a call puts something on the stream, without the engine's lock around the driver's calls, which may wait for
  // room that only progress makes. Taken without the engine's lock, which whoever has it asks for.
  [[nodiscard]] std::mutex& turn() noexcept { return turn_; }

  // With the engine's lock.
  void add(SharedOperation operation) { pending_.push_back(std::move(operation)); }
  void add(StreamWait wait) { waits_.push_back(std::move(wait)); }
  [[nodiscard]] bool idle() const noexcept { return pending_.empty() && begun_.empty() && waits_.empty(); }
  // Whether something of the communicator is under way.
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;
  // Begins, ends and releases what it can; true if anything changed.
  bool step();
  bool listed = false;  // Streams looks at it

 private:
  bool decide_pending();
  bool begin_reached();
  bool advance_begun();
  bool release_waits();

  std::unique_ptr<accel::ProgramStream> stream_;
  std::unique_ptr<accel::ProgramQueue> work_;
  std::mutex turn_;
  std::deque<SharedOperation> pending_;  // in the stream's order
  std::size_t decided_ = 0;              // of them, from the first on
  std::vector<SharedOperation> begun_;
  std::deque<StreamWait> waits_;
};

// A failure of what nobody waits for on the host: told to the communicator, or the end of the job where its handler says so.
void tell_failure(Comm& comm, const Status& failure);

class CapturedCalls;  // captured.hpp
class GivenMessages;  // stream_messages.hpp
class StreamGroup;    // stream_team.hpp

// All streams of a process, and the progress of what is on them.
class Streams final : public proto::Progressor {
 public:
  Streams(proto::Engine& engine, proto::EarlyMatching& matching, Log& log);
  ~Streams() override;
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  [[nodiscard]] HandleTable<Stream>& table() noexcept { return table_; }
  [[nodiscard]] proto::EarlyMatching& matching() noexcept { return matching_; }
  [[nodiscard]] GivenMessages& given() noexcept { return *given_; }
  // Something was put on the queue.
  void look_after(std::shared_ptr<StreamQueue> queue);
  // Until the graph of the capture is gone.
  void look_after(std::shared_ptr<CapturedCalls> captured);
  // What that capture has of the stream so far; null: nothing.
  [[nodiscard]] std::shared_ptr<CapturedCalls> captured_of(const StreamQueue& queue, std::uint64_t capture) const;
  // Nothing is under way. Graphs may be launched yet.
  [[nodiscard]] bool idle() const noexcept;
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;
  bool advance() override;
  // The same memory of the device at each call, of at least `bytes` at the first; null where there is none. Lives as long as
  // the engine: freeing memory would wait for streams that wait.
  [[nodiscard]] std::byte* memory_of(int device, std::size_t bytes);
  // Those whose communicators may have collectives from GPU to GPU; the newest first. They stay, as others have their memory.
  [[nodiscard]] std::vector<std::shared_ptr<StreamGroup>>& groups() noexcept { return groups_; }

 private:
  void poll();
  void catch_up();

  proto::Engine& engine_;
  proto::EarlyMatching& matching_;
  Log& log_;
  std::map<int, accel::Memory> memory_;
  std::vector<std::shared_ptr<StreamGroup>> groups_;
  std::unique_ptr<GivenMessages> given_;
  HandleTable<Stream> table_;
  std::vector<std::shared_ptr<StreamQueue>> busy_;
  std::vector<std::shared_ptr<CapturedCalls>> captured_;
  bool polling_ = false;
};

// The process's, made when it is first asked for.
[[nodiscard]] Status need_streams(Process& process, Streams** out);
// Blocks until nothing is left on streams.
void drain_streams(Process& process);

}  // namespace penstock::core
