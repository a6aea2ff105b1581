#include "coll/device/workspace.hpp"

#include <algorithm>
#include <bit>

namespace penstock::coll {

Workspace::Slice& Workspace::Slice::operator=(Slice&& other) noexcept {
  if (this == &other) return *this;
  give_back();
  workspace_ = std::exchange(other.workspace_, nullptr);
  index_ = other.index_;
  return *this;
}

void Workspace::Slice::give_back() noexcept {
  if (workspace_ != nullptr) std::exchange(workspace_, nullptr)->entries_[index_].used = false;
}

std::byte* Workspace::Slice::address() const noexcept {
  return reinterpret_cast<std::byte*>(workspace_->entries_[index_].memory.base);
}

Workspace::Slice Workspace::take(accel::Allocations& allocations, int device, std::uint64_t bytes) {
  Entry* entry = find_idle(device, bytes);
  if (entry == nullptr) entry = make(allocations, device, bytes);
  if (entry == nullptr) return {};
  entry->used = true;
  return {*this, static_cast<std::size_t>(entry - entries_.data())};
}

// The smallest that is long enough, whatever its class: a large one that lies idle is no better kept for a call that may not
// come.
Workspace::Entry* Workspace::find_idle(int device, std::uint64_t bytes) noexcept {
  Entry* best = nullptr;
  for (Entry& entry : entries_) {
    if (entry.used || entry.memory.device != device || entry.bytes < bytes) continue;
    if (best == nullptr || entry.bytes < best->bytes) best = &entry;
  }
  return best;
}

Workspace::Entry* Workspace::make(accel::Allocations& allocations, int device, std::uint64_t bytes) {
  const std::uint64_t most = config_.coll_workspace;
  const std::uint64_t left = most - std::min(held_, most);
  if (bytes > left) return nullptr;
  const std::uint64_t whole = std::bit_ceil(std::max(bytes, kLeast));
  if (whole > left) return nullptr;
  Entry entry{.memory = {}, .bytes = whole};
  if (Status made = allocations.allocate(device, whole, &entry.memory); !made.is_ok()) {
    if (!std::exchange(warned_, true)) {
      log_.warn(
          "no memory on the GPU for data of collectives that peers cannot reach, such calls go over the host, more slowly: {}",
          made.message());
    }
    return nullptr;
  }
  held_ += whole;
  return &entries_.emplace_back(entry);
}

}  // namespace penstock::coll
