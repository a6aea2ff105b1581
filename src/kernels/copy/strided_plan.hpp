// This header converts two strided shapes to kernel arguments: the decisions of copy_strided before a launch. It uses no
// device, so tests can call it.
#pragma once

#include "kernels/copy/strided.hpp"
#include "kernels/copy/strided_arguments.hpp"

namespace penstock::kernels {

inline constexpr std::uint64_t kMostPieceElements = std::uint64_t{1} << 30;

// Returns a shape of the same bytes with fewer dimensions: those of count 1 are dropped, and those that continue the one below
// are merged.
[[nodiscard]] Strided simplified(const Strided& shape) noexcept;
// Returns the largest element that both (simplified) shapes and the range allow.
[[nodiscard]] unsigned element_bytes(const Strided& destination, const Strided& source, std::uint64_t first,
                                     std::uint64_t bytes) noexcept;
// Returns all numbers of a (simplified) shape that its element must divide, or'ed together.
[[nodiscard]] std::uint64_t address_bits(const Strided& shape) noexcept;
[[nodiscard]] Divisor make_divisor(std::uint32_t value) noexcept;
// Makes one side, for elements from `first` on; returns the number of elements until its last dimension ends.
std::uint64_t make_strided_side(const Strided& shape, unsigned element, std::uint64_t first, StridedSide* out) noexcept;
// Makes the arguments for elements from `first` on, as many as one launch can take and at most `elements`; the result contains
// the number.
[[nodiscard]] StridedArguments make_piece(const Strided& destination, const Strided& source, unsigned element,
                                          std::uint64_t first, std::uint64_t elements) noexcept;

}  // namespace penstock::kernels
