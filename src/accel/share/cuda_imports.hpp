// CudaImports implements Imports over the CUDA driver.
#pragma once

#include <utility>
#include <vector>

#include "accel/driver/holds.hpp"
#include "accel/driver/presence.hpp"
#include "accel/queue/sites.hpp"
#include "accel/share/import_cache.hpp"
#include "accel/share/imports.hpp"
#include "base/config.hpp"

namespace penstock::accel {

class CudaImports final : public Imports {
 public:
  CudaImports(const Config& config, Presence& presence, const Sites& sites, const Holds& holds, const ProcessId& self)
      : presence_(presence),
        sites_(sites),
        self_(self),
        ipc_enabled_(config.cuda_ipc),
        explain_(config.explain),
        cache_(presence.driver(), presence.devices(), holds, presence.log(), config.ipc_cache_bytes) {}

  bool importable(const Export& exported, int device) override;
  bool atomics_reach(const Export& exported, int device) override;
  Status accept_descriptors(const Export& exported, std::vector<ChunkDescriptor>&& chunks) override {
    return cache_.accept(exported, std::move(chunks));
  }
  Status import_memory(const Export& exported, int device, Mapping* out) override;
  bool mapped(const Export& exported, int device) override;
  [[nodiscard]] double mapping_us() const noexcept override { return cache_.open_us(); }
  void pin_mapping(const Mapping& mapping) noexcept override { cache_.pin(mapping.id); }
  void unpin_mapping(const Mapping& mapping) noexcept override { cache_.unpin(mapping.id); }
  Status forget_import(const ProcessId& owner, const ExportName& name) override { return cache_.forget(owner, name); }
  Status close_imports() override;
  void take_closed(std::vector<std::pair<ProcessId, ExportName>>* out) override { cache_.take_closed(out); }

  // Closes mappings whose closing was deferred, unless a stream still waits. Returns the first failure.
  Status catch_up() { return cache_.catch_up(); }
  // Closes all mappings; returns the first failure.
  Status close() { return cache_.clear(); }

 private:
  [[nodiscard]] bool of_here(const Export& exported) const noexcept;
  // Another process uses the device.
  void share(int device);
  // Reports that ranks share the device, and the benefit of MPS.
  void tell_shared(int device);

  Presence& presence_;
  const Sites& sites_;
  ProcessId self_;
  bool ipc_enabled_;
  bool explain_;
  bool told_shared_ = false;
  ImportCache cache_;
};

}  // namespace penstock::accel
