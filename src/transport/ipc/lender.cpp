#include "transport/ipc/lender.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace penstock::transport::ipc {
namespace {

// Between two looks; each asks the driver of a few dozen allocations, half a microsecond of each.
constexpr std::uint64_t kLookNs = 5'000'000;

}  // namespace

Status Lender::lend(int peer, const accel::Memory& memory, RegionCard* region) {
  PENSTOCK_TRY(environment_.accel.export_memory(memory, &region->device));
  region->exported = 1;
  if (peer < 0 || peer == environment_.rank) return Status::ok();
  std::vector<int>& peers = loans_[region->device.buffer_id];
  if (std::find(peers.begin(), peers.end(), peer) == peers.end()) peers.push_back(peer);
  return Status::ok();
}

void Lender::look() {
  const std::uint64_t now = base::now_ns();
  if (now - looked_ns_ < kLookNs) return;
  looked_ns_ = now;
  gone_.clear();
  // What could not be looked at has its turn again; its memory comes back later.
  if (Status looked = environment_.accel.check_exports(&gone_); !looked.is_ok() && !std::exchange(warned_look_, true)) {
    environment_.log.warn(
        "asking whether GPU memory that peers have mapped was freed: {}; freed memory may stay taken until "
        "PENSTOCK_IPC_CACHE_BYTES of others are mapped (said once)",
        looked.message());
  }
  for (const accel::ExportName& name : gone_) {
    const auto loan = loans_.find(name.buffer_id);
    if (loan == loans_.end()) continue;
    for (const int peer : loan->second) recalls_.push_back({peer, name});
    loans_.erase(loan);
  }
}

bool Lender::recall(Recall* out) {
  if (recalls_.empty()) look();
  if (recalls_.empty()) return false;
  *out = recalls_.back();
  recalls_.pop_back();
  return true;
}

void Lender::recalled(int peer, const accel::ExportName& name) {
  accel::ProcessId owner;
  Status closed = process_of_(peer, &owner);
  if (closed.is_ok()) closed = environment_.accel.forget_import(owner, name);
  if (closed.is_ok() || std::exchange(warned_close_, true)) return;
  environment_.log.warn("closing a mapping of GPU memory that rank {} has freed: {}; the memory may stay taken (said once)",
                        peer, closed.message());
}

}  // namespace penstock::transport::ipc
