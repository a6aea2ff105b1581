#include "accel/share/export_cache.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace penstock::accel {

Status ExportCache::get(const Memory& memory, Export* out) {
  if (!memory.exportable) {
    return Status::error(Code::kInternal, "{} memory at {:#x} cannot be exported", kind_name(memory.kind), memory.base);
  }
  if (auto known = by_buffer_.find(memory.buffer_id); known != by_buffer_.end()) {
    *out = exports_[known->second];
    return {};
  }
  CUipcMemHandle handle{};
  PENSTOCK_TRY(devices_.within(memory.device,
                               [&] { return driver_.cuIpcGetMemHandle(&handle, static_cast<CUdeviceptr>(memory.base)); }));
  Export made;
  made.owner = self_;
  made.gpu = devices_.uuid(memory.device);
  made.buffer_id = memory.buffer_id;
  made.base = memory.base;
  made.size = memory.size;
  static_assert(sizeof handle.reserved == sizeof made.handle);
  std::memcpy(made.handle.data(), handle.reserved, sizeof handle.reserved);
  if (exports_.size() >= kMost) drop(next_ % exports_.size());
  by_buffer_.emplace(memory.buffer_id, exports_.size());
  exports_.push_back(made);
  *out = made;
  return {};
}

// A freed address has no buffer id; an address that was allocated anew has another.
Status ExportCache::still_there(const Export& exported, bool* out) const {
  std::uint64_t buffer = 0;
  CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_BUFFER_ID;
  void* cell = &buffer;
  PENSTOCK_TRY(driver_.cuPointerGetAttributes(1U, &attribute, &cell, static_cast<CUdeviceptr>(exported.base)));
  *out = buffer == exported.buffer_id;
  return {};
}

void ExportCache::drop(std::size_t at) {
  dropped_.push_back(exports_[at].name());
  by_buffer_.erase(exports_[at].buffer_id);
  if (at + 1 != exports_.size()) {
    exports_[at] = exports_.back();
    by_buffer_[exports_[at].buffer_id] = at;
  }
  exports_.pop_back();
}

// An allocation about which the driver could not answer is checked again when its turn comes.
Status ExportCache::check(std::vector<ExportName>* gone) {
  Status first;
  for (std::size_t looks = std::min(kLooks, exports_.size()); looks > 0; --looks) {
    next_ %= exports_.size();
    bool there = true;
    if (Status asked = still_there(exports_[next_], &there); !asked.is_ok() && first.is_ok()) first = std::move(asked);
    if (there) {
      ++next_;
    } else {
      drop(next_);
    }
  }
  gone->insert(gone->end(), dropped_.begin(), dropped_.end());
  dropped_.clear();
  return first;
}

}  // namespace penstock::accel
