// Chooses the transport that does an operation: pure functions over the paths to a target that were attached.
#pragma once

#include <cstdint>

#include "transport/registry.hpp"

namespace penstock::proto::rma {

// Both return the cheapest path that can do the operation and is not `refused` (one bit for each, by its index), or null.
[[nodiscard]] const transport::Remote* choose_move(const transport::Attachment& attached, bool puts,
                                                   const transport::Move& move, std::uint32_t refused);
[[nodiscard]] const transport::Remote* choose_atomic(const transport::Attachment& attached, const transport::Atomic& atomic,
                                                     std::uint32_t refused);
// Returns a path that moves pieces to or from host memory without any action of the target's process, or null.
[[nodiscard]] const transport::Remote* find_way_for_pieces(const transport::Attachment& attached, bool puts);

}  // namespace penstock::proto::rma
