// Failures that another rank reported, whose cause may be a lost rank.
#pragma once

#include <span>
#include <utility>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Returns `failure` of a collective of `world`. If another rank reported it because it knew of a loss earlier than this rank,
// the loss is returned instead.
[[nodiscard]] inline Status loss_or(proto::Engine& engine, std::span<const int> world, Status&& failure) {
  for (const int rank : world) {
    if (rank == engine.rank()) continue;
    if (const Status* const loss = engine.membership().loss_of(rank); loss != nullptr) return loss->clone();
    if (!engine.membership().is_there(rank))
      return Status::error(Code::kPeerLost, "rank {} is lost: {}", rank, failure.message());
  }
  return std::move(failure);
}

}  // namespace penstock::coll
