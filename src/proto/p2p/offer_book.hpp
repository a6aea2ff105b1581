// Remembers which allocations a peer has been told of: a repeated offer names its allocation in a few words.
//
// An offer of an exported allocation has several hundred bytes, of which only the address changes from message to message. Both
// ranks keep the last offers, at indices that follow from the allocation's buffer id, so that they agree without a message:
// messages from one rank to another arrive in order. A sender whose entry holds the allocation sends the short form.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "proto/common/peer_table.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

inline constexpr std::size_t kOfferPlaces = 32;
[[nodiscard]] constexpr std::size_t offer_place(std::uint64_t buffer_id) noexcept {
  return buffer_id % kOfferPlaces;
}

// For a sender: the offers that each peer holds.
class OffersMade {
 public:
  struct Entry {
    std::uint64_t buffer_id = 0;  // 0: none
    std::uint8_t pool = 0;        // Rts::pool of that offer
  };
  // Returns null if the peer does not hold the offer.
  [[nodiscard]] const Entry* find(int peer, std::uint64_t buffer_id) noexcept {
    const std::unique_ptr<Page>& page = pages_.at(peer);
    if (!page) return nullptr;
    const Entry& entry = (*page)[offer_place(buffer_id)];
    return entry.buffer_id == buffer_id && buffer_id != 0 ? &entry : nullptr;
  }
  void made(int peer, std::uint64_t buffer_id, std::uint8_t pool) { page_of(peer)[offer_place(buffer_id)] = {buffer_id, pool}; }
  // Records that the peer has been told that the allocation is freed, or no longer exported.
  void forget(int peer, std::uint64_t buffer_id) noexcept {
    const std::unique_ptr<Page>& page = pages_.at(peer);
    if (page && (*page)[offer_place(buffer_id)].buffer_id == buffer_id) (*page)[offer_place(buffer_id)] = {};
  }

 private:
  using Page = std::array<Entry, kOfferPlaces>;
  [[nodiscard]] Page& page_of(int peer) {
    std::unique_ptr<Page>& page = pages_.get(peer);
    if (!page) page = std::make_unique<Page>();
    return *page;
  }
  PeerTable<std::unique_ptr<Page>> pages_;  // allocated at a peer's first entry
};

// For a receiver: the offers of each peer.
class OffersHeard {
 public:
  void heard(int peer, const transport::BufferDescriptor& region) {
    page_of(peer)[offer_place(region.device.buffer_id)] = region;
  }
  // Returns null if the peer has not offered the allocation, or has replaced the offer since.
  [[nodiscard]] const transport::BufferDescriptor* find(int peer, std::uint64_t buffer_id) noexcept {
    const std::unique_ptr<Page>& page = pages_.at(peer);
    if (!page) return nullptr;
    const transport::BufferDescriptor& region = (*page)[offer_place(buffer_id)];
    return region.exported != 0 && region.device.buffer_id == buffer_id ? &region : nullptr;
  }

 private:
  using Page = std::array<transport::BufferDescriptor, kOfferPlaces>;
  [[nodiscard]] Page& page_of(int peer) {
    std::unique_ptr<Page>& page = pages_.get(peer);
    if (!page) page = std::make_unique<Page>();
    return *page;
  }
  PeerTable<std::unique_ptr<Page>> pages_;  // allocated at a peer's first entry
};

}  // namespace penstock::proto
