#include "transport/ipc/export_registry.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace penstock::transport::ipc {
namespace {

// This is the time between two checks; each asks the driver about a few dozen allocations, half a microsecond for each.
constexpr std::uint64_t kLookNs = 5'000'000;

}  // namespace

Status IpcExportRegistry::export_to(int peer, const accel::Memory& memory, const Footprint& touched, BufferDescriptor* region) {
  if (memory.by_descriptors) return export_range_to(peer, memory, touched, region);
  if (!can_export_to(peer, memory)) return Status::ok();
  PENSTOCK_TRY(environment_.accel.exports().export_memory(memory, &region->device));
  region->exported = 1;
  if (peer == environment_.rank) return Status::ok();
  std::vector<Told>& peers = exports_[region->device.buffer_id];
  if (std::ranges::find(peers, peer, &Told::peer) == peers.end()) peers.push_back({peer, region->device.size});
  return Status::ok();
}

// A peer gets the descriptors of a range once, and for a heap those that were added since. If a peer cannot receive them now,
// the bytes take another path and the descriptors are sent later.
Status IpcExportRegistry::export_range_to(int peer, const accel::Memory& memory, const Footprint& touched,
                                          BufferDescriptor* region) {
  accel::Export exported;
  if (Status made = environment_.accel.exports().export_range(memory, touched.low, touched.high, &exported); !made.is_ok()) {
    return made.code() == Code::kUnsupported ? Status::ok() : std::move(made);
  }
  if (peer != environment_.rank) {
    std::vector<Told>& peers = exports_[exported.buffer_id];
    auto told = std::ranges::find(peers, peer, &Told::peer);
    if (told == peers.end()) told = peers.insert(told, {peer, 0});
    if (told->bytes < exported.size) {
      if (Status handed = descriptors_.hand_over(peer, exported, told->bytes); !handed.is_ok()) {
        if (handed.code() != Code::kTransport) return handed;
        if (!std::exchange(told_handing_, true)) environment_.log.info("GPU memory made of chunks: {}", handed.message());
        return Status::ok();
      }
      told->bytes = exported.size;
    }
  }
  region->device = exported;
  region->exported = 1;
  return Status::ok();
}

void IpcExportRegistry::accept_region(int peer, const BufferDescriptor& region) {
  const accel::Export& exported = region.device;
  if (region.exported == 0 || exported.token == 0 || !descriptors_.accept(peer, exported)) return;
  const auto done = [&](const auto& each) { return each.second == peer; };
  if (std::none_of(owners_.begin(), owners_.end(), done)) owners_.emplace_back(exported.owner, peer);
}

void IpcExportRegistry::look() {
  const std::uint64_t now = base::now_ns();
  if (now - looked_ns_ < kLookNs) return;
  looked_ns_ = now;
  find_closed();
  find_freed();
}

void IpcExportRegistry::find_closed() {
  if (owners_.empty()) return;
  closed_.clear();
  environment_.accel.imports().take_closed(&closed_);
  for (const auto& [owner, name] : closed_) {
    const auto of = std::find_if(owners_.begin(), owners_.end(), [&](const auto& each) { return each.first == owner; });
    if (of != owners_.end()) invalidations_.push_back({of->second, name, true});
  }
}

void IpcExportRegistry::find_freed() {
  if (!environment_.accel.exports().any_exported()) return;
  gone_.clear();
  // An allocation that could not be checked is checked again in its turn; its memory is released later.
  if (Status looked = environment_.accel.exports().check_exports(&gone_);
      !looked.is_ok() && !std::exchange(warned_look_, true)) {
    environment_.log.warn(
        "asking whether GPU memory that peers have mapped was freed: {}; freed memory may stay taken until "
        "PENSTOCK_IPC_CACHE_BYTES of others are mapped (said once)",
        looked.message());
  }
  for (const accel::ExportName& name : gone_) {
    const auto entry = exports_.find(name.buffer_id);
    if (entry == exports_.end()) continue;
    for (const Told& told : entry->second) invalidations_.push_back({told.peer, name, false});
    exports_.erase(entry);
  }
}

bool IpcExportRegistry::next_invalidation(Invalidation* out) {
  if (invalidations_.empty()) look();
  if (invalidations_.empty()) return false;
  *out = invalidations_.back();
  invalidations_.pop_back();
  return true;
}

void IpcExportRegistry::invalidate(const Invalidation& word) {
  if (word.returned) {
    if (const auto entry = exports_.find(word.name.buffer_id); entry != exports_.end()) {
      std::erase_if(entry->second, [&](const Told& told) { return told.peer == word.peer; });
    }
    return;
  }
  IpcAddress address;
  Status closed = descriptors_.address_of(word.peer, &address);
  if (closed.is_ok()) closed = environment_.accel.imports().forget_import(address.process, word.name);
  if (closed.is_ok() || std::exchange(warned_close_, true)) return;
  environment_.log.warn("closing a mapping of GPU memory that rank {} has freed: {}; the memory may stay taken (said once)",
                        word.peer, closed.message());
}

}  // namespace penstock::transport::ipc
