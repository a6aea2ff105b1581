#include "proto/p2p/exports.hpp"

#include <utility>

namespace penstock::proto {

bool Exports::make_offer(const Side& side, int peer, wire::Offer* out) {
  out->region.owner = core_.process;
  out->region.kind = side.memory.kind;
  out->region.address = side.shape.base;
  out->shape = side.shape;
  if (side.memory.kind != accel::MemoryKind::kDevice || !side.memory.exportable) return true;
  transport::ExportRegistry* export_registry = find_export_registry();
  if (export_registry == nullptr) return true;
  transport::Footprint touched;
  Status result = transport::measure(side.shape, 0, side.shape.packed_bytes(), &touched);
  if (result.is_ok()) result = export_registry->export_to(peer, side.memory, touched, &out->region);
  if (result.is_ok()) return true;
  out->region.device = {};
  out->region.exported = 0;
  warn_of_export(result);
  return false;
}

void Exports::warn_of_export(const Status& why) {
  if (std::exchange(warned_export_, true)) return;
  core_.parts.log.warn("exporting GPU memory failed, data go through staging buffers instead, more slowly: {}", why.message());
}

// A legacy IPC handle cannot be opened in another PID namespace.
bool Exports::mappable_by(int peer, const accel::Memory& memory) {
  if (!memory.exportable || peer == core_.parts.rank) return memory.exportable;
  transport::ExportRegistry* export_registry = find_export_registry();
  return export_registry == nullptr || export_registry->can_export_to(peer, memory);
}

Status Exports::export_to(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes,
                          transport::BufferDescriptor* out) {
  *out = {};
  out->owner = core_.process;
  out->kind = memory.kind;
  out->address = reinterpret_cast<std::uint64_t>(address);
  transport::ExportRegistry* export_registry = find_export_registry();
  if (export_registry != nullptr && memory.kind == accel::MemoryKind::kDevice && memory.exportable) {
    const transport::Footprint touched{out->address, out->address + bytes};
    PENSTOCK_TRY(export_registry->export_to(peer, memory, touched, out));
  }
  if (out->exported != 0) return Status::ok();
  return Status::error(Code::kUnsupported, "{} memory that rank {} cannot map", accel::kind_name(memory.kind), peer);
}

// Uses descriptors that arrived before the region.
void Exports::accept_region(int peer, const transport::BufferDescriptor& region) {
  if (region.exported == 0 || region.device.token == 0) return;
  if (transport::ExportRegistry* export_registry = find_export_registry(); export_registry != nullptr)
    export_registry->accept_region(peer, region);
}

transport::ExportRegistry* Exports::find_export_registry() noexcept {
  for (const auto& transport : core_.parts.peers.transports()) {
    if (export_registry_ == nullptr) export_registry_ = transport->export_registry();
  }
  return export_registry_;
}

// A peer that cannot be told keeps its mapping; the operations that use its lane report that the lane is broken.
bool Exports::next_invalidation() {
  constexpr int kMost = 64;
  transport::Invalidation gone{};
  int told = 0;
  while (told < kMost && export_registry_->next_invalidation(&gone)) {
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

void Exports::arrived(int peer, wire::Kind /*kind*/, std::span<const std::byte> header,
                      std::span<const std::byte> /*payload*/) {
  wire::Forget forget;
  if (!wire::read(header, &forget)) return core_.nonsense(peer, "the end of an export with a short header");
  if (transport::ExportRegistry* export_registry = find_export_registry(); export_registry != nullptr) {
    export_registry->invalidate({peer, forget.name, forget.returned != 0});
  }
}

}  // namespace penstock::proto
