#include "proto/rma/target.hpp"

namespace penstock::proto::rma {

Status Target::attach(const Parts& parts, int peer, std::span<const std::byte> key) {
  peer_ = peer;
  PENSTOCK_TRY(parts.registry.attach(peer, key, &attached_));
  for (const transport::Remote& way : attached_.ways) {
    if (way.direct != nullptr && direct_ == nullptr && attached_.checked) direct_ = &way;
  }
  if (peer == parts.rank) {  // its own memory is reached by the same executor as memory of others
    const transport::Region* const mine = parts.registry.find(head().number, head().generation);
    reached_ = mine == nullptr ? Reached{} : reach_own(parts.registry, *mine);
  } else {
    reached_ = reach_peer(attached_);
  }
  state_ = attached_.checked ? State::kLive : State::kAsking;
  return Status::ok();
}

void Target::detach() {
  transport::MemoryRegistry::detach(&attached_);
  direct_ = nullptr;
  reached_ = {};
  state_ = State::kGone;
}

Direct Target::direct_part(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  Direct out;
  if (direct_ == nullptr || state_ != State::kLive || head().use != transport::kUseAll) return out;
  if (bytes > direct_->bytes || offset > direct_->bytes - bytes) return out;
  out.base = direct_->direct + offset;
  out.bytes = bytes;
  const bool executes = reached_.here && reached_.mapped == direct_->direct && !reached_.device;
  out.address = reached_.address + offset;
  out.locks = executes ? reached_.locks : nullptr;
  out.atomics = executes && reached_.executor == transport::Executor::kCpu;
  return out;
}

}  // namespace penstock::proto::rma
