#include "accel/ipc.hpp"

#include <algorithm>
#include <cstring>

#include "base/clock.hpp"

namespace penstock::accel {

ImportCache::Entry* ImportCache::find(const Export& exported, int device) noexcept {
  for (Position it = entries_.begin(); it != entries_.end(); ++it) {
    if (it->exported.buffer_id != exported.buffer_id || it->device != device || it->stale ||
        it->exported.base != exported.base || !(it->exported.owner == exported.owner)) {
      continue;
    }
    entries_.splice(entries_.begin(), entries_, it);
    return &entries_.front();
  }
  return nullptr;
}

Status ImportCache::get(const Export& exported, int device, Mapping* out) {
  if (const Entry* known = find(exported, device); known != nullptr) {
    *out = {known->address, known->id};
    return {};
  }
  PENSTOCK_TRY(close_stale(exported));
  std::uintptr_t address = 0;
  PENSTOCK_TRY(open(exported, device, &address));
  entries_.push_front({exported, device, address, ++last_id_, 0, false});
  bytes_ += exported.size;
  *out = {address, last_id_};
  return shrink(last_id_);
}

// The owner cannot hold two live allocations over one address: whatever overlaps a newer one of his is gone.
Status ImportCache::close_stale(const Export& newer) {
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    const Export& old = entry->exported;
    const bool overlaps = old.base < newer.base + newer.size && newer.base < old.base + old.size;
    if (!overlaps || !(old.owner == newer.owner) || old.buffer_id == newer.buffer_id) continue;
    entry->stale = true;
    if (entry->pins == 0) PENSTOCK_TRY(close(entry));
  }
  return {};
}

Status ImportCache::forget(const ProcessId& owner, const ExportName& name) {
  Status first;
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    if (!(entry->exported.name() == name) || !(entry->exported.owner == owner)) continue;
    entry->stale = true;
    if (entry->pins != 0) continue;
    if (Status closed = close(entry); first.is_ok()) first = std::move(closed);
  }
  return first;
}

// The first one also opens the way between the devices, which the others find open.
void ImportCache::took(double us) noexcept {
  constexpr double kWeight = 0.25;
  if (opened_) open_us_ = open_us_ == 0 ? us : open_us_ + kWeight * (us - open_us_);
  opened_ = true;
}

Status ImportCache::open(const Export& exported, int device, std::uintptr_t* address) {
  CUipcMemHandle handle{};
  std::memcpy(handle.reserved, exported.handle.data(), sizeof handle.reserved);
  CUdeviceptr mapped = 0;
  const unsigned flags = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;
  const auto attempt = [&]() -> Status {
    CUresult result = driver_.cuIpcOpenMemHandle.raw(&mapped, handle, flags);
    if (result == CUDA_ERROR_ALREADY_MAPPED) {
      // The driver still has an older mapping over that block of the owner's.
      PENSTOCK_TRY(close_unpinned(exported.owner));
      result = driver_.cuIpcOpenMemHandle.raw(&mapped, handle, flags);
    }
    return driver_.cuIpcOpenMemHandle.failure(result);
  };
  const std::uint64_t begun = base::now_ns();
  PENSTOCK_TRY(devices_.within(device, attempt));
  took(static_cast<double>(base::now_ns() - begun) / 1000);
  *address = static_cast<std::uintptr_t>(mapped);
  log_.debug("mapped {} bytes of process {} at {:#x} on device {}", exported.size, exported.owner.pid, *address, device);
  return {};
}

// The entry is forgotten even if the driver fails: the mapping is not to be used again.
Status ImportCache::close(Position entry) {
  const Entry gone = *entry;
  bytes_ -= gone.exported.size;
  entries_.erase(entry);
  return devices_.within(gone.device, [&] { return driver_.cuIpcCloseMemHandle(static_cast<CUdeviceptr>(gone.address)); });
}

Status ImportCache::close_unpinned(const ProcessId& owner) {
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    if (entry->pins == 0 && entry->exported.owner == owner) PENSTOCK_TRY(close(entry));
  }
  return {};
}

Status ImportCache::shrink(std::uint64_t keep) {
  for (Position it = entries_.end(); bytes_ > most_bytes_ && it != entries_.begin();) {
    const Position entry = --it;
    if (entry->pins != 0 || entry->id == keep) continue;
    ++it;
    PENSTOCK_TRY(close(entry));
  }
  return {};
}

void ImportCache::pin(std::uint64_t id) noexcept {
  const Position entry = std::find_if(entries_.begin(), entries_.end(), [id](const Entry& it) { return it.id == id; });
  if (entry != entries_.end()) ++entry->pins;
}

void ImportCache::unpin(std::uint64_t id) noexcept {
  const Position entry = std::find_if(entries_.begin(), entries_.end(), [id](const Entry& it) { return it.id == id; });
  if (entry == entries_.end() || entry->pins == 0) return;
  --entry->pins;
  if (entry->pins != 0) return;
  // The caller's transfer is complete either way; a mapping that would not close is only said.
  Status closed = entry->stale ? close(entry) : shrink(0);
  if (!closed.is_ok()) log_.warn("closing a mapping: {}", closed.message());
}

Status ImportCache::clear() {
  Status first;
  while (!entries_.empty()) {
    Status closed = close(entries_.begin());
    if (first.is_ok()) first = std::move(closed);
  }
  return first;
}

}  // namespace penstock::accel
