// IpcExportRegistry has the GPU memory of this rank that peers may map, and ends such mappings.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "transport/ipc/descriptors.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// Its memory grows with the exports and the peers that have them; both end when the application frees the memory. It is not
// thread-safe.
class IpcExportRegistry final : public ExportRegistry {
 public:
  // `descriptors` must outlive it.
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
  // Told is a peer that has an export, and the part that it knows.
  struct Told {
    int peer = -1;
    std::uint64_t bytes = 0;
  };

  std::unordered_map<std::uint64_t, std::vector<Told>> exports_;  // by buffer id
  std::vector<std::pair<accel::ProcessId, int>> owners_;          // peers that have sent descriptors
  std::vector<Invalidation> invalidations_;                       // not yet sent
  std::vector<accel::ExportName> gone_;
  std::vector<std::pair<accel::ProcessId, accel::ExportName>> closed_;
  std::uint64_t looked_ns_ = 0;
  bool warned_look_ = false;
  bool warned_close_ = false;
  bool told_handing_ = false;
};

}  // namespace penstock::transport::ipc
