// The choice of the transport that does an operation: pure functions over the ways to a target that were attached.
#pragma once

#include <cstdint>

#include "transport/registry.hpp"

namespace penstock::proto::rma {

// The cheapest way that can, of those that are not `refused` (one bit for each, by its index). Null: there is none.
[[nodiscard]] const transport::Remote* choose_move(const transport::Attachment& attached, bool puts,
                                                   const transport::Move& move, std::uint32_t refused);
[[nodiscard]] const transport::Remote* choose_atomic(const transport::Attachment& attached, const transport::Atomic& atomic,
                                                     std::uint32_t refused);
// A way that moves pieces to or from memory of the CPU and needs the target's process for none of them. Null: there is none.
[[nodiscard]] const transport::Remote* find_way_for_pieces(const transport::Attachment& attached, bool puts);

}  // namespace penstock::proto::rma
