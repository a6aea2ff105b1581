// GPU memory that peers may map: letting them, and telling them when it is gone.
#pragma once

#include <cstdint>

#include "proto/p2p/core.hpp"
#include "proto/p2p/offer_book.hpp"

namespace penstock::proto {

// Used by one thread at a time. lend() and borrow() as in Engine.
class Lent final : public Arrivals {
 public:
  explicit Lent(Core& core) noexcept : core_(core) { core.parts.owners.own({wire::Kind::kForget}, this); }

  // What the peer is told of a side that is one strided run. False: exporting failed; the bytes still get there, through
  // staging buffers.
  bool make_offer(const Side& side, int peer, wire::Offer* out);
  // Whether the peer could map it.
  [[nodiscard]] bool mappable_by(int peer, const accel::Memory& memory);
  Status lend(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes, transport::RegionCard* out);
  void borrow(int peer, const transport::RegionCard& region);
  [[nodiscard]] std::uint64_t regions_ended() const noexcept { return regions_ended_; }
  // What peers were told of.
  [[nodiscard]] OffersMade& offers_made() noexcept { return offers_made_; }

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  // Tells peers of what is gone; true if something was.
  bool progress() { return lending_ != nullptr && !parting_ && lending_->lends() && recall(); }
  // The job ends: peers that may be gone are told no more.
  void part() noexcept { parting_ = true; }

 private:
  [[nodiscard]] transport::Lending* find_lending() noexcept;
  void warn_of_export(const Status& why);
  bool recall();

  Core& core_;
  OffersMade offers_made_;
  transport::Lending* lending_ = nullptr;  // once something was lent
  std::uint64_t regions_ended_ = 0;
  bool parting_ = false;
  bool warned_export_ = false;
};

}  // namespace penstock::proto
