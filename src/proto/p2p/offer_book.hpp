// Allocations that a peer has been told of: offered again, a few words name them.
//
// An offer of an exported allocation is several hundred bytes, of which only the address changes from message to message. Both
// ranks keep the last ones, in places that follow from the allocation's buffer id, so that they agree without a word: messages
// from one rank to another arrive in order. A sender that offers what its place holds sends the short form.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "transport/transport.hpp"

namespace penstock::proto {

// One `Page` a peer, from its first entry on. Not thread-safe.
template <typename Page>
class Pages {
 public:
  explicit Pages(int size) : size_(static_cast<std::size_t>(size)) {}
  // Null: nothing was written yet.
  [[nodiscard]] Page* find(int peer) noexcept {
    return pages_.empty() ? nullptr : pages_[static_cast<std::size_t>(peer)].get();
  }
  [[nodiscard]] Page& get(int peer) {
    if (pages_.empty()) pages_.resize(size_);
    auto& page = pages_[static_cast<std::size_t>(peer)];
    if (!page) page = std::make_unique<Page>();
    return *page;
  }

 private:
  std::size_t size_;
  std::vector<std::unique_ptr<Page>> pages_;
};

inline constexpr std::size_t kOfferPlaces = 32;
[[nodiscard]] constexpr std::size_t offer_place(std::uint64_t buffer_id) noexcept {
  return buffer_id % kOfferPlaces;
}

// For a sender: what it told each peer.
class OffersMade {
 public:
  struct Entry {
    std::uint64_t buffer_id = 0;  // 0: none
    std::uint8_t area = 0;        // Rts::area of that offer
  };
  explicit OffersMade(int size) : pages_(size) {}

  // Null: the peer does not hold it.
  [[nodiscard]] const Entry* find(int peer, std::uint64_t buffer_id) noexcept {
    const Page* page = pages_.find(peer);
    if (page == nullptr) return nullptr;
    const Entry& entry = (*page)[offer_place(buffer_id)];
    return entry.buffer_id == buffer_id && buffer_id != 0 ? &entry : nullptr;
  }
  void made(int peer, std::uint64_t buffer_id, std::uint8_t area) {
    pages_.get(peer)[offer_place(buffer_id)] = {buffer_id, area};
  }
  // The peer is told that the allocation is gone, or exported no more.
  void forget(int peer, std::uint64_t buffer_id) noexcept {
    Page* page = pages_.find(peer);
    if (page != nullptr && (*page)[offer_place(buffer_id)].buffer_id == buffer_id) (*page)[offer_place(buffer_id)] = {};
  }

 private:
  using Page = std::array<Entry, kOfferPlaces>;
  Pages<Page> pages_;
};

// For a receiver: what each peer told it.
class OffersHeard {
 public:
  explicit OffersHeard(int size) : pages_(size) {}

  void heard(int peer, const transport::RegionCard& region) { pages_.get(peer)[offer_place(region.device.buffer_id)] = region; }
  // Null: the peer has not offered it, or others since.
  [[nodiscard]] const transport::RegionCard* find(int peer, std::uint64_t buffer_id) noexcept {
    const Page* page = pages_.find(peer);
    if (page == nullptr) return nullptr;
    const transport::RegionCard& region = (*page)[offer_place(buffer_id)];
    return region.exported != 0 && region.device.buffer_id == buffer_id ? &region : nullptr;
  }

 private:
  using Page = std::array<transport::RegionCard, kOfferPlaces>;
  Pages<Page> pages_;
};

}  // namespace penstock::proto
