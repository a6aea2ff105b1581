// A fate word decides between two outcomes of a message of a segment's owner: the receiver takes it, or the owner takes it
// back. The word lies in the owner's segment, so the owner needs no answer of a receiver that makes no progress.
#pragma once

#include <atomic>
#include <cstdint>

#include "transport/shm/segment.hpp"

namespace penstock::transport::shm {

// An id is (generation, slot), as IdTable makes it; the slot selects the word, and the word contains the generation that it
// decided. Messages of high slots have no word: a rank with that many messages at once cannot take them back by itself.
class Fates {
 public:
  explicit Fates(const Segment& owner) noexcept : words_(owner.fates()) {}

  // Returns false if the owner has taken the message back.
  [[nodiscard]] bool take(std::uint64_t id) const noexcept { return slot(id) >= kFates || decide(id, kTaken); }
  // Returns false if a receiver has taken the message, or the message has no word.
  [[nodiscard]] bool revoke(std::uint64_t id) const noexcept { return slot(id) < kFates && decide(id, kRevoked); }

 private:
  static constexpr std::uint64_t kTaken = 0;
  static constexpr std::uint64_t kRevoked = 1;

  [[nodiscard]] static std::uint64_t slot(std::uint64_t id) noexcept { return static_cast<std::uint32_t>(id); }
  // The first decision holds. A word never returns to an earlier generation: a message that is over without a decision and is
  // taken late must not hide the message that has its id now.
  [[nodiscard]] bool decide(std::uint64_t id, std::uint64_t fate) const noexcept {
    std::atomic<std::uint64_t>& word = words_[slot(id)];
    const auto generation = static_cast<std::uint32_t>(id >> 32);
    std::uint64_t seen = word.load(std::memory_order_acquire);
    while (true) {
      const auto later = static_cast<std::int32_t>(generation - static_cast<std::uint32_t>(seen >> 1));
      if (later == 0) return (seen & 1) == fate;
      if (later < 0) return fate == kTaken;
      const std::uint64_t wanted = static_cast<std::uint64_t>(generation) << 1 | fate;
      if (word.compare_exchange_weak(seen, wanted, std::memory_order_acq_rel)) return true;
    }
  }

  std::atomic<std::uint64_t>* words_;
};

}  // namespace penstock::transport::shm
