// Which memory a rank brings to a collective over GPUs.
#pragma once

#include <cstdint>

#include "coll/select/select.hpp"
#include "kernels/fold/fold.hpp"

namespace penstock::coll {

// A stretch of memory of this rank; `flat` unless its bytes have gaps. Of no bytes: there is none.
struct Stretch {
  std::byte* address = nullptr;
  std::uint64_t bytes = 0;
  bool flat = true;
};

// What this rank gives and what it gets, as one stretch each: of several parts all of them.
struct Sides {
  Stretch send;
  Stretch recv;
  bool apart = false;  // the parts of a side are not one stretch that others could be told of
};
[[nodiscard]] Sides sides_of(const Query& query, const Team& team, const Arguments& arguments);

// How a reduction's elements are folded by a kernel. False: by none. All ranks say the same.
[[nodiscard]] bool folding_of(const Arguments& arguments, kernels::Folding* out) noexcept;

// Whether such a call can go over GPUs at all. All ranks say the same.
[[nodiscard]] bool serves_on_devices(const Query& query, const Arguments& arguments) noexcept;

}  // namespace penstock::coll
