// Memory made of chunks (cuMemCreate) that the program has put behind addresses of its choice: shared by descriptors, one for
// each chunk that a message touches.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"

namespace penstock::accel {

// Ranges of own chunks that others may map. A chunk that is unmapped, or replaced by another, ends each range that holds it.
class ChunkExports {
 public:
  ChunkExports(const Driver& driver, Devices& devices, const ProcessId& self)
      : driver_(driver), devices_(devices), self_(self) {}
  // As Accel::export_range, descriptors and check_exports.
  Status get(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out);
  Status descriptors(const ExportName& name, std::size_t first, std::size_t most, std::vector<ChunkDescriptor>* out,
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

  Status walk(const Memory& memory, std::uint64_t low, std::uint64_t high);
  Status look_at(std::uint64_t address, int device, Chunk* out) const;
  Status still_there(const Chunk& chunk, bool* out) const;
  Status descriptor_of(const Chunk& chunk, ChunkDescriptor* out) const;
  void drop(std::size_t at);

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

// Makes one chunk of at least `bytes` and maps it, for work of `device`; `size`: what it became. unmap_chunks() frees it.
Status allocate_chunk(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* size);
// Maps chunks behind one range of addresses, for work of `device`. All or nothing.
Status map_chunks(const Driver& driver, Devices& devices, int device, std::span<const ChunkDescriptor> chunks,
                  std::uintptr_t* out);
// Lets another device work there.
Status allow_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes);
// `device`: one that works there. The addresses are given up even if the driver fails.
Status unmap_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes);

}  // namespace penstock::accel
