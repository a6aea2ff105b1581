// GPU memory of this rank that peers may map, and the end of such mappings.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "transport/ipc/descriptors.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// Memory grows with what is exported and the peers that it was exported to; both end when the application frees it. Not
// thread-safe.
class IpcExportRegistry final : public ExportRegistry {
 public:
  // `descriptors` outlives it.
  IpcExportRegistry(const Environment& environment, Descriptors& descriptors)
      : environment_(environment), descriptors_(descriptors) {}

  [[nodiscard]] bool can_export_to(int peer, const accel::Memory& memory) override {
    return memory.exportable && (memory.by_descriptors || !descriptors_.in_other_namespace(peer));
  }
  Status export_to(int peer, const accel::Memory& memory, const Footprint& touched, BufferDescriptor* region) override;
  void accept_region(int peer, const BufferDescriptor& region) override;
  [[nodiscard]] bool is_active() const noexcept override {
    return !exports_.empty() || !invalidations_.empty() || !owners_.empty();
  }
  bool next_invalidation(Invalidation* out) override;
  void invalidate(const Invalidation& word) override;

 private:
  Status export_range_to(int peer, const accel::Memory& memory, const Footprint& touched, BufferDescriptor* region);
  void look();
  void find_closed();
  void find_freed();

  Environment environment_;
  Descriptors& descriptors_;
  // A peer that knows of an export, and how much of it.
  struct Told {
    int peer = -1;
    std::uint64_t bytes = 0;
  };

  std::unordered_map<std::uint64_t, std::vector<Told>> exports_;  // by buffer id
  std::vector<std::pair<accel::ProcessId, int>> owners_;          // peers that have handed descriptors over
  std::vector<Invalidation> invalidations_;                       // to be told
  std::vector<accel::ExportName> gone_;
  std::vector<std::pair<accel::ProcessId, accel::ExportName>> closed_;
  std::uint64_t looked_ns_ = 0;
  bool warned_look_ = false;
  bool warned_close_ = false;
  bool told_handing_ = false;
};

}  // namespace penstock::transport::ipc
