// What is put on streams of the program's: operations that begin when their stream comes to them, and what streams wait for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "accel/program/program_queue.hpp"
#include "accel/program/program_stream.hpp"
#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/handle_table.hpp"
#include "core/p2p/request.hpp"
#include "core/stream/late_status.hpp"
#include "core/stream/stream.hpp"
#include "proto/contract/early_matching.hpp"
#include "proto/engine/engine.hpp"
#include "runtime/stream_queue.hpp"

namespace penstock::core {

class TakenMessage;  // stream/messages.hpp

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
  // Once over, of what nobody waits for on the host.
  void report();

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
  std::size_t ended = 0;             // so many of them, from the first on

  [[nodiscard]] bool over();
  void end();
};

// One stream of the program's.
class StreamQueue final : public runtime::StreamQueue<StreamOperation, StreamWait> {
 public:
  StreamQueue(std::unique_ptr<accel::ProgramStream> stream, std::unique_ptr<accel::ProgramQueue> work) noexcept
      : runtime::StreamQueue<StreamOperation, StreamWait>(std::move(stream)), work_(std::move(work)) {}

  // The same stream, for what the library gives it to do itself.
  [[nodiscard]] accel::ProgramQueue& work() noexcept { return *work_; }
  // Whether something of the communicator is under way.
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;

 private:
  std::unique_ptr<accel::ProgramQueue> work_;
};

// A failure of what nobody waits for on the host: told to the communicator, or the end of the job where its handler says so.
void tell_failure(Comm& comm, const Status& failure);

class CapturedCalls;  // stream/captured.hpp
class GivenMessages;  // stream/messages.hpp
class StreamGroup;    // stream/team.hpp

// All streams of a process, and the progress of what is on them.
class Streams final : public runtime::StreamProgress<StreamQueue, CapturedCalls> {
 public:
  Streams(proto::Engine& engine, Log& log);
  ~Streams() override;

  [[nodiscard]] HandleTable<Stream>& table() noexcept { return table_; }
  [[nodiscard]] proto::EarlyMatching& matching() noexcept { return matching_; }
  [[nodiscard]] GivenMessages& given() noexcept { return *given_; }
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;
  // The same memory of the device at each call, of at least `bytes` at the first; null where there is none. Lives as long as
  // the engine: freeing memory would wait for streams that wait.
  [[nodiscard]] std::byte* memory_of(int device, std::size_t bytes);
  // Those whose communicators may have collectives from GPU to GPU; the newest first. They stay, as others have their memory.
  [[nodiscard]] std::vector<std::shared_ptr<StreamGroup>>& groups() noexcept { return groups_; }

 private:
  bool step_more() override;
  [[nodiscard]] bool has_more() const noexcept override;

  proto::EarlyMatching& matching_;
  std::map<int, accel::Memory> memory_;
  std::vector<std::shared_ptr<StreamGroup>> groups_;
  std::unique_ptr<GivenMessages> given_;
  HandleTable<Stream> table_;
};

// The process's, made when it is first asked for.
[[nodiscard]] Status need_streams(Instance& instance, Streams** out);
// Null: there are none.
[[nodiscard]] Streams* streams_of(const Instance& instance) noexcept;

}  // namespace penstock::core
