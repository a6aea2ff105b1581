// What a send, receive or copy is while it is in flight.
#pragma once

#include <array>
#include <cstdint>

#include "accel/accel.hpp"
#include "base/intrusive_list.hpp"
#include "proto/common/blocks.hpp"
#include "proto/common/operation.hpp"
#include "proto/common/types.hpp"
#include "proto/layout/layout.hpp"
#include "proto/match/matcher.hpp"
#include "proto/wire/wire.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

struct Transfer;
class Message;

// Takes a message back when its last reference goes.
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

  // Ends an operation that never was in flight: no reference is given back.
  void finish_at_once(Status&& status) noexcept { complete(std::move(status)); }
  // Ends the operation; gives the engine's reference back.
  void finish(Status&& status) noexcept {
    complete(std::move(status));
    release();
  }
  void finish() noexcept {
    complete();
    release();
  }
  // Bytes that have come can be put where they belong by one copy.
  [[nodiscard]] bool takes(std::uint64_t bytes) const noexcept {
    return memory.kind == accel::MemoryKind::kHost && broken.is_ok() && bytes <= buffer.bytes() &&
           buffer.layout->is_contiguous(buffer.count);
  }
  [[nodiscard]] Result& outcome() noexcept { return result_; }

  const Role role;
  bool posted = false;  // the matcher knows it
  Status broken;        // of a receive: why it can take no bytes; it ends so when a message matches it
  Buffer buffer;
  accel::Memory memory;
  Transfer* transfer = nullptr;

 protected:
  void recycle() noexcept override { owner->recycle(this); }

 private:
  MessageOwner* owner;
};

// A message that came before its receive.
struct Arrived final : public Unexpected {
  wire::Kind kind = wire::Kind::kEager;
  bool with_offer = false;
  bool listed = false;       // wire::kListed
  bool attended = false;     // wire::kAttended
  std::uint8_t area = 0;     // as in wire::Rts
  Code broken = Code::kOk;   // kRts: the send failed with it
  std::uint64_t sender = 0;  // kEagerSync, kRts: the sender's id
  std::uint64_t bytes = 0;
  Block data;  // kEager, kEagerSync: the packed message; kRts with_offer: the sender's Offer
};

// One side of a movement of bytes.
struct Side {
  Buffer buffer;
  accel::Memory memory;
  kernels::Strided shape;  // valid if one_run
  bool one_run = false;
  bool contiguous = false;
  // No shape, but a list, and kernels of the memory's device can move it.
  [[nodiscard]] bool by_list() const noexcept { return !one_run && memory.kind == accel::MemoryKind::kDevice; }
  [[nodiscard]] bool in_one_go() const noexcept { return one_run || by_list(); }
};
[[nodiscard]] Side side_of(const Buffer& buffer, const accel::Memory& memory);

enum class Stage : std::uint8_t {
  kQueued,     // sender: an eager message waits for the transport
  kOffered,    // sender: RTS (or a synchronous eager message) is out
  kReady,      // either: this rank's turn to choose
  kGetting,    // receiver: pulls
  kAwaiting,   // receiver: the sender moves the data
  kPutting,    // sender: pushes
  kStaging,    // sender: pieces go through slots or payloads
  kStreaming,  // either: bytes go by streams between places of the receiver's
  kCopying,    // both sides are here: local work is outstanding
};

// A piece of a message that goes by a stream: from the message's memory or from a slot, into the message's memory or a slot.
struct StreamPiece {
  enum class State : std::uint8_t {
    kTold,       // sender: the receiver has a place for it
    kPacking,    // sender: the device fills the slot
    kMoving,     // either: `stream` is under way
    kUnpacking,  // receiver: the device empties the slot
  };
  State state = State::kTold;
  int slot = -1;  // of StreamSlots; -1: the message's own memory
  std::byte* at = nullptr;
  std::uint64_t token = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  accel::Ticket ticket;
  transport::StreamId stream = 0;
  base::ListNode node;
};

// A message that takes more than one step. Owned by the engine; freed when over.
struct Transfer {
  Stage stage = Stage::kOffered;
  Message* message = nullptr;  // holds the engine's reference on it
  int peer = 0;
  unsigned lane = 0;            // spreads independent transfers over device queues
  std::uint64_t id = 0;         // ours, named by the peer in its messages
  std::uint64_t remote_id = 0;  // the peer's
  std::uint64_t bytes = 0;      // to move
  std::uint64_t begun = 0;      // bytes whose movement has begun
  std::uint64_t ended = 0;      // bytes that are where they belong
  bool has_offer = false;
  bool eager_sync = false;                   // kOffered: an eager message whose acknowledgement is awaited
  bool held = false;                         // eager_sync because the peer asked to hold: also over when it resumes
  bool refused = false;                      // a direct operation failed
  bool unexported = false;                   // this side's memory could not be exported, which was told
  std::uint8_t area = 0;                     // 1 + the number of the sender's exchange area for these bytes; 0: none
  bool may_exchange = false;                 // the receiver has mapped that area, and the sender may use it
  bool listed = false;                       // receiver: the sender's GPU memory lies by a list
  bool plain = false;                        // receiver: of contiguous host memory
  bool attended = false;                     // receiver: copied by both; sender: the receiver's CPU takes small pieces
  bool no_exchange = false;                  // receiver: it could not map the area
  bool by_stream = false;                    // sender: the receiver has places for streams
  bool no_stream = false;                    // receiver: streams could not be begun
  bool stopped = false;                      // kStreaming: no further piece is begun
  bool given_up = false;                     // kStreaming: the peer has failed
  bool may_pull = false;                     // the receiver asked for a put, and pulls if the sender would rather not
  bool no_push = false;                      // receiver: the sender would rather not
  transport::Transport* exchange = nullptr;  // pieces are in its exchange slots
  std::uint64_t message_bytes = 0;           // before truncation
  Side side;                                 // after look_at_side()
  wire::Offer offer;                         // the peer's side, if has_offer
  transport::Transport* via = nullptr;
  transport::BulkHandle handle;
  bool pinned = false;          // handle.mapping is
  std::uint64_t start_ns = 0;   // movement began
  std::uint64_t expect_ns = 0;  // when outstanding device work should be over
  int path = -1;                // row of the path table
  accel::MemoryKind source_kind = accel::MemoryKind::kHost;
  Status error;  // of a piece: told when all pieces are here, or nothing of them is under way
  base::IntrusiveList<StreamPiece, &StreamPiece::node> pieces;  // kStreaming
  unsigned pieces_count = 0;
  unsigned refusals = 0;  // in a row, of places
  base::ListNode active;  // on the list of transfers that progress() looks at

  void look_at_side() {
    if (side.buffer.layout == nullptr) side = side_of(message->buffer, message->memory);
  }
};

}  // namespace penstock::proto
