// A message that takes several steps, and the protocols that perform them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/intrusive_list.hpp"
#include "proto/p2p/message.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

enum class Stage : std::uint8_t {
  kQueued,    // sender: an eager message waits for the transport
  kOffered,   // sender: the peer has been told, its answer is awaited
  kReady,     // either: this rank must choose the method
  kAwaiting,  // receiver: the sender moves the data
  kMoving,    // either: this rank moves the data
};

// A protocol's part in a transfer: the owner, which began it, is notified of its end; the current carrier performs its steps.
class Carrier {
 public:
  virtual ~Carrier() = default;
  // Performs one bounded step of an active transfer; returns true if something moved. The transfer may be over then.
  virtual bool step(Transfer* /*transfer*/) { return false; }
  // Called when the transfer fails: once this returns, its buffers are not accessed any more.
  virtual void abandon(Transfer* /*transfer*/) {}
  // Called on the owner when the transfer is over.
  virtual void over(const Transfer& /*transfer*/, bool /*well*/) {}
  // Returns the time when device work of the transfer should be over: 0 if there is none, 1 if the time is unknown.
  [[nodiscard]] virtual std::uint64_t expected_ns(Transfer& /*transfer*/) noexcept { return 0; }
};

// Methods that have failed for a message, so that another is chosen.
struct ClosedWays {
  bool direct = false;  // get and put
  bool push = false;    // receiver: the sender declined to push
  bool bounce = false;  // receiver: it could not map the area
  bool stream = false;  // receiver: streams could not be begun
};

struct EagerState {
  bool held = false;  // synchronous because the peer asked to hold; the send is over also when the peer resumes
};

struct RendezvousState {
  wire::Offer offer;  // the peer's side, if has_offer
  bool has_offer = false;
  bool unexported = false;  // this side's memory could not be exported, which has been reported
  bool listed = false;      // receiver: the sender's GPU memory is described by a list
  bool plain = false;       // receiver: both sides are host memory, the sender's contiguous
  bool twice = false;       // receiver: copied by both ranks
  bool may_pull = false;    // the receiver asked for a put, and pulls if the sender declines
};

struct DirectState {
  transport::BulkHandle handle;
  std::uint64_t expect_ns = 0;  // when outstanding device work should be over
};

struct StagedState {
  std::uint8_t pool = 0;                   // 1 + the number of the sender's bounce pool for these bytes; 0: none
  bool may_bounce = false;                 // the receiver has mapped that area, and the sender may use it
  bool by_cpu = false;                     // sender: the receiver's CPU empties the slots
  transport::Transport* bounce = nullptr;  // pieces are in its bounce buffers
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
  int slot = -1;  // index in PageSlots; -1: the message's own memory
  std::byte* at = nullptr;
  std::uint64_t token = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  accel::Ticket ticket;
  transport::StreamId stream = 0;
  base::ListNode node;
};

struct StreamState {
  base::IntrusiveList<StreamPiece, &StreamPiece::node> pieces;
  unsigned count = 0;     // number of pieces
  unsigned refusals = 0;  // consecutive refusals of places
  bool stopped = false;   // no further piece is begun
  bool given_up = false;  // the peer has failed
};

// A transfer is owned by the engine and freed when it is over.
struct Transfer {
  Stage stage = Stage::kOffered;
  Carrier* owner = nullptr;    // the protocol that began it; null: a copy
  Carrier* carrier = nullptr;  // the protocol that moves it now; null: nothing of it is under way here
  Message* message = nullptr;  // holds the engine's reference on it
  int peer = 0;
  unsigned queue_index = 0;         // spreads independent transfers over device queues
  std::uint64_t id = 0;             // this rank's id, which the peer names in its messages
  std::uint64_t remote_id = 0;      // the peer's id
  std::uint64_t message_bytes = 0;  // before truncation
  std::uint64_t bytes = 0;          // to move
  std::uint64_t begun = 0;          // bytes whose movement has begun
  std::uint64_t ended = 0;          // bytes that have reached their destination
  Side side;                        // after look_at_side()
  transport::Transport* via = nullptr;
  std::uint64_t start_ns = 0;  // time when the movement began
  int path = -1;               // row of the path table
  accel::MemoryKind source_kind = accel::MemoryKind::kHost;
  Status error;           // failure of a piece, reported once all pieces are here, or none is under way
  base::ListNode active;  // on the list of transfers that progress() looks at

  ClosedWays closed;
  EagerState eager;
  RendezvousState rendezvous;
  DirectState direct;
  StagedState staged;
  StreamState stream;

  [[nodiscard]] bool sends() const noexcept { return message->role == Message::Role::kSend; }
  void look_at_side() {
    if (side.buffer.layout == nullptr) side = side_of(message->buffer, message->memory);
  }
};

}  // namespace penstock::proto
