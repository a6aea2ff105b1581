// Memory made of chunks (cuMemCreate) that the program has put behind addresses of its choice: shared by descriptors, one for
// each chunk that a message touches.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"
#include "accel/heaps.hpp"

namespace penstock::accel {

// Ranges of own chunks that others may map. A chunk that is unmapped, or replaced by another, ends each range that holds it.
class ChunkExports {
 public:
  ChunkExports(const Driver& driver, Devices& devices, const ProcessId& self)
      : driver_(driver), devices_(devices), self_(self) {}
  // As Accel::export_range, descriptors and check_exports.
  Status get(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out);
  // All that was exported of a heap before, and all that is mapped of it where that does not reach to `high`.
  Status get_heap(const ChunkHeaps::Heap& heap, std::uint64_t high, Export* out);
  Status descriptors(const ExportName& name, std::uint64_t from, std::size_t most, std::vector<ChunkDescriptor>* out,
                     std::size_t* total) const;
  Status check(std::vector<ExportName>* gone);
  [[nodiscard]] bool empty() const noexcept { return ranges_.empty() && dropped_.empty(); }

 private:
  static constexpr std::size_t kMost = 1024;  // one more, and the oldest goes
  static constexpr std::size_t kLooks = 64;   // at chunks, of one check

  struct Chunk {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::uint64_t block = 0;  // the memory behind it
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
  std::size_t next_range_ = 0;  // to be looked at
  std::size_t next_chunk_ = 0;
};

// Takes addresses for at least `bytes`, or as much as the device has memory where that is 0. Code::kUnsupported: the device or
// its driver has no chunks that can be shared by descriptors.
Status reserve_chunks(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* reserved);
// Makes one chunk of at least `bytes`, `most` at most, and maps it there, for work of `device`; `size`: what it became. All or
// nothing.
Status add_chunk(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                 std::uint64_t most, std::uint64_t* size);
// Maps chunks of others there, for work of `allowed`, which are not none. All or nothing.
Status add_chunks(const Driver& driver, Devices& devices, std::span<const int> allowed, std::span<const ChunkDescriptor> chunks,
                  std::uintptr_t address);
// Makes one chunk of at least `bytes` and maps it, for work of `device`; `size`: what it became. unmap_chunks() frees it.
Status allocate_chunk(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* size);
// Maps chunks behind one range of `reserved` addresses, or of as many as they take where that is 0, for work of `device`. All
// or nothing.
Status map_chunks(const Driver& driver, Devices& devices, int device, std::span<const ChunkDescriptor> chunks,
                  std::uint64_t reserved, std::uintptr_t* out);
// Lets another device work there.
Status allow_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes);
// `device`: one that works there; `bytes`: mapped; `reserved`: the addresses to give up, even if the driver fails. Either may
// be 0.
Status unmap_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                    std::uint64_t reserved);

}  // namespace penstock::accel
