// CudaExports implements Exports over the CUDA driver.
#pragma once

#include <cstdint>
#include <vector>

#include "accel/driver/presence.hpp"
#include "accel/memory/heaps.hpp"
#include "accel/share/chunk_exports.hpp"
#include "accel/share/export_cache.hpp"
#include "accel/share/exports.hpp"

namespace penstock::accel {

class CudaExports final : public Exports {
 public:
  CudaExports(Presence& presence, const ChunkHeaps& heaps, const ProcessId& self)
      : presence_(presence),
        heaps_(heaps),
        whole_(presence.driver(), presence.devices(), self),
        ranges_(presence.driver(), presence.devices(), self) {}

  Status export_memory(const Memory& memory, Export* out) override;
  Status export_range(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) override;
  Status descriptors(const ExportName& name, std::uint64_t from, std::size_t most, std::vector<ChunkDescriptor>* out,
                     std::size_t* total) override {
    return ranges_.descriptors(name, from, most, out, total);
  }
  [[nodiscard]] bool any_exported() const noexcept override { return !whole_.empty() || !ranges_.empty(); }
  Status check_exports(std::vector<ExportName>* gone) override;

 private:
  Presence& presence_;
  const ChunkHeaps& heaps_;
  ExportCache whole_;
  ChunkExports ranges_;
};

}  // namespace penstock::accel
