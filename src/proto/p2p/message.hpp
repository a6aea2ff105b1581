// The state of a send, receive or copy in flight.
#pragma once

#include <array>
#include <cstdint>

#include "accel/accel.hpp"
#include "base/intrusive_list.hpp"
#include "proto/common/blocks.hpp"
#include "proto/common/operation.hpp"
#include "proto/common/promised.hpp"
#include "proto/layout/layout.hpp"
#include "proto/match/matcher.hpp"
#include "proto/wire/wire.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

struct Arrived;
struct Transfer;  // transfer.hpp
class Message;

// Frees a message when its last reference is gone.
class MessageOwner {
 public:
  virtual ~MessageOwner() = default;
  virtual void recycle(Message* message) noexcept = 0;
};

// The operation behind a request. Its envelope (Posted::wanted) names the peer: the destination of a send, the wanted source
// of a receive.
class Message final : public Operation, public Posted {
 public:
  enum class Role : std::uint8_t { kSend, kReceive, kCopy };

  Message(MessageOwner* message_owner, Role message_role, const Buffer& message_buffer, const Envelope& envelope) noexcept
      : role(message_role), buffer(message_buffer), owner(message_owner) {
    wanted = envelope;
  }

  // Ends an operation that never was in flight: no reference is dropped.
  void finish_at_once(Status&& status) noexcept { complete(std::move(status)); }
  // Ends the operation and drops the engine's reference.
  void finish(Status&& status) noexcept {
    complete(std::move(status));
    release();
  }
  void finish() noexcept {
    complete();
    release();
  }
  // Tells if arrived bytes can be put in place by one copy.
  [[nodiscard]] bool takes(std::uint64_t bytes) const noexcept {
    return memory.kind == accel::MemoryKind::kHost && broken.is_ok() && bytes <= buffer.bytes() &&
           buffer.layout->is_contiguous(buffer.count);
  }
  [[nodiscard]] Result& outcome() noexcept { return result_; }

  const Role role;
  bool posted = false;     // the matcher knows it, and it may be cancelled
  bool expects = false;    // the receive matches a message and leaves it, unreceived, in `left`; `broken` is set too
  std::uint32_t note = 0;  // note of the message that a receive has matched (notes.hpp)
  Status broken;           // why a receive can take no bytes; it ends with this status when it matches a message
  Buffer buffer;
  accel::Memory memory;
  Transfer* transfer = nullptr;
  Arrived* left = nullptr;

 protected:
  void recycle() noexcept override { owner->recycle(this); }

 private:
  MessageOwner* owner;
};

// An unexpected message.
struct Arrived final : public Unexpected {
  wire::Kind kind = wire::Kind::kEager;
  bool with_offer = false;
  bool listed = false;       // wire::kListed
  bool attended = false;     // wire::kAttended
  std::uint8_t pool = 0;     // as in wire::Rts
  std::uint32_t note = 0;    // notes.hpp
  Code broken = Code::kOk;   // kRts: the status with which the send failed
  std::uint64_t sender = 0;  // kEagerSync, kRts: the sender's id; kPromise: the context of the promised message
  std::uint64_t bytes = 0;
  PromisedPlace place;  // kPromise
  Block data;           // kEager, kEagerSync: the packed message; kRts with_offer: the sender's Offer

  // Tells if the sender waits for this rank's answer, and may cancel the message.
  [[nodiscard]] bool awaits_word() const noexcept {
    return (kind == wire::Kind::kEagerSync || kind == wire::Kind::kRts) && broken == Code::kOk;
  }
};

// One side of a movement of bytes.
struct Side {
  Buffer buffer;
  accel::Memory memory;
  kernels::Strided shape;  // valid if one_run
  bool one_run = false;
  bool contiguous = false;
  // Tells if the side is a list that kernels of the memory's device can move.
  [[nodiscard]] bool by_list() const noexcept { return !one_run && memory.kind == accel::MemoryKind::kDevice; }
  [[nodiscard]] bool in_one_go() const noexcept { return one_run || by_list(); }
};
[[nodiscard]] Side side_of(const Buffer& buffer, const accel::Memory& memory);

}  // namespace penstock::proto
