// The room heap: memory of a rank that peers of its host map where they need it, in extents of whole pages of one file. The
// file is the job's, behind the rank's segment; where there is no such file, one of the rank's own.
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

// The system's call that takes and gives back memory of a file, so that a test can put one that has none in its place.
using FallocateCall = int (*)(int file, int mode, off_t offset, off_t bytes);

// Not thread-safe. A few words an extent.
class RoomHeap {
 public:
  // `room`: the rank's, whose first `taken` bytes are its segment's. The file outlives this.
  RoomHeap(const Room& room, std::uint64_t taken, FallocateCall call = fallocate)
      : room_(room), first_(room.file < 0 ? 0 : taken), call_(call) {}
  RoomHeap(const RoomHeap&) = delete;
  RoomHeap& operator=(const RoomHeap&) = delete;
  // Gives everything back; peers keep what they have mapped.
  ~RoomHeap();

  // Memory that is there: all pages are taken now, so that no access can fault later. Zeros. Code::kNoMemory: the machine, or
  // the room, has not so much left. Code::kUnsupported: there can be no such file.
  Status allocate(std::uint64_t bytes, std::span<std::byte>* out);
  // Addresses alone, as many as the room has: pages are taken as they are touched, and where the machine has none left then,
  // the system ends a process. Zeros. They begin at a multiple of kReservedAlign, and of the largest power of 2 that is not
  // above `bytes` where the process has enough addresses.
  Status reserve(std::uint64_t bytes, std::span<std::byte>* out);
  static constexpr std::uint64_t kReservedAlign = std::uint64_t{2} << 20;
  // Memory that allocate() or reserve() gave; its pages go back to the system.
  void release(std::span<std::byte> memory);
  // Where in the room an address lies; false if [address, address + bytes) is not within one extent.
  [[nodiscard]] bool find(const void* address, std::uint64_t bytes, std::uint64_t* offset) const;
  // For keys: the descriptor of the own file that peers open, or kInRoom.
  [[nodiscard]] std::int32_t file() const noexcept { return room_.file < 0 ? own_.get() : kInRoom; }

 private:
  struct Extent {
    std::uint64_t offset = 0;  // in the room
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

// A part of a peer's heap, mapped. Move-only.
class ExtentMapping {
 public:
  ExtentMapping() = default;
  ExtentMapping(ExtentMapping&& other) noexcept { *this = std::move(other); }
  ExtentMapping& operator=(ExtentMapping&& other) noexcept;
  ExtentMapping(const ExtentMapping&) = delete;
  ExtentMapping& operator=(const ExtentMapping&) = delete;
  ~ExtentMapping();

  // [offset, offset + bytes) of the heap of the segment's owner, as that rank says; nothing outside its heap is mapped.
  // `file`: RoomHeap::file(). `room`: the owner's.
  static Status create(const SegmentAddress& owner, std::int32_t file, const Room& room, std::uint64_t offset,
                       std::uint64_t bytes, ExtentMapping* out);
  [[nodiscard]] std::byte* address() const noexcept { return base_ + inside_; }

 private:
  std::byte* base_ = nullptr;
  std::size_t length_ = 0;
  std::size_t inside_ = 0;  // what is asked for begins there in the first page
};

}  // namespace penstock::transport::shm
