// The kinds of operations that streams have.
#pragma once

#include <functional>
#include <utility>

#include "core/collective/collective.hpp"
#include "core/p2p/sendrecv.hpp"
#include "core/stream/queue.hpp"

namespace penstock::core {

// Of what the engine does for one of them.
void drop(proto::Operation*& operation) noexcept;
[[nodiscard]] Status status_of(const proto::Operation& operation);

// A send that is promised when it is matched, and sent when the stream has come to it. Without match() it is then matched, too.
class StreamSend final : public StreamOperation {
 public:
  StreamSend(Comm& comm, const Half& out);
  ~StreamSend() override;
  [[nodiscard]] Status match();
  bool begin() override;

 private:
  bool move() override;

  Half half_;
  Ref<Datatype> datatype_;
  proto::Context promised_ = 0;
  proto::Operation* sending_ = nullptr;
};

// A receive that takes its message as soon as it can from match() on, and moves it when the stream has come to it. Without
// match() it is matched then.
class StreamRecv final : public StreamOperation {
 public:
  StreamRecv(Comm& comm, const Half& in);
  ~StreamRecv() override;
  [[nodiscard]] Status match();
  // Of match(), until move(): done when it has its message.
  [[nodiscard]] const proto::Operation* expecting() const noexcept { return expecting_; }
  // The message stays where it was promised to come, and is received otherwise: for this one that is all.
  [[nodiscard]] Status leave_in_place();
  bool begin() override;

 private:
  bool move() override;
  // The message is there: receives it.
  [[nodiscard]] Status take();

  Half half_;
  Ref<Datatype> datatype_;
  proto::Operation* expecting_ = nullptr;
  proto::Operation* receiving_ = nullptr;
};

// A collective that has its number when it is made, and begins when the stream has come to it.
class StreamCollective final : public StreamOperation {
 public:
  // `comm`: the program's, which keeps the one that the collective was made on.
  StreamCollective(Comm& comm, Comm& on, Collective&& collective) noexcept
      : StreamOperation(comm), on_(on), collective_(std::move(collective)) {}
  ~StreamCollective() override;
  bool begin() override;

 private:
  bool move() override;

  Comm& on_;
  Collective collective_;
};

// Something that the CPU does at once when the stream has come to it; or nothing, to learn that it has.
class StreamHostStep final : public StreamOperation {
 public:
  StreamHostStep(Comm& comm, std::function<void()> does) : StreamOperation(comm), does_(std::move(does)) {}
  bool begin() override {
    if (does_) does_();
    return true;
  }

 private:
  bool move() override {
    end(kEmptyOutcome, Status::ok());
    return true;
  }

  std::function<void()> does_;
};

}  // namespace penstock::core
