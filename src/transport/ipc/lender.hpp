// GPU memory of this rank that peers may map, and the end of such mappings.
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// Memory grows with what is exported and the peers that it was lent to; both end when the application frees it. Not
// thread-safe.
class Lender final : public Lending {
 public:
  // The process of a rank, from its card.
  using ProcessOf = std::function<Status(int peer, accel::ProcessId* out)>;

  Lender(const Environment& environment, ProcessOf process_of)
      : environment_(environment), process_of_(std::move(process_of)) {}

  Status lend(int peer, const accel::Memory& memory, RegionCard* region) override;
  [[nodiscard]] bool lends() const noexcept override { return !loans_.empty() || !recalls_.empty(); }
  bool recall(Recall* out) override;
  void recalled(int peer, const accel::ExportName& name) override;

 private:
  void look();

  Environment environment_;
  ProcessOf process_of_;
  std::unordered_map<std::uint64_t, std::vector<int>> loans_;  // buffer id -> the peers that know of it
  std::vector<Recall> recalls_;                                // to be told
  std::vector<accel::ExportName> gone_;
  std::uint64_t looked_ns_ = 0;
  bool warned_look_ = false;
  bool warned_close_ = false;
};

}  // namespace penstock::transport::ipc
