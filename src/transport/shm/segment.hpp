// One rank's shared memory: its inbox, its staging slots and its shared buffers, in a memfd. The owner makes it, peers of the
// host map it when they first need it. Nothing has a name, so nothing is left behind, and /dev/shm is not used.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/types.h>
#include <unistd.h>

#include "accel/accel.hpp"
#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::transport::shm {

inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::size_t kInlineBytes = 48;

// Where a rank's segment lies in the file that the launcher made for all (boot/inherited.hpp). file -1: there is no such file;
// each segment then has one of its own, which peers in the same PID namespace open through /proc.
struct Room {
  int file = -1;
  std::uint64_t offset = 0;
};

// The numbers that a segment is made of; they travel in its address.
struct Dimensions {
  std::uint64_t cells = 0;
  std::uint64_t block_bytes = 0;
  std::uint64_t slots = 0;
  std::uint64_t slot_bytes = 0;
  std::uint64_t rings = 0;  // may be none
  std::uint64_t ring_bytes = 0;
  std::uint64_t buffers = 0;  // may be none
  std::uint64_t buffer_bytes = 0;
  friend bool operator==(const Dimensions&, const Dimensions&) = default;
};

// The shape of a segment, all of it derived from its dimensions. Peers compute it from the owner's address, never from the
// segment itself, which the owner could change under them.
struct Geometry {
  std::uint64_t cells = 0;        // a power of two
  std::uint64_t block_bytes = 0;  // what one message can hold beyond its line
  std::uint64_t block_stride = 0;
  std::uint64_t slots = 0;
  std::uint64_t slot_bytes = 0;
  std::uint64_t rings = 0;
  std::uint64_t ring_bytes = 0;  // a power of two, of several of the largest messages
  std::uint64_t fates_offset = 0;
  std::uint64_t lines_offset = 0;
  std::uint64_t blocks_offset = 0;
  std::uint64_t controls_offset = 0;
  std::uint64_t rings_offset = 0;
  std::uint64_t staging_offset = 0;
  std::uint64_t buffers = 0;
  std::uint64_t buffer_bytes = 0;
  std::uint64_t buffers_offset = 0;
  std::uint64_t total = 0;

  // Rounds the numbers up to what the layout needs. Code::kProtocol if one is beyond any sense.
  static Status of(const Dimensions& wanted, Geometry* out);
  [[nodiscard]] Dimensions dimensions() const noexcept {
    return {cells, block_bytes, slots, slot_bytes, rings, ring_bytes, buffers, buffer_bytes};
  }
};

// What the address says of a segment. Travels between processes.
struct SegmentAddress {
  std::uint32_t version = 0;
  std::int32_t fd = -1;  // kInRoom: in the rank's room of the job's file
  accel::ProcessId process;
  std::uint64_t nonce = 0;
  std::uint64_t probe_address = 0;  // holds the nonce in the owner's private memory
  Dimensions dimensions;
  std::uint64_t fences_for_all = 0;  // the owner makes senders' stores visible before it sleeps (Publish::kPlain)
};
static_assert(sizeof(SegmentAddress) == 120);
inline constexpr std::uint32_t kSegmentVersion = 6;
inline constexpr std::int32_t kInRoom = -2;

// How a sender publishes a message to somebody who may be about to sleep. The bell works only if one side sees the other:
// either every sender orders its two steps (publish, look at the bell), or the sleeper orders those of all senders (arm, then
// a memory barrier on all of them), which costs the many nothing and the one who sleeps a microsecond.
enum class Publish : std::uint8_t { kOrdered, kPlain };

// The head of a message: 64 bytes, with the message itself behind it where that fits. `sequence` is the low half of the
// message's number plus one once it may be read; nothing else of a line is touched by two sides at a time.
struct alignas(kLineBytes) Line {
  std::atomic<std::uint32_t> sequence;
  std::uint32_t source;
  std::uint32_t payload_bytes;
  std::uint16_t header_bytes;
  std::uint16_t reserved;
  std::byte data[kInlineBytes];
};
static_assert(sizeof(Line) == kLineBytes);

// What belongs to one ring beside its bytes (shm/ring.hpp).
struct RingControl {
  alignas(kLineBytes) std::atomic<std::uint32_t> owner;  // 1 + the sender's rank; 0: free
  alignas(kLineBytes) std::atomic<std::uint64_t> tail;   // bytes consumed, published now and then
};

// The first page. Words written by different sides lie in lines of their own.
struct SegmentHeader {
  std::uint64_t magic;
  std::uint64_t nonce;
  std::uint64_t owner_base;  // where the owner has it mapped: used by ranks of the same process alone
  alignas(kLineBytes) std::atomic<std::uint64_t> head;      // messages claimed by senders
  alignas(kLineBytes) std::atomic<std::uint64_t> tail;      // messages consumed, published now and then
  alignas(kLineBytes) std::atomic<std::uint32_t> doorbell;  // transport/doorbell.hpp
  alignas(kLineBytes) std::atomic<std::uint32_t> local_users;
  alignas(kLineBytes) std::atomic<std::uint32_t> rings_taken;
  std::atomic<std::uint32_t> left;  // 1: the owner has ended its use in good order
};
inline constexpr std::size_t kHeaderBytes = 4096;
inline constexpr std::size_t kFates = 4096;
static_assert(sizeof(SegmentHeader) <= kHeaderBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");

// A mapping of a segment, the owner's or a peer's. Move-only.
class Segment {
 public:
  Segment() noexcept = default;
  Segment(Segment&& other) noexcept;
  Segment& operator=(Segment&& other) noexcept;
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment() { close(); }

  // `room`: this rank's own; where it does not serve, the segment has a file of its own. The descriptor stays the caller's and
  // outlives the segment.
  static Status create(const Geometry& geometry, std::uint64_t nonce, Segment* out, const Room& room = {});
  // Maps the segment that the address names, after checking that it is that one and cannot be cut short. Ranks of one process
  // share one mapping, so that ThreadSanitizer sees one address for one word. `room`: its owner's. Code::kTransport names the
  // remedy.
  static Status attach(const SegmentAddress& address, const accel::ProcessId& self, Segment* out, const Room& room = {});

  [[nodiscard]] bool valid() const noexcept { return base_ != nullptr; }
  // Of the owner, before it goes: whoever misses it later hears that it was not lost. Nothing in a forked child.
  void leave() noexcept {
    if (getpid() == mapper_) header().left.store(1, std::memory_order_release);
  }
  // What the owner's address says.
  [[nodiscard]] int fd() const noexcept { return room_.file < 0 ? fd_.get() : kInRoom; }
  [[nodiscard]] const Geometry& geometry() const noexcept { return geometry_; }
  [[nodiscard]] SegmentHeader& header() const noexcept { return *reinterpret_cast<SegmentHeader*>(base_); }
  // These words decide about messages of the owner (shm/fates.hpp).
  [[nodiscard]] std::atomic<std::uint64_t>* fates() const noexcept {
    return reinterpret_cast<std::atomic<std::uint64_t>*>(base_ + geometry_.fates_offset);
  }
  [[nodiscard]] Line* lines() const noexcept { return reinterpret_cast<Line*>(base_ + geometry_.lines_offset); }
  [[nodiscard]] std::byte* blocks() const noexcept { return base_ + geometry_.blocks_offset; }
  [[nodiscard]] RingControl& ring_control(std::uint64_t index) const noexcept {
    return reinterpret_cast<RingControl*>(base_ + geometry_.controls_offset)[index];
  }
  [[nodiscard]] std::byte* ring(std::uint64_t index) const noexcept {
    return base_ + geometry_.rings_offset + index * geometry_.ring_bytes;
  }
  [[nodiscard]] std::byte* slot(std::uint64_t index) const noexcept {
    return base_ + geometry_.staging_offset + index * geometry_.slot_bytes;
  }
  [[nodiscard]] std::byte* buffer(std::uint64_t index) const noexcept {
    return base_ + geometry_.buffers_offset + index * geometry_.buffer_bytes;
  }
  [[nodiscard]] std::span<std::byte> staging() const noexcept {
    return {base_ + geometry_.staging_offset, geometry_.slots * geometry_.slot_bytes};
  }

 private:
  void close() noexcept;

  std::byte* base_ = nullptr;
  pid_t mapper_ = getpid();  // the process that made this
  bool counted_ = false;     // in local_users: the last user of the process unmaps
  Geometry geometry_;
  // The owner's alone: peers need no descriptor once they have mapped.
  base::Fd fd_;
  Room room_;
};

}  // namespace penstock::transport::shm
