// MPI_Dims_create: a grid of processes as even as can be.
#pragma once

#include <span>

#include "base/status.hpp"

namespace penstock::core {

// Fills the entries of `dims` that are 0, so that the product of all is `nodes`: those whose sum is the smallest, the largest
// first; of several such, those with the smallest largest one. Milliseconds for every int. kDims where the given ones do not
// divide `nodes`, or are negative; kArg for less than one node. Without dimensions nothing is asked.
[[nodiscard]] Status balance(int nodes, std::span<int> dims);

}  // namespace penstock::core
