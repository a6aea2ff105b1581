// GPU memory of this rank that peers may map, and the end of such mappings.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "transport/ipc/descriptors.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// Memory grows with what is exported and the peers that it was lent to; both end when the application frees it. Not
// thread-safe.
class Lender final : public Lending {
 public:
  // `descriptors` outlives it.
  Lender(const Environment& environment, Descriptors& descriptors) : environment_(environment), descriptors_(descriptors) {}

  [[nodiscard]] bool lends_to(int peer, const accel::Memory& memory) override {
    return memory.exportable && (memory.by_descriptors || !descriptors_.apart(peer));
  }
  Status lend(int peer, const accel::Memory& memory, const Footprint& touched, RegionCard* region) override;
  void borrow(int peer, const RegionCard& region) override;
  [[nodiscard]] bool lends() const noexcept override { return !loans_.empty() || !recalls_.empty() || !lenders_.empty(); }
  bool recall(Recall* out) override;
  void recalled(const Recall& word) override;

 private:
  Status lend_range(int peer, const accel::Memory& memory, const Footprint& touched, RegionCard* region);
  void look();
  void find_closed();
  void find_freed();

  Environment environment_;
  Descriptors& descriptors_;
  std::unordered_map<std::uint64_t, std::vector<int>> loans_;  // buffer id -> the peers that know of it
  std::vector<std::pair<accel::ProcessId, int>> lenders_;      // peers that have handed descriptors over
  std::vector<Recall> recalls_;                                // to be told
  std::vector<accel::ExportName> gone_;
  std::vector<std::pair<accel::ProcessId, accel::ExportName>> closed_;
  std::uint64_t looked_ns_ = 0;
  bool warned_look_ = false;
  bool warned_close_ = false;
  bool told_handing_ = false;
};

}  // namespace penstock::transport::ipc
