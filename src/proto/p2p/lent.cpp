#include "proto/p2p/lent.hpp"

#include <utility>

namespace penstock::proto {

bool Lent::make_offer(const Side& side, int peer, wire::Offer* out) {
  out->region.owner = core_.process;
  out->region.kind = side.memory.kind;
  out->region.address = side.shape.base;
  out->shape = side.shape;
  if (side.memory.kind != accel::MemoryKind::kDevice || !side.memory.exportable) return true;
  transport::Lending* lending = find_lending();
  if (lending == nullptr) return true;
  transport::Footprint touched;
  Status lent = transport::measure(side.shape, 0, side.shape.packed_bytes(), &touched);
  if (lent.is_ok()) lent = lending->lend(peer, side.memory, touched, &out->region);
  if (lent.is_ok()) return true;
  out->region.device = {};
  out->region.exported = 0;
  warn_of_export(lent);
  return false;
}

void Lent::warn_of_export(const Status& why) {
  if (std::exchange(warned_export_, true)) return;
  core_.parts.log.warn("exporting GPU memory failed, data go through staging buffers instead, more slowly: {}", why.message());
}

// Legacy handles mean nothing in another PID namespace.
bool Lent::mappable_by(int peer, const accel::Memory& memory) {
  if (!memory.exportable || peer == core_.parts.rank) return memory.exportable;
  transport::Lending* lending = find_lending();
  return lending == nullptr || lending->lends_to(peer, memory);
}

Status Lent::lend(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes, transport::RegionCard* out) {
  *out = {};
  out->owner = core_.process;
  out->kind = memory.kind;
  out->address = reinterpret_cast<std::uint64_t>(address);
  transport::Lending* lending = find_lending();
  if (lending != nullptr && memory.kind == accel::MemoryKind::kDevice && memory.exportable) {
    const transport::Footprint touched{out->address, out->address + bytes};
    PENSTOCK_TRY(lending->lend(peer, memory, touched, out));
  }
  if (out->exported != 0) return Status::ok();
  return Status::error(Code::kUnsupported, "{} memory that rank {} cannot map", accel::kind_name(memory.kind), peer);
}

// Descriptors that went ahead of the region.
void Lent::borrow(int peer, const transport::RegionCard& region) {
  if (region.exported == 0 || region.device.token == 0) return;
  if (transport::Lending* lending = find_lending(); lending != nullptr) lending->borrow(peer, region);
}

transport::Lending* Lent::find_lending() noexcept {
  for (const auto& transport : core_.parts.peers.transports()) {
    if (lending_ == nullptr) lending_ = transport->lending();
  }
  return lending_;
}

// A peer that cannot be told keeps its mapping; that its lane is broken is told to whoever uses it.
bool Lent::recall() {
  constexpr int kMost = 64;
  transport::Recall gone{};
  int told = 0;
  while (told < kMost && lending_->recall(&gone)) {
    wire::Forget forget;
    forget.name = gone.name;
    forget.returned = gone.returned ? 1 : 0;
    offers_made_.forget(gone.peer, gone.name.buffer_id);
    ++regions_ended_;
    core_.transfers.tell(gone.peer, wire::bytes_of(forget));
    ++told;
  }
  return told > 0;
}

void Lent::arrived(int peer, wire::Kind /*kind*/, std::span<const std::byte> header, std::span<const std::byte> /*payload*/) {
  wire::Forget forget;
  if (!wire::read(header, &forget)) return core_.nonsense(peer, "the end of an export with a short header");
  if (transport::Lending* lending = find_lending(); lending != nullptr) {
    lending->recalled({peer, forget.name, forget.returned != 0});
  }
}

}  // namespace penstock::proto
