// This header serves memory made of chunks (cuMemCreate) that the application has mapped to addresses of its choice. Such
// memory is shared by descriptors, one for each chunk that a message touches.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"
#include "accel/heaps.hpp"

namespace penstock::accel {

// ChunkExports has ranges of own chunks that peers may map. If a chunk is unmapped or replaced, each range that contains it
// ends.
class ChunkExports {
 public:
  ChunkExports(const Driver& driver, Devices& devices, const ProcessId& self)
      : driver_(driver), devices_(devices), self_(self) {}
  // Implements Accel::export_range, descriptors and check_exports.
  Status get(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out);
  // Returns the range of the heap that was exported before, or all of its mapped memory if that range does not reach `high`.
  Status get_heap(const ChunkHeaps::Heap& heap, std::uint64_t high, Export* out);
  Status descriptors(const ExportName& name, std::uint64_t from, std::size_t most, std::vector<ChunkDescriptor>* out,
                     std::size_t* total) const;
  Status check(std::vector<ExportName>* gone);
  [[nodiscard]] bool empty() const noexcept { return ranges_.empty() && dropped_.empty(); }

 private:
  static constexpr std::size_t kMost = 1024;  // the oldest range is dropped to make room for one more
  static constexpr std::size_t kLooks = 64;   // chunks that one call of check() looks up

  struct Chunk {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::uint64_t block = 0;  // memory block id of the mapped memory
    friend bool operator==(const Chunk&, const Chunk&) = default;
  };
  struct Range {
    Export exported;
    int device = -1;
    std::vector<Chunk> chunks;
    [[nodiscard]] bool holds(std::span<const Chunk> wanted) const noexcept;
  };

  Status walk(int device, std::uint64_t low, std::uint64_t high);
  Status add(int device, std::uint64_t reserved, Range** out);
  Status look_at(std::uint64_t address, int device, Chunk* out) const;
  Status still_there(const Chunk& chunk, bool* out) const;
  Status descriptor_of(const Chunk& chunk, ChunkDescriptor* out) const;
  void drop(std::size_t at);
  void make_room();

  const Driver& driver_;
  Devices& devices_;
  ProcessId self_;
  std::vector<Range> ranges_;  // oldest first
  std::vector<ExportName> dropped_;
  std::vector<Chunk> walked_;
  std::uint64_t last_number_ = 0;
  std::size_t next_range_ = 0;  // the next range to check
  std::size_t next_chunk_ = 0;
};

// Reserves addresses for at least `bytes`, or for as many bytes as the device has memory if that is 0. Returns
// Code::kUnsupported if the device or its driver has no chunks that can be shared by descriptors.
Status reserve_chunks(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* reserved);
// Makes one chunk of at least `bytes` and at most `most` bytes and maps it there, for work of `device`; `size` becomes its
// size. A failure leaves nothing mapped.
Status add_chunk(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                 std::uint64_t most, std::uint64_t* size);
// Maps chunks of other processes there, for work of the devices `allowed`, of which there is at least one. A failure leaves
// nothing mapped.
Status add_chunks(const Driver& driver, Devices& devices, std::span<const int> allowed, std::span<const ChunkDescriptor> chunks,
                  std::uintptr_t address);
// Makes one chunk of at least `bytes` and maps it, for work of `device`; `size` becomes its size. unmap_chunks() frees it.
Status allocate_chunk(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* size);
// Maps chunks in a row in one range of `reserved` addresses (0: as many as they need), for work of `device`. A failure leaves
// nothing mapped.
Status map_chunks(const Driver& driver, Devices& devices, int device, std::span<const ChunkDescriptor> chunks,
                  std::uint64_t reserved, std::uintptr_t* out);
// Gives another device access to the chunks there.
Status allow_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes);
// Unmaps `bytes` and frees `reserved` addresses, even if the driver fails; either may be 0. `device` is one that has access.
Status unmap_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                    std::uint64_t reserved);

}  // namespace penstock::accel
