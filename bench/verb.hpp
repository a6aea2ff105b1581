// One-sided operations that are measured.
#pragma once

#include <cstddef>

#include "case.hpp"

namespace bench {

enum class Verb { kPut, kGet, kAccumulate, kGetAccumulate, kFetchAndOp, kCompareAndSwap };

// What the case is named after.
[[nodiscard]] Verb verb_of(const Case& which);
// Of the send buffer: item 0 is what goes, or comes by a get; item 1 gets what was there before; item 2 is what is compared.
[[nodiscard]] std::size_t items_of(Verb verb);

}  // namespace bench
