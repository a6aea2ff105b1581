// This header maps a kernel back to its operation and element.
#pragma once

#include "base/reduce/reduce.hpp"

namespace penstock::base {

// Finds the operation and element of a `kernel` that find_kernel() returned. Returns false, and leaves `*operation` and
// `*element` unchanged, if it is no row of a table (for example a copy of a row).
[[nodiscard]] bool find_operation(const ReduceKernel& kernel, Operation* operation, Element* element) noexcept;

}  // namespace penstock::base
