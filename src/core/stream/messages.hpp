// Messages of little data between streams that no CPU moves: the sender's stream gives them to a box on the receiver's GPU, and
// the receiver's stream takes them from there (runtime/stream_messages.hpp). They are matched as all others are; whoever
// receives in another way has the same message by the CPU. How: docs/design/streams.md.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "accel/program/program_stream.hpp"
#include "core/stream/enqueue.hpp"
#include "core/stream/operations.hpp"
#include "core/stream/team.hpp"
#include "proto/contract/early_matching.hpp"
#include "runtime/stream_messages.hpp"

namespace penstock::core {

// A message that lies in a box, from its promise on until neither side needs the box any more.
struct Given {
  Given(Comm& of, std::shared_ptr<StreamGroup> in) noexcept : comm(Ref<Comm>::share(of)), group(std::move(in)) {}
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given() {
    drop(sending);
    if (lent) group->messages().give_back(box);
  }
  [[nodiscard]] bool awaits_answer() const noexcept { return answer == Answer::kNone; }

  // What the receiver has said: that its stream takes it, or that the CPU is to send it.
  enum class Answer : std::uint8_t { kNone, kTaken, kWanted };
  Ref<Comm> comm;  // until it is taken or sent
  std::shared_ptr<StreamGroup> group;
  runtime::StreamMessages::Box box;
  std::uint64_t bytes = 0;
  proto::Context data = 0;
  int peer = 0;  // in the job
  int tag = 0;
  bool lent = false;
  bool there = false;  // its stream has come to it
  Answer answer = Answer::kNone;
  proto::Operation* sending = nullptr;
  std::vector<std::byte> message;  // of one that the CPU sends
};
using SharedGiven = std::shared_ptr<Given>;

// Those whose receivers may still say something of them, and those that the CPU sends. With the engine's lock held. Failures
// are told to their communicators.
class GivenMessages final : public proto::PromiseListener {
 public:
  explicit GivenMessages(proto::EarlyMatching& matching) noexcept : matching_(matching) { matching_.listen(this); }
  GivenMessages(const GivenMessages&) = delete;
  GivenMessages& operator=(const GivenMessages&) = delete;
  ~GivenMessages() { matching_.listen(nullptr); }

  void add(const SharedGiven& given);
  // Its stream has come to it.
  void reached(const SharedGiven& given);
  void promise_taken(int peer, proto::Context data) override;
  void promise_place_free(int peer, proto::Context data) override;
  void list_awaited(std::vector<int>* out) const override;
  void promises_lost(int peer, const Status& why) override;

  // A round; true if anything changed.
  bool step();
  // No receiver has yet to say how it takes a message, and none is being sent.
  [[nodiscard]] bool idle() const noexcept { return unanswered_ == 0 && wanted_.empty(); }
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;

 private:
  bool send(Given& given);

  proto::EarlyMatching& matching_;
  using Map = std::unordered_map<proto::Context, SharedGiven>;
  Map given_;
  std::vector<Map::node_type> spare_;  // memory for more of them
  std::size_t unanswered_ = 0;         // of these
  std::vector<SharedGiven> wanted_;    // there, and to be sent or being sent
  std::vector<Ref<Comm>> left_;        // by those that need them no more; released in the next round
};

// A send whose stream has given the message away when it comes here, and waits for nothing.
class StreamGive final : public StreamOperation {
 public:
  StreamGive(Comm& comm, SharedGiven given) : StreamOperation(comm), given_(std::move(given)) {}
  bool begin() override;
  [[nodiscard]] bool passes() const noexcept override { return true; }

 private:
  bool move() override {
    end(kEmptyOutcome, Status::ok());
    return true;
  }

  SharedGiven given_;
};

// A receive, matched at once. Its message is taken by a kernel, if one stays for it and the message lies in a box; else the CPU
// receives it when the stream has come there.
class TakenMessage {
 public:
  TakenMessage(Comm& comm, const Half& in, std::shared_ptr<StreamGroup> group)
      : recv_(comm, in), address_(in.buffer.address), bytes_(in.buffer.bytes()), group_(std::move(group)) {}
  TakenMessage(const TakenMessage&) = delete;
  TakenMessage& operator=(const TakenMessage&) = delete;
  ~TakenMessage() { drop_card(); }

  [[nodiscard]] Comm& comm() const noexcept { return recv_.comm(); }
  // After a failure there is no receive, and a kernel that has its card leaves.
  [[nodiscard]] Status match();

  // For a kernel to come. Where the program wants a status, it is written before that leaves, which tells failures, too. False:
  // all cards are in use.
  [[nodiscard]] bool take_card(LateStatus status);
  // There is no such kernel after all, or it has left.
  void drop_card() noexcept;
  [[nodiscard]] bool has_card() const noexcept { return card_ != nullptr; }
  [[nodiscard]] kernels::TakenMessage for_kernel() const noexcept;

  // As soon as it is known where the message is, the kernel is told, whether the stream has come there or not.
  bool decide();
  // Without a card: true if the CPU receives it. A message that lies in a box is left for a kernel, unless the host waits.
  bool decide_for_cpu(bool host_waits);
  // When the stream has come there, of one decided upon. True once it is received, or left to the kernel.
  bool move();
  // What is there when a kernel is not, once moved.
  [[nodiscard]] const Outcome& outcome() const noexcept { return recv_.outcome(); }
  [[nodiscard]] const Status& status() const noexcept { return recv_.status(); }
  // The kernel waits for a sender that is lost no longer.
  void look_for_loss();
  // The kernel has left.
  void end();
  [[nodiscard]] bool ended() const noexcept { return ended_; }

 private:
  enum class By : std::uint8_t { kNobody, kKernel, kCpu };
  [[nodiscard]] bool find_box(std::uint32_t* box);
  void take(std::uint32_t box);
  void leave(const Outcome& outcome, const Status& status);

  StreamRecv recv_;
  void* address_;
  std::uint64_t bytes_;
  std::shared_ptr<StreamGroup> group_;
  kernels::MessageCard* card_ = nullptr;
  LateStatus status_{MPI_STATUS_IGNORE};
  By by_ = By::kNobody;
  bool left_ = false;  // a kernel need not stay
  bool ended_ = false;
  proto::PromisedMessage message_;
};
using SharedMessage = std::shared_ptr<TakenMessage>;

// A kernel on the stream that stays for messages.
class StreamTake final : public StreamOperation {
 public:
  // It tells `passed` as its last act. All messages have cards.
  StreamTake(std::vector<SharedMessage> messages, const accel::ProgramStream& stream, std::uint32_t passed)
      : StreamOperation(messages.front()->comm()), messages_(std::move(messages)), stream_(stream), passed_(passed) {}
  bool decide() override;
  bool begin() override { return true; }

 private:
  bool move() override;

  std::vector<SharedMessage> messages_;
  const accel::ProgramStream& stream_;
  std::uint32_t passed_;
};

// A receive of a request, until it is waited for: on the stream by a kernel, where its message may lie in a box; on the host.
class StreamLater final : public StreamOperation {
 public:
  StreamLater(Comm& comm, SharedMessage message) : StreamOperation(comm), message_(std::move(message)) {}
  bool begin() override { return true; }
  void host_waits() noexcept override { host_waits_ = true; }
  SharedMessage for_kernel() override { return message_->has_card() || message_->decide_for_cpu(false) ? nullptr : message_; }

 private:
  bool move() override;

  SharedMessage message_;
  bool host_waits_ = false;
};

// The forms of a send and of a receive within a turn that is no capture: false, where they go by the CPU. The stream waits for
// nothing behind them. `out`: a request has it, and the host may wait for it, or the stream, by take_on_device() for a receive;
// null: the stream goes on when it is over.
[[nodiscard]] bool send_on_device(Comm& comm, StreamTurn& turn, const Half& half, SharedOperation* out, Status* done);
[[nodiscard]] bool recv_on_device(Comm& comm, StreamTurn& turn, const Half& half, LateStatus status, SharedOperation* out,
                                  Status* done);
// The stream goes on when all have been taken or received. They have cards.
[[nodiscard]] Status take_on_device(StreamTurn& turn, std::span<const SharedMessage> messages);

}  // namespace penstock::core
