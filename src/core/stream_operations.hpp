// The kinds of operations that streams have.
#pragma once

#include "core/collective.hpp"
#include "core/sendrecv.hpp"
#include "core/stream_queue.hpp"

namespace penstock::core {

// A send that is promised when it is made, and sent when the stream has come to it.
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

// A receive that takes its message as soon as it can, and moves it when the stream has come to it.
class StreamRecv final : public StreamOperation {
 public:
  StreamRecv(Comm& comm, const Half& in);
  ~StreamRecv() override;
  [[nodiscard]] Status match();
  bool begin() override { return true; }

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
  // `comm`: the program's; the collective is made on its StreamBinding::collectives().
  StreamCollective(Comm& comm, Collective&& collective) noexcept : StreamOperation(comm), collective_(std::move(collective)) {}
  ~StreamCollective() override;
  bool begin() override;

 private:
  bool move() override;

  Collective collective_;
};

}  // namespace penstock::core
