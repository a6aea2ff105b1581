// Failures that another rank told of, where the cause may be a rank that is lost.
#pragma once

#include <span>
#include <utility>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// `failure`, of a collective of `world`, which another rank may have told of because it had heard of a loss earlier than this
// one: then the loss.
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
