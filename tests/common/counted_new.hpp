// Counts calls of operator new. The program names counted_new.cpp among its own sources, whose operators then serve all
// libraries too.
#pragma once

#include <cstdint>

namespace penstock::test {

// Of all threads so far.
[[nodiscard]] std::uint64_t allocations() noexcept;
// Of the calling thread.
[[nodiscard]] std::uint64_t allocations_here() noexcept;

}  // namespace penstock::test
