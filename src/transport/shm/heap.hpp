// The room heap is memory of a rank that peers of its host map when needed, in extents of whole pages of one file. The file is
// the job's, behind the rank's segment; if there is no such file, the rank has one of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include <fcntl.h>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "transport/shm/segment.hpp"

namespace penstock::transport::shm {

// FallocateCall allocates and frees memory of a file, so that a test can replace it by a call that has no memory.
using FallocateCall = int (*)(int file, int mode, off_t offset, off_t bytes);

// RoomHeap is not thread-safe. It needs a few words per extent.
class RoomHeap {
 public:
  // `room` is the rank's; its segment has the first `taken` bytes. The file must outlive this object.
  RoomHeap(const Room& room, std::uint64_t taken, FallocateCall call = fallocate)
      : room_(room), first_(room.file < 0 ? 0 : taken), call_(call) {}
  RoomHeap(const RoomHeap&) = delete;
  RoomHeap& operator=(const RoomHeap&) = delete;
  // Frees all extents; peers keep their mappings.
  ~RoomHeap();

  // Allocates memory whose pages all exist now, so that no later access can fault; it contains zeros. Code::kNoMemory: the
  // machine, or the room, has not enough memory left. Code::kUnsupported: there can be no such file.
  Status allocate(std::uint64_t bytes, std::span<std::byte>* out);
  // Reserves addresses only, at most as many as the room has: pages are allocated when first touched, and if the machine has
  // none left then, the system kills a process. The pages contain zeros. The addresses begin at a multiple of kReservedAlign
  // and, if the process has enough addresses, of the largest power of 2 that is not above `bytes`.
  Status reserve(std::uint64_t bytes, std::span<std::byte>* out);
  static constexpr std::uint64_t kReservedAlign = std::uint64_t{2} << 20;
  // Frees memory of allocate() or reserve(); its pages return to the system.
  void release(std::span<std::byte> memory);
  // Finds the offset of an address in the room; returns false if [address, address + bytes) is not within one extent.
  [[nodiscard]] bool find(const void* address, std::uint64_t bytes, std::uint64_t* offset) const;
  // Returns the descriptor of the own file, which peers open, or kInRoom; it is part of keys.
  [[nodiscard]] std::int32_t file() const noexcept { return room_.file < 0 ? own_.get() : kInRoom; }

 private:
  struct Extent {
    std::uint64_t offset = 0;  // offset in the room
    std::uint64_t bytes = 0;
  };

  Status open();
  [[nodiscard]] int descriptor() const noexcept { return room_.file < 0 ? own_.get() : room_.file; }
  [[nodiscard]] off_t at(std::uint64_t offset) const noexcept { return static_cast<off_t>(room_.offset + offset); }
  [[nodiscard]] std::uint64_t find_gap(std::uint64_t bytes) const;
  Status find_room(std::uint64_t bytes, Extent* out);
  std::span<std::byte> keep(void* place, const Extent& extent, std::uint64_t bytes);
  void give_back(const Extent& extent) noexcept;

  Room room_;
  std::uint64_t first_;
  FallocateCall call_;
  base::Fd own_;
  pid_t owner_ = getpid();
  std::map<std::uintptr_t, Extent> extents_;      // by address
  std::map<std::uint64_t, std::uint64_t> taken_;  // offset -> bytes
};

// ExtentMapping is a mapped part of a peer's heap. It is move-only.
class ExtentMapping {
 public:
  ExtentMapping() = default;
  ExtentMapping(ExtentMapping&& other) noexcept { *this = std::move(other); }
  ExtentMapping& operator=(ExtentMapping&& other) noexcept;
  ExtentMapping(const ExtentMapping&) = delete;
  ExtentMapping& operator=(const ExtentMapping&) = delete;
  ~ExtentMapping();

  // Maps [offset, offset + bytes) of the heap of the segment's owner, by that rank's claim; nothing outside its heap is mapped.
  // `file` is RoomHeap::file(), `room` is the owner's.
  static Status create(const SegmentAddress& owner, std::int32_t file, const Room& room, std::uint64_t offset,
                       std::uint64_t bytes, ExtentMapping* out);
  [[nodiscard]] std::byte* address() const noexcept { return base_ + inside_; }

 private:
  std::byte* base_ = nullptr;
  std::size_t length_ = 0;
  std::size_t inside_ = 0;  // offset of the requested bytes in the first page
};

}  // namespace penstock::transport::shm
