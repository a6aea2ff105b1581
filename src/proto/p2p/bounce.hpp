// Decides which messages use bounce buffers: GPU memory of this library that carries data which
// a peer cannot map, or has not mapped yet.
#pragma once

#include "proto/p2p/core.hpp"
#include "proto/p2p/exports.hpp"
#include "proto/p2p/first_touch.hpp"

namespace penstock::proto {

// The class is used by one thread at a time.
class BounceUse {
 public:
  BounceUse(Core& core, Exports& exports)
      : core_(core), exports_(exports), first_touch_(static_cast<double>(core.parts.config.map_after_us)) {}

  // any() returns the transport that has bounce buffers (a build has at most one); null if there is none. with() returns it if
  // the peer can map the buffers, else null.
  [[nodiscard]] transport::Transport* any() noexcept;
  [[nodiscard]] transport::Transport* with(int peer) noexcept;

  // For a sender: returns the pool whose slots a message could use; null if there is
  // none, or if the peer should map the memory.
  [[nodiscard]] const transport::BouncePool* pool_for(const Transfer& transfer);
  [[nodiscard]] FirstOffers& first_offers() noexcept { return first_offers_; }

  // For a receiver: the first tells if it can use the pool that the sender named, the second if it would have preferred a pool.
  [[nodiscard]] bool pool_reached(const Transfer& transfer);
  [[nodiscard]] bool misses_pool(const Transfer& transfer);
  // Maps the pool; returns false if the pieces must move through host memory.
  [[nodiscard]] bool map(Transfer* transfer);

  // Tells if a chosen get or put would have to map the peer's allocation, which is not worth its cost yet.
  [[nodiscard]] bool stays_unmapped(const Transfer& transfer, const Candidates& candidates, const Choice& choice);
  [[nodiscard]] bool worth_mapping(const accel::Export& exported, double excess_us) {
    return first_touch_.worth_mapping(exported, excess_us, core_.parts.accel.imports().mapping_us());
  }

 private:
  Core& core_;
  Exports& exports_;
  FirstTouch first_touch_;
  FirstOffers first_offers_;
  bool warned_ = false;
};

}  // namespace penstock::proto
