// Messages of little data between streams that no CPU moves: the sender's stream gives them to a box on the receiver's GPU, and
// the receiver's stream takes them from there (runtime/stream_messages.hpp). They are matched as all others are; whoever
// receives in another way has the same message by the CPU. How: docs/design/streams.md.
#pragma once

#include <memory>
#include <unordered_map>

#include "accel/program_stream.hpp"
#include "core/enqueue.hpp"
#include "core/stream_operations.hpp"
#include "core/stream_team.hpp"
#include "proto/engine/early_matching.hpp"
#include "runtime/stream_messages.hpp"

namespace penstock::core {

// A message that lies in a box, from its promise on until neither side needs the box any more.
struct Given {
  explicit Given(std::shared_ptr<StreamGroup> of) noexcept : group(std::move(of)) {}
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given() {
    if (lent) group->messages().give_back(box);
  }

  std::shared_ptr<StreamGroup> group;
  runtime::StreamMessages::Box box;
  bool lent = false;
  int peer = 0;  // in the job
  int tag = 0;
  proto::Context data = 0;
  bool taken = false;  // the receiver's stream takes it
  bool sent = false;   // the CPU has sent it
};

// Those whose receivers may still say something of them. With the engine's lock held.
class GivenMessages final : public proto::PromiseListener {
 public:
  explicit GivenMessages(proto::EarlyMatching& matching) noexcept : matching_(matching) { matching_.listen(this); }
  GivenMessages(const GivenMessages&) = delete;
  GivenMessages& operator=(const GivenMessages&) = delete;
  ~GivenMessages() { matching_.listen(nullptr); }

  void add(const std::shared_ptr<Given>& given) { given_.emplace(given->data, given); }
  void promise_taken(int peer, proto::Context data) override;
  void promise_place_free(int peer, proto::Context data) override;

 private:
  proto::EarlyMatching& matching_;
  std::unordered_map<proto::Context, std::shared_ptr<Given>> given_;
};

// A send whose stream has given the message away when it comes here, and waits for nothing. A receiver that does not take it
// from its box gets it by the CPU, from a copy. It tells its failure itself.
class StreamGive final : public StreamOperation {
 public:
  StreamGive(Comm& comm, std::shared_ptr<Given> given, std::uint64_t bytes)
      : StreamOperation(comm), given_(std::move(given)), bytes_(bytes) {}
  ~StreamGive() override;
  bool begin() override;

 private:
  bool move() override;

  void end_with(const Status& status);

  std::shared_ptr<Given> given_;
  std::uint64_t bytes_;
  proto::Operation* sending_ = nullptr;
};

// A receive for which a kernel stays on the stream: it takes the message from its box, or leaves when the CPU has received it.
// As soon as it is known where the message is, the kernel is told, whether the stream has come there or not. The status is
// written before the stream goes on; it tells its failure itself.
class StreamTake final : public StreamOperation {
 public:
  StreamTake(Comm& comm, const Half& in, std::shared_ptr<StreamGroup> group, kernels::MessageCard* card, MPI_Status* status)
      : StreamOperation(comm),
        recv_(comm, in),
        bytes_(in.buffer.bytes()),
        group_(std::move(group)),
        card_(card),
        status_(status) {}
  ~StreamTake() override { group_->messages().give_back(card_); }

  // The kernel has been given to the stream, and tells the number as its last act.
  void runs_on(const accel::ProgramStream& stream, std::uint32_t passed) noexcept {
    stream_ = &stream;
    passed_ = passed;
  }
  // After a failure there is no receive, and the kernel leaves.
  [[nodiscard]] Status match();
  bool decide() override;
  bool begin() override { return true; }

 private:
  enum class By : std::uint8_t { kNobody, kKernel, kCpu };
  bool move() override;
  [[nodiscard]] bool find_box(std::uint32_t* box);
  void take(std::uint32_t box);
  void look_for_loss();
  void leave(const Outcome& outcome, const Status& status);

  StreamRecv recv_;
  std::uint64_t bytes_;
  std::shared_ptr<StreamGroup> group_;
  kernels::MessageCard* card_;
  MPI_Status* status_;
  const accel::ProgramStream* stream_ = nullptr;  // null: no kernel
  std::uint32_t passed_ = 0;
  By by_ = By::kNobody;
  bool left_ = false;  // the kernel need not stay
  proto::PromisedMessage message_;
};

// The forms of a blocking send and receive within a turn that is no capture: false, where they go by the CPU. The stream waits
// for nothing behind them.
[[nodiscard]] bool send_on_device(Comm& comm, StreamTurn& turn, const Half& out, Status* done);
[[nodiscard]] bool recv_on_device(Comm& comm, StreamTurn& turn, const Half& in, MPI_Status* status, Status* done);

}  // namespace penstock::core
