// The state of a put or get between two layouts.
#pragma once

#include <vector>

#include "proto/rma/copying.hpp"
#include "proto/rma/offload.hpp"

namespace penstock::proto::rma {

struct MoveWork final : OffloadWork {
  // Stage::kMoving has these steps.
  enum class Step : std::uint8_t {
    kShape,     // the whole operation, by its ticket
    kPieces,    // pieces of it
    kCopyIn,    // memory of the caller, to the contiguous copy that is put
    kCopyOut,   // the contiguous copy that was got, to memory of the caller
    kCopyOver,  // the whole operation, by a copy to or from memory that is mapped
  };

  [[nodiscard]] bool puts() const noexcept { return verb == Verb::kPut; }
  // Memory of the caller that the CPU does not reach, or has gaps, has a contiguous copy here, which takes its place. Returns
  // the memory of the caller.
  Buffer use_copy() {
    const Buffer callers = origin;
    flat = Layout::bytes(bytes);
    staged.resize(bytes);
    origin = {staged.data(), 1, &flat};
    return callers;
  }

  Buffer origin;
  RemoteBuffer remote;
  accel::MemoryKind kind = accel::MemoryKind::kHost;  // of the origin's memory, as the caller gave it
  std::uint64_t bytes = 0;                            // packed ones,
  std::uint64_t done = 0;                             // of which so many have begun to move as pieces
  Step moving = Step::kShape;
  Tickets tickets;  // of pieces

  Layout flat = Layout::bytes(0);
  std::vector<std::byte> staged;
  Buffer return_to;            // gets the contiguous copy when the operation is over; no layout: none
  bool return_by_cpu = false;  // and at once
  Copying copy;
};

}  // namespace penstock::proto::rma
