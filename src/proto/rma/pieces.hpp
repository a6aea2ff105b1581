// Puts and gets piece by piece, by a way that needs the target's process as little for each piece as for all.
#pragma once

#include <vector>

#include "proto/rma/flush.hpp"
#include "proto/rma/move_work.hpp"

namespace penstock::proto::rma {

class Pieces {
 public:
  explicit Pieces(Flushes& flushes) noexcept : flushes_(flushes) {}

  // Lists of pieces take memory as it lies; else this side has to be contiguous.
  [[nodiscard]] static bool takes_lists(const transport::Remote& way) noexcept {
    return (way.bits & transport::kListMoves) != 0;
  }
  // Drops pieces that have ended and begins as many as may be under way. A failure goes to work->error, and no further piece
  // is begun. True if anything moved.
  bool step(MoveWork* work);
  // Nothing is under way, and all is moved or has failed.
  [[nodiscard]] static bool over(const MoveWork& work) noexcept { return work.tickets.empty(); }

 private:
  Status begin(MoveWork* work);
  Status move_lists(MoveWork* work);
  Status begin_one(MoveWork* work);

  Flushes& flushes_;
  std::vector<Extent> extents_;
  std::vector<Extent> local_extents_;
};

}  // namespace penstock::proto::rma
