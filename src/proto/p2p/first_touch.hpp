// Allocations of peers that are not mapped here: a mapping costs milliseconds, so their messages go through
// bounce buffers until the additional cost of these messages would have paid for the mapping (the ski-rental
// rule: never more than twice the optimum).
//
// A sender names bounce buffers to a peer only from the second allocation on that it offers: a program with one buffer
// pays for one mapping, and not for slots.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "accel/accel.hpp"
#include "proto/common/peer_table.hpp"

namespace penstock::proto {

// For a receiver. Not thread-safe. The memory is bounded: allocations that share an entry replace each other.
class FirstTouch {
 public:
  // `repaid_us` is the most that a mapping costs; 0: every allocation is mapped at its first message.
  explicit FirstTouch(double repaid_us) : repaid_us_(repaid_us) {}

  // Called before a message of an unmapped allocation moves; the slots would take `excess_us` longer than a
  // direct operation. `mapping_us` is the time of recent mappings; 0: unknown. Returns true if the allocation
  // should be mapped now, and then forgets it.
  [[nodiscard]] bool worth_mapping(const accel::Export& exported, double excess_us, double mapping_us) {
    if (repaid_us_ <= 0) return true;
    if (!table_) table_ = std::make_unique<std::array<Entry, kPlaces>>();
    Entry& entry = (*table_)[(exported.buffer_id * 31 + exported.owner.pid) % kPlaces];
    if (entry.buffer_id != exported.buffer_id || !(entry.owner == exported.owner)) {
      entry = {exported.owner, exported.buffer_id, 0};
    }
    // A message that is as quick through the slots still shows that the allocation is in use.
    entry.spent_us += excess_us > kLeastUs ? excess_us : kLeastUs;
    if (entry.spent_us < (mapping_us > 0 && mapping_us < repaid_us_ ? mapping_us : repaid_us_)) return false;
    entry = {};
    return true;
  }

 private:
  static constexpr std::size_t kPlaces = 512;
  static constexpr double kLeastUs = 1;
  struct Entry {
    accel::ProcessId owner;
    std::uint64_t buffer_id = 0;
    double spent_us = 0;
  };
  double repaid_us_;
  std::unique_ptr<std::array<Entry, kPlaces>> table_;
};

// For a sender: the allocations offered to each peer. Not thread-safe.
class FirstOffers {
 public:
  // Tells if the peer has been offered another allocation than this one.
  [[nodiscard]] bool another(int peer, std::uint64_t buffer_id) {
    Peer& to = peers_.get(peer);
    if (to.first_buffer == 0) to.first_buffer = buffer_id;
    return to.first_buffer != buffer_id;
  }
  // Records that the peer receives pinned memory into GPU memory that it can fill only from bounce buffers.
  void want_pool(int peer) { peers_.get(peer).wants_pool = true; }
  [[nodiscard]] bool wants_pool(int peer) { return peers_.at(peer).wants_pool; }
  // Returns true once for each peer and bounce pool (below 32).
  [[nodiscard]] bool tell_pool(int peer, std::uint32_t number) {
    Peer& to = peers_.get(peer);
    const std::uint32_t bit = 1U << number;
    if ((to.pools & bit) != 0) return false;
    to.pools |= bit;
    return true;
  }

 private:
  struct Peer {
    std::uint64_t first_buffer = 0;
    std::uint32_t pools = 0;
    bool wants_pool = false;
  };
  PeerTable<Peer> peers_;
};

}  // namespace penstock::proto
