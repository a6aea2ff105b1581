// The wire format of messages between two ranks: little-endian, 64-bit, every field at a fixed offset. kWireVersion changes
// with any change here: ranks compare it at startup and refuse a mix.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "kernels/copy/strided.hpp"
#include "transport/transport.hpp"

namespace penstock::proto::wire {

static_assert(std::endian::native == std::endian::little, "the wire is little-endian and is not translated");

inline constexpr std::uint32_t kWireVersion = 14;

enum class Kind : std::uint8_t {
  kEager = 1,  // payload: the packed message
  kEagerSync,  // eager, and the sender waits for kSyncAck
  kSyncAck,
  kRts,            // a message is ready at the sender, or (kBroken) cannot be sent; payload: Offer if kWithOffer, HostOffer if
                   // kPlain, KnownOffer if kKnown; then transport::BouncePool if kWithPool
  kCts,            // the receiver lets the sender move the data; payload: Offer if kWithOffer, the first Places if kByStream
  kFin,            // the transfer `id` (of the rank that gets this) is over: moved, or failed with `code`
  kFrag,           // a piece of a message: in the sender's staging or bounce buffer, or (slot -1) in the payload
  kFragAck,        // the receiver has consumed the piece: its slot is free
  kHold,           // the receiver keeps too many messages of this sender: each eager send now waits for its match
  kResume,         // ends kHold
  kForget,         // an export is gone, and a rank that has mapped it closes it; or (returned) a rank
                   // that has mapped it does not keep it
  kPlace,          // the receiver has places for more bytes of a streamed message; payload: all places but the first
  kPromise,        // a message to come, for which only a place in the matching order is taken (p2p/promise.cpp)
  kPromiseAnswer,  // the receiver's decision on a promise that named a place
  kCancel,         // the sender wants to cancel a message
  kCancelled,      // the receiver had kept the message and has dropped it; a Fin
  kNote,           // under checks: data of core about the next message of that context and tag

  // One-sided memory (proto/rma) names its own kinds from here on.
  kFirstOfRma = 64,
  kLastOfRma = 79,
};
inline constexpr std::size_t kKinds = 80;

inline constexpr std::uint8_t kWithOffer = 1;   // Rts::flags, Cts::flags
inline constexpr std::uint8_t kMayPut = 2;      // Cts::flags: a direct put is welcome; without it, pieces
inline constexpr std::uint8_t kBroken = 4;      // Rts::flags: the send failed with `code`; the receive fails with it
inline constexpr std::uint8_t kPlain = 8;       // Rts::flags: contiguous host memory
inline constexpr std::uint8_t kWithPool = 16;   // Rts::flags: the payload ends with the bounce pool that `pool` names
inline constexpr std::uint8_t kListed = 32;     // Rts::flags: GPU memory described by a list, which only the sender can push
inline constexpr std::uint8_t kKnown = 64;      // Rts::flags: contiguous memory of an allocation that was offered before
inline constexpr std::uint8_t kMayPull = 64;    // Cts::flags: with kMayPut: a sender that cannot push
                                                // may leave it to the receiver
inline constexpr std::uint8_t kMayBounce = 32;  // Cts::flags: pieces may use the bounce buffers that the Rts named

inline constexpr std::uint8_t kByStream = 8;  // Cts::flags: the bytes move by streams; payload: the first Places
inline constexpr std::uint8_t kByCpu = 4;     // Cts::flags: the receiver's CPU empties the slots, so that small pieces are best
inline constexpr std::uint8_t kAttended = 128;  // Rts::flags: with kPlain: the sender waits, and could copy piece by piece

inline constexpr std::uint8_t kWantsPool =
    128;  // Cts::flags: for messages of pinned memory like this one, name a bounce pool in the Rts

struct Eager {
  Kind kind = Kind::kEager;
  std::uint8_t reserved[3] = {};
  std::int32_t tag = 0;
  std::uint64_t context = 0;
};
static_assert(sizeof(Eager) == 16 && offsetof(Eager, tag) == 4 && offsetof(Eager, context) == 8);

struct EagerSync {
  Kind kind = Kind::kEagerSync;
  std::uint8_t reserved[3] = {};
  std::int32_t tag = 0;
  std::uint64_t context = 0;
  std::uint64_t sender = 0;  // id of the sender's transfer
};
static_assert(sizeof(EagerSync) == 24 && offsetof(EagerSync, tag) == 4 && offsetof(EagerSync, sender) == 16);

struct Rts {
  Kind kind = Kind::kRts;
  std::uint8_t flags = 0;
  std::uint8_t code = 0;  // kBroken: base::Code
  std::uint8_t pool = 0;  // 1 + the number of a bounce pool that pieces may use; 0: none
  std::int32_t tag = 0;
  std::uint64_t context = 0;
  std::uint64_t sender = 0;
  std::uint64_t bytes = 0;  // bytes of the whole message
};
static_assert(sizeof(Rts) == 32 && offsetof(Rts, code) == 2 && offsetof(Rts, pool) == 3 && offsetof(Rts, context) == 8 &&
              offsetof(Rts, sender) == 16 && offsetof(Rts, bytes) == 24);

struct Cts {
  Kind kind = Kind::kCts;
  std::uint8_t flags = 0;
  std::uint8_t reserved[6] = {};
  std::uint64_t sender = 0;
  std::uint64_t receiver = 0;
  std::uint64_t bytes = 0;  // bytes that the receiver has room for, at most those of the message
};
static_assert(sizeof(Cts) == 32 && offsetof(Cts, sender) == 8 && offsetof(Cts, receiver) == 16 && offsetof(Cts, bytes) == 24);

// The message itself arrives later as another message with the context `data` and the same tag, or the
// receiver finds it in a place once it is ready.
struct Promise {
  Kind kind = Kind::kPromise;
  std::uint8_t reserved[3] = {};
  std::int32_t tag = 0;
  std::uint64_t context = 0;
  std::uint64_t data = 0;
  std::uint64_t bytes = 0;
  std::uint32_t box = 0;  // PromisedPlace
  std::uint32_t number = 0;
};
static_assert(sizeof(Promise) == 40 && offsetof(Promise, tag) == 4 && offsetof(Promise, context) == 8 &&
              offsetof(Promise, data) == 16 && offsetof(Promise, bytes) == 24 && offsetof(Promise, box) == 32);

struct PromiseAnswer {
  Kind kind = Kind::kPromiseAnswer;
  std::uint8_t what = 0;
  std::uint8_t reserved[2] = {};
  std::int32_t tag = 0;
  std::uint64_t data = 0;
};
static_assert(sizeof(PromiseAnswer) == 16 && offsetof(PromiseAnswer, tag) == 4 && offsetof(PromiseAnswer, data) == 8);

struct Cancel {
  Kind kind = Kind::kCancel;
  std::uint8_t reserved[3] = {};
  std::int32_t tag = 0;
  std::uint64_t context = 0;
  std::uint64_t id = 0;  // id of the sender's transfer
};
static_assert(sizeof(Cancel) == 24 && offsetof(Cancel, tag) == 4 && offsetof(Cancel, context) == 8 &&
              offsetof(Cancel, id) == 16);

// Values of PromiseAnswer::what, sent by the receiver: it receives the message from its place, or it no longer needs the place,
// and waits for the message if it has not received it.
inline constexpr std::uint8_t kPlaceTaken = 1;
inline constexpr std::uint8_t kPlaceFree = 2;

// A note travels right before its message.
struct Note {
  Kind kind = Kind::kNote;
  std::uint8_t reserved[3] = {};
  std::int32_t tag = 0;
  std::uint64_t context = 0;
};
static_assert(sizeof(Note) == 16 && offsetof(Note, tag) == 4 && offsetof(Note, context) == 8);

// The header of kFin, kSyncAck and kCancelled.
struct Fin {
  Kind kind = Kind::kFin;
  std::uint8_t code = 0;  // base::Code
  std::uint8_t via = 0;   // after a put: 1 + the index of the transport in the list; kPull: no byte was moved (Cts: kMayPull)
  std::uint8_t reserved[5] = {};
  std::uint64_t id = 0;
};
static_assert(sizeof(Fin) == 16 && offsetof(Fin, code) == 1 && offsetof(Fin, via) == 2 && offsetof(Fin, id) == 8);

inline constexpr std::uint8_t kPull = 255;

struct Frag {
  Kind kind = Kind::kFrag;
  std::uint8_t via = 0;  // owner of the slot: 0 for the transport that carries this message, else 1 + the
                         // index of the transport in the list
  std::uint8_t reserved[2] = {};
  std::int32_t slot = -1;
  std::uint64_t receiver = 0;
  std::uint64_t offset = 0;  // position in the packed message
  std::uint32_t bytes = 0;
  std::uint32_t reserved2 = 0;
};
static_assert(sizeof(Frag) == 32 && offsetof(Frag, via) == 1 && offsetof(Frag, slot) == 4 && offsetof(Frag, receiver) == 8 &&
              offsetof(Frag, offset) == 16 && offsetof(Frag, bytes) == 24);

struct FragAck {
  Kind kind = Kind::kFragAck;
  std::uint8_t via = 0;  // as in the Frag of the piece
  std::uint8_t reserved[2] = {};
  std::int32_t slot = -1;
};
static_assert(sizeof(FragAck) == 8 && offsetof(FragAck, via) == 1 && offsetof(FragAck, slot) == 4);

// The header of kHold and kResume.
struct Credits {
  Kind kind = Kind::kHold;
  std::uint8_t reserved[7] = {};
};
static_assert(sizeof(Credits) == 8);

// A place for a stream of packed bytes [offset, offset + bytes) of the message.
struct Place {
  Kind kind = Kind::kPlace;
  std::uint8_t reserved[3] = {};
  std::uint32_t bytes = 0;
  std::uint64_t sender = 0;
  std::uint64_t token = 0;  // the receiver's token for the stream
  std::uint64_t offset = 0;
};
static_assert(sizeof(Place) == 32 && offsetof(Place, bytes) == 4 && offsetof(Place, sender) == 8 &&
              offsetof(Place, token) == 16 && offsetof(Place, offset) == 24);

inline constexpr std::size_t kMostPlaces = 8;  // places of one message that are announced and not filled yet

struct Forget {
  Kind kind = Kind::kForget;
  std::uint8_t returned = 0;
  std::uint8_t reserved[6] = {};
  accel::ExportName name;
};
static_assert(sizeof(Forget) == 24 && offsetof(Forget, returned) == 1 && offsetof(Forget, name) == 8 &&
              offsetof(accel::ExportName, buffer_id) == 8);

// Describes where one side's bytes are, when they are one strided run.
struct Offer {
  transport::BufferDescriptor region;
  kernels::Strided shape;  // base: an address of the region's owner
};
static_assert(std::is_trivially_copyable_v<Offer> && sizeof(Offer) == sizeof(transport::BufferDescriptor) + 120);
static_assert(offsetof(kernels::Strided, block) == 8 && offsetof(kernels::Strided, dims) == 16 &&
              offsetof(kernels::Strided, count) == 24 && offsetof(kernels::Strided, stride) == 72);

// The offer of contiguous host memory, in a fraction of the size.
struct HostOffer {
  accel::ProcessId owner;
  std::uint64_t address = 0;

  [[nodiscard]] Offer whole(std::uint64_t bytes) const noexcept {
    Offer out;
    out.region.owner = owner;
    out.region.kind = accel::MemoryKind::kHost;
    out.region.address = address;
    out.shape.base = address;
    out.shape.block = bytes;
    return out;
  }
};
static_assert(std::is_trivially_copyable_v<HostOffer> && sizeof(HostOffer) == 32 && offsetof(HostOffer, address) == 24);

// The offer of contiguous memory of an exported allocation that the receiver knows: OffersHeard.
struct KnownOffer {
  std::uint64_t buffer_id = 0;
  std::uint64_t address = 0;

  [[nodiscard]] Offer whole(const transport::BufferDescriptor& region, std::uint64_t bytes) const noexcept {
    Offer out;
    out.region = region;
    out.region.address = address;
    out.shape.base = address;
    out.shape.block = bytes;
    return out;
  }
};
static_assert(sizeof(KnownOffer) == 16 && offsetof(KnownOffer, address) == 8);

inline constexpr std::size_t kMaxHeader = 40;
static_assert(sizeof(Promise) == kMaxHeader);
inline constexpr std::size_t kLargestControl = kMaxHeader + sizeof(Offer) + sizeof(transport::BouncePool);

template <typename T>
[[nodiscard]] std::span<const std::byte> bytes_of(const T& message) noexcept {
  return std::as_bytes(std::span(&message, 1));
}

// Copies a structure out of memory that the sender can still change, so that the values used are those that were checked.
// Returns false if the data are too short.
template <typename T>
[[nodiscard]] bool read(std::span<const std::byte> bytes, T* out) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  if (bytes.size() < sizeof(T)) return false;
  std::memcpy(static_cast<void*>(out), bytes.data(), sizeof(T));
  return true;
}

}  // namespace penstock::proto::wire
