// Imports has the mappings of other processes' allocations.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "accel/memory/chunk_descriptor.hpp"
#include "accel/share/export.hpp"
#include "base/status.hpp"

namespace penstock::accel {

// A mapping lasts as long as the cache keeps it; its user pins it while work that accesses it is outstanding.
struct Mapping {
  std::uintptr_t address = 0;  // address of the allocation's base in this process
  std::uint64_t id = 0;
};

class Imports {
 public:
  Imports() = default;
  Imports(const Imports&) = delete;
  Imports& operator=(const Imports&) = delete;
  virtual ~Imports() = default;

  // Returns true if this process could map the allocation: the same host, the same PID namespace unless it is exported by
  // descriptors (the driver refuses a legacy handle of another namespace), and a GPU that is visible here and reachable from
  // `device`.
  [[nodiscard]] virtual bool importable(const Export& exported, int device) = 0;
  // Returns true if atomic operations of kernels of `device` on the mapped memory are atomic for the GPU that owns it, too.
  [[nodiscard]] virtual bool atomics_reach(const Export& exported, int device) = 0;
  // Takes a peer's descriptors, for later calls of importable() and import_memory(). Returns Code::kProtocol if they do not
  // cover the exported range; for a heap the descriptors of the last chunks suffice, behind those received before.
  virtual Status accept_descriptors(const Export& exported, std::vector<ChunkDescriptor>&& chunks) = 0;

  // Maps a peer's allocation or finds its mapping; allocations of this process map to themselves. Mappings are made on first
  // use, cached by (owner, buffer id) and limited in bytes; a stale entry (same owner and base, new buffer id) is closed first.
  virtual Status import_memory(const Export& exported, int device, Mapping* out) = 0;
  // Returns true if import_memory() would find the mapping without a driver call.
  [[nodiscard]] virtual bool mapped(const Export& exported, int device) = 0;
  // Returns the recent time to map a peer's allocation, without the first mapping; 0: unknown.
  [[nodiscard]] virtual double mapping_us() const noexcept = 0;
  virtual void pin_mapping(const Mapping& mapping) noexcept = 0;
  virtual void unpin_mapping(const Mapping& mapping) noexcept = 0;

  // Closes the mappings of an allocation that its owner reports as freed, now or when they are no longer pinned. A failure is
  // the driver's, and the caller need not act on it.
  virtual Status forget_import(const ProcessId& owner, const ExportName& name) = 0;
  // Closes all mappings of peers' memory, none of which may be pinned or in use. Returns the first failure; afterwards no
  // memory is mapped in any case.
  virtual Status close_imports() = 0;
  // Returns peers' ranges that were closed here although their owners still export them: new descriptors are needed to map them
  // again.
  virtual void take_closed(std::vector<std::pair<ProcessId, ExportName>>* out) = 0;
};

}  // namespace penstock::accel
