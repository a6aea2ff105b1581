#include "accel/share/import_cache.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "accel/memory/chunks.hpp"
#include "base/clock.hpp"

namespace penstock::accel {
namespace {

Status not_here() {
  return Status::error(Code::kTransport, "the descriptors of a peer's memory are not here");
}

// It is unknown if the old mapping shows the new memory, so the old mapping is not reused.
Status in_the_way(const Export& exported) {
  return Status::error(
      Code::kTransport,
      "process {} has put new memory in the place of what this one still maps, and that cannot be unmapped while "
      "a stream waits for this process; keep the buffers of a stream's communication allocated",
      exported.owner.pid);
}

}  // namespace

ImportCache::Entry* ImportCache::find(const Export& exported, int device) noexcept {
  for (Position it = entries_.begin(); it != entries_.end(); ++it) {
    const bool another = it->device != device && it->exported.token == 0;
    if (it->exported.buffer_id != exported.buffer_id || another || it->stale || it->exported.base != exported.base ||
        !(it->exported.owner == exported.owner)) {
      continue;
    }
    entries_.splice(entries_.begin(), entries_, it);
    return &entries_.front();
  }
  return nullptr;
}

Status ImportCache::get(const Export& exported, int device, Mapping* out) {
  if (Entry* known = find(exported, device); known != nullptr) {
    PENSTOCK_TRY(widen(known, device));
    PENSTOCK_TRY(extend(known, exported));
    *out = {known->address, known->id};
    return {};
  }
  PENSTOCK_TRY(close_retired());
  PENSTOCK_TRY(close_stale(exported));
  std::uintptr_t address = 0;
  Export opened = exported;
  PENSTOCK_TRY(exported.token != 0 ? open_range(&opened, device, &address) : open(exported, device, &address));
  entries_.push_front({opened, device, address, ++last_id_, 0, false, {device}});
  bytes_ += opened.size;
  *out = {address, last_id_};
  return shrink(last_id_);
}

// An owner cannot have two live allocations at one address, so any allocation of that owner that overlaps a newer one is gone.
Status ImportCache::close_stale(const Export& newer) {
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    const Export& old = entry->exported;
    const bool overlaps = old.base < newer.base + newer.size && newer.base < old.base + old.size;
    const bool ranges = old.token != 0 && newer.token != 0;  // they consist of the same chunks, as far as is known
    if (!overlaps || ranges || !(old.owner == newer.owner) || old.buffer_id == newer.buffer_id) continue;
    entry->stale = true;
    if (entry->pins == 0) PENSTOCK_TRY(retire(entry));
  }
  return {};
}

Status ImportCache::accept(const Export& exported, std::vector<ChunkDescriptor>&& chunks) {
  std::uint64_t left = exported.size;
  bool fits = !chunks.empty() && chunks.size() <= kMostChunks && (exported.reserved == 0 || exported.reserved >= exported.size);
  for (const ChunkDescriptor& chunk : chunks) {
    fits = fits && chunk.bytes != 0 && chunk.bytes <= left;
    left -= fits ? chunk.bytes : 0;
  }
  if (!fits || left > known_bytes(exported)) {
    return Status::error(Code::kProtocol, "process {} handed over {} chunks that do not make up its {} bytes",
                         exported.owner.pid, chunks.size(), exported.size);
  }
  if (!knows(exported)) keep(exported, left, std::move(chunks));
  return {};
}

// Adds the chunks behind those that are waiting already, or replaces them.
void ImportCache::keep(const Export& exported, std::uint64_t begin, std::vector<ChunkDescriptor>&& chunks) {
  const auto earlier = find_waiting(exported);
  waiting_chunks_ += chunks.size();
  if (earlier != waiting_.end() && earlier->exported.size == begin) {
    std::ranges::move(chunks, std::back_inserter(earlier->chunks));
    earlier->exported = exported;
  } else {
    if (earlier != waiting_.end()) drop_waiting(earlier);
    waiting_.push_back({exported, begin, std::move(chunks)});
  }
  while (waiting_chunks_ > kMostChunks) {
    closed_.emplace_back(waiting_.front().exported.owner, waiting_.front().exported.name());
    drop_waiting(waiting_.begin());
  }
}

std::list<ImportCache::Waiting>::iterator ImportCache::find_waiting(const Export& exported) noexcept {
  return std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& it) {
    return it.exported.name() == exported.name() && it.exported.owner == exported.owner;
  });
}

void ImportCache::drop_waiting(std::list<Waiting>::iterator waiting) noexcept {
  waiting_chunks_ -= waiting->chunks.size();
  waiting_.erase(waiting);
}

std::uint64_t ImportCache::known_bytes(const Export& exported) noexcept {
  const Entry* const entry = find(exported, -1);
  const auto waiting = find_waiting(exported);
  return std::max(entry == nullptr ? 0 : entry->exported.size, waiting == waiting_.end() ? 0 : waiting->exported.size);
}

bool ImportCache::knows(const Export& exported) noexcept {
  return exported.size != 0 && known_bytes(exported) >= exported.size;
}

void ImportCache::take_closed(std::vector<std::pair<ProcessId, ExportName>>* out) {
  out->insert(out->end(), closed_.begin(), closed_.end());
  closed_.clear();
}

Status ImportCache::open_range(Export* exported, int device, std::uintptr_t* address) {
  const auto waiting = find_waiting(*exported);
  if (waiting == waiting_.end() || waiting->begin != 0 || waiting->exported.size < exported->size) return not_here();
  *exported = waiting->exported;
  Status mapped = map_chunks(driver_, devices_, device, waiting->chunks, exported->reserved, address);
  if (!mapped.is_ok()) closed_.emplace_back(exported->owner, exported->name());
  drop_waiting(waiting);
  PENSTOCK_TRY(std::move(mapped));
  log_.debug("mapped {} bytes of process {} by descriptors at {:#x} on device {}", exported->size, exported->owner.pid,
             *address, device);
  return {};
}

// Descriptors of chunks that are mapped already are skipped. After a failure the descriptors wait for the next attempt.
Status ImportCache::extend(Entry* entry, const Export& exported) {
  std::uint64_t& mapped = entry->exported.size;
  if (mapped >= exported.size) return {};
  const auto waiting = find_waiting(exported);
  if (waiting == waiting_.end() || waiting->begin > mapped || waiting->exported.size < exported.size) return not_here();
  auto first = waiting->chunks.begin();
  for (std::uint64_t at = waiting->begin; at < mapped; ++first) at += first->bytes;
  PENSTOCK_TRY(add_chunks(driver_, devices_, entry->devices, {first, waiting->chunks.end()}, entry->address + mapped));
  bytes_ += waiting->exported.size - mapped;
  mapped = waiting->exported.size;
  drop_waiting(waiting);
  return shrink(entry->id);
}

Status ImportCache::widen(Entry* entry, int device) {
  const auto& devices = entry->devices;
  if (entry->exported.token == 0 || std::find(devices.begin(), devices.end(), device) != devices.end()) return {};
  PENSTOCK_TRY(allow_chunks(driver_, devices_, device, entry->address, entry->exported.size));
  entry->devices.push_back(device);
  return {};
}

Status ImportCache::forget(const ProcessId& owner, const ExportName& name) {
  Status first = close_retired();
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const auto waiting = it++;
    if (waiting->exported.name() == name && waiting->exported.owner == owner) drop_waiting(waiting);
  }
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    if (!(entry->exported.name() == name) || !(entry->exported.owner == owner)) continue;
    entry->stale = true;
    if (entry->pins != 0) continue;
    if (Status closed = retire(entry); first.is_ok()) first = std::move(closed);
  }
  return first;
}

// The first mapping also enables access between the devices, so its time is not counted.
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
    // The driver still has an older mapping of that block of the owner. Pinned stale mappings are closed too in the second
    // attempt, since they are of no use to their users.
    for (const bool pinned : {false, true}) {
      if (result != CUDA_ERROR_ALREADY_MAPPED || holds_.any()) break;
      PENSTOCK_TRY(close_all_of(exported.owner, pinned));
      result = driver_.cuIpcOpenMemHandle.raw(&mapped, handle, flags);
    }
    if (result == CUDA_ERROR_ALREADY_MAPPED && holds_.any()) return in_the_way(exported);
    return driver_.cuIpcOpenMemHandle.failure(result);
  };
  const std::uint64_t begun = base::now_ns();
  PENSTOCK_TRY(devices_.within(device, attempt));
  took(static_cast<double>(base::now_ns() - begun) / 1000);
  *address = static_cast<std::uintptr_t>(mapped);
  log_.debug("mapped {} bytes of process {} at {:#x} on device {}", exported.size, exported.owner.pid, *address, device);
  return {};
}

// The entry is forgotten even if the driver fails, since the mapping must not be used again.
Status ImportCache::close(Position entry) {
  const Entry gone = std::move(*entry);
  bytes_ -= gone.exported.size;
  entries_.erase(entry);
  if (gone.exported.token != 0) {
    if (!gone.stale) closed_.emplace_back(gone.exported.owner, gone.exported.name());
    return unmap_chunks(driver_, devices_, gone.device, gone.address, gone.exported.size,
                        std::max(gone.exported.size, gone.exported.reserved));
  }
  return devices_.within(gone.device, [&] { return driver_.cuIpcCloseMemHandle(static_cast<CUdeviceptr>(gone.address)); });
}

Status ImportCache::retire(Position entry) {
  retired_ |= holds_.any();
  return holds_.any() ? Status::ok() : close(entry);
}

Status ImportCache::close_retired() {
  if (!retired_ || holds_.any()) return {};
  retired_ = false;
  Status first;
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    if (!entry->stale || entry->pins != 0) continue;
    if (Status closed = close(entry); first.is_ok()) first = std::move(closed);
  }
  return first;
}

Status ImportCache::close_all_of(const ProcessId& owner, bool stale_ones) {
  for (Position it = entries_.begin(); it != entries_.end();) {
    const Position entry = it++;
    const bool may_go = entry->pins == 0 || (stale_ones && entry->stale);
    if (may_go && entry->exported.owner == owner) PENSTOCK_TRY(close(entry));
  }
  return {};
}

Status ImportCache::shrink(std::uint64_t keep) {
  if (holds_.any()) return {};
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
  // The caller's transfer is complete either way; a failure to close a mapping is only logged.
  Status closed = entry->stale ? retire(entry) : shrink(0);
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
