// A segment is one rank's shared memory: its inbox, its staging slots and its shared buffers, in a memfd. The owner makes it,
// and peers of the host map it when they first need it. No object has a name, so none can be leaked, and /dev/shm is not used.
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

// Room is the place of a rank's segment in the file that the launcher made for all ranks (boot/inherited.hpp). If file is -1
// there is no such file; each segment then has a file of its own, which peers in the same PID namespace open through /proc.
struct Room {
  int file = -1;
  std::uint64_t offset = 0;
};

// Dimensions determine the layout of a segment; they are part of its address.
struct Dimensions {
  std::uint64_t cells = 0;
  std::uint64_t block_bytes = 0;
  std::uint64_t slots = 0;
  std::uint64_t slot_bytes = 0;
  std::uint64_t rings = 0;  // may be 0
  std::uint64_t ring_bytes = 0;
  std::uint64_t buffers = 0;  // may be 0
  std::uint64_t buffer_bytes = 0;
  friend bool operator==(const Dimensions&, const Dimensions&) = default;
};

// Geometry is the layout of a segment, derived from its dimensions. Peers compute it from the owner's address, never from the
// segment itself, which the owner could change meanwhile.
struct Geometry {
  std::uint64_t cells = 0;        // a power of two
  std::uint64_t block_bytes = 0;  // bytes of one message beyond its line
  std::uint64_t block_stride = 0;
  std::uint64_t slots = 0;
  std::uint64_t slot_bytes = 0;
  std::uint64_t rings = 0;
  std::uint64_t ring_bytes = 0;  // a power of two; several of the largest messages
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

  // Rounds the numbers up to the needs of the layout. Returns Code::kProtocol if a number is unreasonable.
  static Status of(const Dimensions& wanted, Geometry* out);
  [[nodiscard]] Dimensions dimensions() const noexcept {
    return {cells, block_bytes, slots, slot_bytes, rings, ring_bytes, buffers, buffer_bytes};
  }
};

// SegmentAddress is the description of a segment in a rank's address. It is sent to other processes.
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

// Publish says how a sender publishes a message to a receiver that may be about to sleep. The bell works only if at least one
// side sees the other: either every sender orders its two steps (publish, look at the bell), or the sleeper orders those of all
// senders (arm, then a memory barrier on all of them), which costs the senders nothing and the sleeper a microsecond.
enum class Publish : std::uint8_t { kOrdered, kPlain };

// Line is the head of a message: 64 bytes, followed by the message itself if it fits. `sequence` is the low half of the
// message's number plus one once the message may be read; no other part of a line is accessed by two sides at a time.
struct alignas(kLineBytes) Line {
  std::atomic<std::uint32_t> sequence;
  std::uint32_t source;
  std::uint32_t payload_bytes;
  std::uint16_t header_bytes;
  std::uint16_t reserved;
  std::byte data[kInlineBytes];
};
static_assert(sizeof(Line) == kLineBytes);

// RingControl has the state of one ring beside its bytes (shm/ring.hpp).
struct RingControl {
  alignas(kLineBytes) std::atomic<std::uint32_t> owner;  // 1 + the sender's rank; 0: free
  alignas(kLineBytes) std::atomic<std::uint64_t> tail;   // bytes consumed, published occasionally
};

// SegmentHeader is the first page. Words that different sides write lie in lines of their own.
struct SegmentHeader {
  std::uint64_t magic;
  std::uint64_t nonce;
  std::uint64_t owner_base;                                 // address in the owner; only ranks of its process use it
  alignas(kLineBytes) std::atomic<std::uint64_t> head;      // messages claimed by senders
  alignas(kLineBytes) std::atomic<std::uint64_t> tail;      // messages consumed, published occasionally
  alignas(kLineBytes) std::atomic<std::uint32_t> doorbell;  // transport/doorbell.hpp
  alignas(kLineBytes) std::atomic<std::uint32_t> local_users;
  alignas(kLineBytes) std::atomic<std::uint32_t> rings_taken;
  std::atomic<std::uint32_t> left;  // 1: the owner has ended its use regularly
};
inline constexpr std::size_t kHeaderBytes = 4096;
inline constexpr std::size_t kFates = 4096;
static_assert(sizeof(SegmentHeader) <= kHeaderBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");

// Segment is a mapping of a segment, the owner's or a peer's. It is move-only.
class Segment {
 public:
  Segment() noexcept = default;
  Segment(Segment&& other) noexcept;
  Segment& operator=(Segment&& other) noexcept;
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment() { close(); }

  // `room` is this rank's own; if it cannot be used, the segment has a file of its own. The caller keeps the descriptor, which
  // must outlive the segment.
  static Status create(const Geometry& geometry, std::uint64_t nonce, Segment* out, const Room& room = {});
  // Maps the segment that the address names, after checking that it is the right one and cannot be truncated. Ranks of one
  // process share one mapping, so that ThreadSanitizer sees one address for one word. `room` is the owner's. Code::kTransport
  // names the remedy.
  static Status attach(const SegmentAddress& address, const accel::ProcessId& self, Segment* out, const Room& room = {});

  [[nodiscard]] bool valid() const noexcept { return base_ != nullptr; }
  // The owner calls this before it exits: peers that miss it later learn that it was not lost. It does nothing in a forked
  // child.
  void leave() noexcept {
    if (getpid() == mapper_) header().left.store(1, std::memory_order_release);
  }
  // Returns the descriptor for the owner's address.
  [[nodiscard]] int fd() const noexcept { return room_.file < 0 ? fd_.get() : kInRoom; }
  [[nodiscard]] const Geometry& geometry() const noexcept { return geometry_; }
  [[nodiscard]] SegmentHeader& header() const noexcept { return *reinterpret_cast<SegmentHeader*>(base_); }
  // Returns the words that decide about messages of the owner (shm/fates.hpp).
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
  pid_t mapper_ = getpid();  // the process that made this object
  bool counted_ = false;     // counted in local_users: the last user of the process unmaps
  Geometry geometry_;
  // Only the owner has it: peers need no descriptor once they have mapped the segment.
  base::Fd fd_;
  Room room_;
};

}  // namespace penstock::transport::shm
