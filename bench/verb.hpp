// The one-sided operations that are measured.
#pragma once

#include <cstddef>

#include "case.hpp"

namespace bench {

enum class Verb { kPut, kGet, kAccumulate, kGetAccumulate, kFetchAndOp, kCompareAndSwap };

// Returns the operation that the case is named after.
[[nodiscard]] Verb verb_of(const Case& which);
// Returns the number of items of the send buffer: item 0 holds the data that are sent or got; item 1 gets the old contents;
// item 2 holds the comparand.
[[nodiscard]] std::size_t items_of(Verb verb);

}  // namespace bench
