// From two strided shapes to kernel arguments: what copy_strided decides before it launches. Pure, so tests can walk it.
#pragma once

#include "kernels/copy/strided.hpp"
#include "kernels/copy/strided_arguments.hpp"

namespace penstock::kernels {

inline constexpr std::uint64_t kMostPieceElements = std::uint64_t{1} << 30;

// The same bytes with fewer dimensions: those of count 1 dropped, those that continue the one below merged.
[[nodiscard]] Strided simplified(const Strided& shape) noexcept;
// The largest element that both (simplified) shapes and the range allow.
[[nodiscard]] unsigned element_bytes(const Strided& destination, const Strided& source, std::uint64_t first,
                                     std::uint64_t bytes) noexcept;
// Everything of a (simplified) shape that its element must divide, or'ed together.
[[nodiscard]] std::uint64_t address_bits(const Strided& shape) noexcept;
[[nodiscard]] Divisor make_divisor(std::uint32_t value) noexcept;
// One side, for elements from `first` on; returns how many it can serve before its last dimension ends.
std::uint64_t make_strided_side(const Strided& shape, unsigned element, std::uint64_t first, StridedSide* out) noexcept;
// Arguments for elements from `first` on, as many as one launch can take, at most `elements`; the number is in the result.
[[nodiscard]] StridedArguments make_piece(const Strided& destination, const Strided& source, unsigned element,
                                          std::uint64_t first, std::uint64_t elements) noexcept;

}  // namespace penstock::kernels
