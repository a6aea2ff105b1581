// Exports GPU memory that peers may map, and tells them when it is freed.
#pragma once

#include <cstdint>

#include "proto/contract/device_exports.hpp"
#include "proto/p2p/core.hpp"
#include "proto/p2p/offer_book.hpp"

namespace penstock::proto {

// The class is used by one thread at a time.
class Exports final : public Arrivals, public DeviceExports {
 public:
  explicit Exports(Core& core) noexcept : core_(core) { core.parts.owners.own({wire::Kind::kForget}, this); }

  // Makes the offer of a side that is one strided run. Returns false if the export failed; the
  // bytes then move through staging buffers.
  bool make_offer(const Side& side, int peer, wire::Offer* out);
  // Tells if the peer could map the memory.
  [[nodiscard]] bool mappable_by(int peer, const accel::Memory& memory);
  Status export_to(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes,
                   transport::BufferDescriptor* out) override;
  void accept_region(int peer, const transport::BufferDescriptor& region) override;
  [[nodiscard]] std::uint64_t regions_ended() const noexcept override { return regions_ended_; }
  // The offers that peers have received.
  [[nodiscard]] OffersMade& offers_made() noexcept { return offers_made_; }

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  // Tells peers of freed memory; returns true if there was any.
  bool progress() { return export_registry_ != nullptr && !parting_ && export_registry_->is_active() && next_invalidation(); }
  // Called when the job ends: peers may be gone and are not notified any more.
  void part() noexcept { parting_ = true; }

 private:
  [[nodiscard]] transport::ExportRegistry* find_export_registry() noexcept;
  void warn_of_export(const Status& why);
  bool next_invalidation();

  Core& core_;
  OffersMade offers_made_;
  transport::ExportRegistry* export_registry_ = nullptr;  // set once something was exported
  std::uint64_t regions_ended_ = 0;
  bool parting_ = false;
  bool warned_export_ = false;
};

}  // namespace penstock::proto
