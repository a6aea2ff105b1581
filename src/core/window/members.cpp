#include "core/window/members.hpp"

#include <span>
#include <utility>

#include "core/window/explain.hpp"

namespace penstock::core {

void WindowMembers::describe(MemberMemory&& all) {
  bytes_.assign(std::move(all.bytes));
  units_.assign(std::move(all.units));
  offsets_.assign(std::move(all.offsets));
  one_region_ = all.one_region;
}

void WindowMembers::keep_keys(std::vector<std::byte> keys, std::vector<std::uint64_t> at, std::vector<std::uint32_t> control) {
  keys_.keep(std::move(keys), std::move(at), std::move(control));
}

// The readers look at the table after the barrier, to which its writer has come. A rank that cannot map it keeps all keys.
Status WindowMembers::share_keys(const transport::Region* written, const std::vector<std::byte>& key) {
  std::span<const std::byte> table;
  key_table_ = written;
  if (written != nullptr) {
    table = {reinterpret_cast<const std::byte*>(written->base), written->bytes};
    keys_.write({reinterpret_cast<std::byte*>(written->base), written->bytes});
  }
  PENSTOCK_TRY(core_.barrier());
  if (!key.empty()) {
    mapped_key_table_ = std::make_unique<rma::Target>();
    const int writer = core_.comm().resources().sharers().world.front();
    PENSTOCK_TRY(core_.rma().attach(writer, key, mapped_key_table_.get()));
    const transport::Remote* const direct = mapped_key_table_->direct();
    if (direct != nullptr) table = {direct->direct, direct->bytes};
  }
  if (!table.empty()) keys_.share(table);
  return Status::ok();
}

Status WindowMembers::peer(int rank, WindowPeer** out) {
  std::unique_ptr<WindowPeer>& entry = peers_[static_cast<std::size_t>(rank)];
  if (entry) [[likely]] {
    return *out = entry.get(), Status::ok();
  }
  auto made = std::make_unique<WindowPeer>();
  made->rank = rank;
  made->world = core_.comm().group().world_rank(rank);
  PENSTOCK_TRY(core_.rma().attach(made->world, keys_.of(rank).control, &made->control.target));
  if (const transport::Remote* direct = made->control.target.direct(); direct != nullptr) made->control.words = direct->direct;
  entry = std::move(made);
  *out = entry.get();
  return Status::ok();
}

Status WindowMembers::owner_of(WindowPeer& peer, WindowPeer** out) {
  *out = &peer;
  return one_region_ && peer.rank != 0 ? this->peer(0, out) : Status::ok();
}

Status WindowMembers::memory_of(WindowPeer& peer, rma::Target** out) {
  WindowPeer* owner = nullptr;
  PENSTOCK_TRY(owner_of(peer, &owner));
  if (!owner->has_memory) {
    PENSTOCK_TRY(core_.rma().attach(owner->world, keys_.of(owner->rank).memory, &owner->memory));
    owner->has_memory = true;
  }
  *out = &owner->memory;
  return Status::ok();
}

void WindowMembers::find_direct(WindowPeer& peer) const noexcept {
  if (peer.direct_known || core_.is_dynamic() || core_.checks() != nullptr) return;
  const WindowPeer& owner = one_region_ ? *peers_.front() : peer;
  peer.direct.memory = owner.memory.direct_part(offsets_[peer.rank], bytes_[peer.rank]);
  peer.direct.unit = static_cast<std::uint64_t>(units_[peer.rank]);
  peer.direct_bytes = peer.direct.memory.bytes;
  peer.direct_known = true;
}

void WindowMembers::explain_memory(WindowPeer& peer) {
  rma::Target* memory = nullptr;
  if (!core_.is_dynamic() && memory_of(peer, &memory).is_ok()) explain(core_, peer.world, *memory);
}

void WindowMembers::detach() noexcept {
  rma::Rma& rma = core_.rma();
  for (const std::unique_ptr<WindowPeer>& peer : peers_) {
    if (!peer) continue;
    if (peer->table) peer->table->detach_all();
    if (peer->has_memory) rma.detach(&peer->memory);
    rma.detach(&peer->control.target);
  }
  peers_.clear();
  if (mapped_key_table_) rma.detach(mapped_key_table_.get());
  mapped_key_table_.reset();
}

void WindowMembers::release() noexcept {
  const transport::Region* const written = std::exchange(key_table_, nullptr);
  if (written != nullptr) core_.instance().engine().memory_registry().deregister(written);
}

}  // namespace penstock::core
