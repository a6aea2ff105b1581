// ChunkExports has the memory made of chunks (VMM) that this process exports. It is shared by descriptors, one for each chunk
// that a message touches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/memory/chunk_descriptor.hpp"
#include "accel/memory/heaps.hpp"
#include "accel/memory/memory.hpp"
#include "accel/share/export.hpp"

namespace penstock::accel {

// ChunkExports has ranges of own chunks that peers may map. If a chunk is unmapped or replaced, each range that contains it
// ends.
class ChunkExports {
 public:
  ChunkExports(const Driver& driver, Devices& devices, const ProcessId& self)
      : driver_(driver), devices_(devices), self_(self) {}
  // Implements Exports::export_range, descriptors and check_exports.
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

}  // namespace penstock::accel
