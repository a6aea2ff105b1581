// Which memory a rank brings to a collective over GPUs.
#pragma once

#include <cstdint>
#include <span>

#include "coll/select/select.hpp"
#include "kernels/fold/fold.hpp"

namespace penstock::coll {

// A range of memory of this rank; `flat` unless its bytes have gaps. Of no bytes: there is none.
struct BufferRange {
  std::byte* address = nullptr;
  std::uint64_t bytes = 0;
  bool flat = true;
};

// One buffer, or parts of it that lie anywhere.
struct CallBuffer {
  proto::Buffer whole;  // without a layout: none
  std::span<const proto::Buffer> parts;
  bool own = false;  // this rank's kernels alone touch it
};

// What is read of this rank's memory in a call, and what is written there.
struct CallBuffers {
  CallBuffer send;
  CallBuffer recv;
  bool overlap = false;  // results would be written over operands that others still read
};
[[nodiscard]] CallBuffers call_buffers_of(const Query& query, const Team& team, const Arguments& arguments);
// The same call with this rank's operand or part as one that does not lie in place, though it does. Where it stays, at the root
// of a scatter, nothing changes.
[[nodiscard]] Arguments out_of_place(const Query& query, const Team& team, const Arguments& arguments);

[[nodiscard]] BufferRange range_of(const proto::Buffer& buffer) noexcept;
// As kernels of this collective count: of several parts all of them and what lies between.
[[nodiscard]] BufferRange range_of(const Query& query, const CallBuffer& side) noexcept;
// Whether who takes parts moves them, since it alone knows where they go; else who gives them does.
[[nodiscard]] constexpr bool takers_move_data(const Movement& movement) noexcept {
  return movement.has_lists() && movement.part_of_each;
}
// Whether each member tells the others where its parts for them lie.
[[nodiscard]] constexpr bool has_table(const Query& query) noexcept {
  const Movement& movement = movement_of(query.collective);
  return movement.part_for_each && takers_move_data(movement);
}

// How a reduction's elements are folded by a kernel. False: by none. All ranks say the same.
[[nodiscard]] bool folding_of(const Arguments& arguments, kernels::Folding* out) noexcept;

// Whether such a call can go over GPUs at all. All ranks say the same.
[[nodiscard]] bool serves_on_devices(const Query& query, const Arguments& arguments) noexcept;

}  // namespace penstock::coll
