// The state of a put or get between two layouts.
#pragma once

#include <vector>

#include "proto/rma/copying.hpp"
#include "proto/rma/offload.hpp"

namespace penstock::proto::rma {

struct MoveWork final : OffloadWork {
  // The steps of Stage::kMoving.
  enum class Step : std::uint8_t {
    kShape,     // one transport moves the whole operation, by its ticket
    kPieces,    // one transport moves it in pieces
    kCopyIn,    // memory of the caller is copied to the contiguous copy that is put
    kCopyOut,   // the contiguous copy that was got is copied to memory of the caller
    kCopyOver,  // a copy to or from mapped memory is the whole operation
  };

  [[nodiscard]] bool puts() const noexcept { return verb == Verb::kPut; }
  // Makes a contiguous copy of memory of the caller that the CPU does not reach or that has gaps, and uses it as the
  // origin. Returns the memory of the caller.
  Buffer use_copy() {
    const Buffer callers = origin;
    flat = Layout::bytes(bytes);
    staged.resize(bytes);
    origin = {staged.data(), 1, &flat};
    return callers;
  }

  Buffer origin;
  RemoteBuffer remote;
  accel::MemoryKind kind = accel::MemoryKind::kHost;  // kind of the origin's memory, as the caller gave it
  std::uint64_t bytes = 0;                            // total packed bytes
  std::uint64_t done = 0;                             // packed bytes that have begun to move as pieces
  Step moving = Step::kShape;
  Tickets tickets;  // tickets of the pieces

  Layout flat = Layout::bytes(0);
  std::vector<std::byte> staged;
  Buffer return_to;            // gets the contiguous copy at the end; no layout: there is none
  bool return_by_cpu = false;  // by the CPU, immediately
  Copying copy;
};

}  // namespace penstock::proto::rma
