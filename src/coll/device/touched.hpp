// Which parts of a rank's data the other ranks' kernels touch.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/device/buffer_ranges.hpp"

namespace penstock::coll {

// Bytes [first, first + bytes) of a side, as kernels count.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

// In order, neither empty nor one behind another.
struct Touched {
  std::vector<Range> read;     // of what is sent
  std::vector<Range> written;  // of what is received
};

// Of sides in one piece; of one in parts others touch all but this rank's own part. By the plans of the others, where these
// depend on nothing but the call; else all of what is not `own`.
[[nodiscard]] Touched touched_by_others(const Query& query, const Team& team, const Arguments& arguments);

}  // namespace penstock::coll
