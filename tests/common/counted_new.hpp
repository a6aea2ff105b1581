// Counts calls of operator new. A program lists counted_new.cpp among its own sources; its
// operators then serve all libraries too.
#pragma once

#include <cstdint>

namespace penstock::test {

// Returns the number of calls of all threads so far.
[[nodiscard]] std::uint64_t allocations() noexcept;
// Returns the number of calls of the calling thread so far.
[[nodiscard]] std::uint64_t allocations_here() noexcept;

}  // namespace penstock::test
