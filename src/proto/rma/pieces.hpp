// Puts and gets piece by piece, by a transport that needs no action of the target's process.
#pragma once

#include <vector>

#include "proto/rma/flush.hpp"
#include "proto/rma/move_work.hpp"

namespace penstock::proto::rma {

class Pieces {
 public:
  explicit Pieces(Flushes& flushes) noexcept : flushes_(flushes) {}

  // Tells if the transport takes lists of pieces, so that memory is used directly; else this side must be contiguous.
  [[nodiscard]] static bool takes_lists(const transport::Remote& way) noexcept {
    return (way.bits & transport::kListMoves) != 0;
  }
  // Drops pieces that have ended and begins as many as may be under way. A failure goes to work->error, and no further piece
  // is begun. Returns true if anything moved.
  bool step(MoveWork* work);
  // Tells if no piece is under way, so that all bytes have moved or the operation has failed.
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
