// Exports has the allocations of this process that peers may map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "accel/memory/chunk_descriptor.hpp"
#include "accel/memory/memory.hpp"
#include "accel/share/export.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class Exports {
 public:
  Exports() = default;
  Exports(const Exports&) = delete;
  Exports& operator=(const Exports&) = delete;
  virtual ~Exports() = default;

  // Returns the handle of a device allocation that has `exportable` set; handles are cached by buffer id.
  virtual Status export_memory(const Memory& memory, Export* out) = 0;
  // Exports memory made of chunks (Memory::by_descriptors): works as export_memory() does for the chunks that hold [low, high),
  // which are looked up in each call. Returns Code::kUnsupported if a chunk cannot be shared or there are more than
  // kMostChunks.
  virtual Status export_range(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) = 0;
  // Returns new descriptors of at most `most` chunks of an exported range, starting with the chunk that begins `from` bytes
  // behind its base; `total` is the number of chunks from there on.
  virtual Status descriptors(const ExportName& name, std::uint64_t from, std::size_t most, std::vector<ChunkDescriptor>* out,
                             std::size_t* total) = 0;

  // Returns true if an allocation is exported, so that check_exports() has allocations to check.
  [[nodiscard]] virtual bool any_exported() const noexcept = 0;
  // Checks the next few exported allocations in turn, with one driver call each. `gone` gets the names of those that are no
  // longer exported, because the application has freed them or to make room: peers that have mapped them should unmap them.
  // After a failure some were not checked; `gone` is valid nevertheless.
  virtual Status check_exports(std::vector<ExportName>* gone) = 0;
};

}  // namespace penstock::accel
