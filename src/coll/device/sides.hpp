// Which memory a rank brings to a collective over GPUs.
#pragma once

#include <cstdint>
#include <span>

#include "coll/select/select.hpp"
#include "kernels/fold/fold.hpp"

namespace penstock::coll {

// A stretch of memory of this rank; `flat` unless its bytes have gaps. Of no bytes: there is none.
struct Stretch {
  std::byte* address = nullptr;
  std::uint64_t bytes = 0;
  bool flat = true;
};

// What others read and write of this rank's memory, as one stretch each: of several parts all of them. And parts that this rank
// alone touches.
struct Sides {
  Stretch send;
  Stretch recv;
  std::span<const proto::Buffer> own;
  bool apart = false;  // others could not be told of a side, or would write what is still to be read
};
[[nodiscard]] Sides sides_of(const Query& query, const Team& team, const Arguments& arguments);
[[nodiscard]] Stretch stretch_of(const proto::Buffer& buffer) noexcept;
// Whether each member tells the others where its parts for them lie.
[[nodiscard]] constexpr bool has_table(const Query& query) noexcept {
  return query.collective == Collective::kAlltoallw;
}

// How a reduction's elements are folded by a kernel. False: by none. All ranks say the same.
[[nodiscard]] bool folding_of(const Arguments& arguments, kernels::Folding* out) noexcept;

// Whether such a call can go over GPUs at all. All ranks say the same.
[[nodiscard]] bool serves_on_devices(const Query& query, const Arguments& arguments) noexcept;

}  // namespace penstock::coll
