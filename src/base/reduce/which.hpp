// Back from a kernel to what it computes.
#pragma once

#include "base/reduce/reduce.hpp"

namespace penstock::base {

// Of which operation and element `kernel` is the row that find_kernel() gave. False, `*operation` and `*element` left alone: it
// is a row of no table, such as a copy of one.
[[nodiscard]] bool find_operation(const ReduceKernel& kernel, Operation* operation, Element* element) noexcept;

}  // namespace penstock::base
