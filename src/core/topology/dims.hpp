// MPI_Dims_create: a grid of processes that is as even as possible.
#pragma once

#include <span>

#include "base/status.hpp"

namespace penstock::core {

// Fills the entries of `dims` that are 0, so that the product of all entries is `nodes`. It chooses the factors with the
// smallest sum; of several sets with that sum, the set whose last factor is the largest. The largest factor comes first. The
// call takes milliseconds for every int. Returns kDims if the given entries do not divide `nodes`, or are negative; kArg for
// less than one node. Without dimensions nothing is checked.
[[nodiscard]] Status balance(int nodes, std::span<int> dims);

}  // namespace penstock::core
