#include "kernels/copy/strided_plan.hpp"

#include <algorithm>
#include <bit>

namespace penstock::kernels {

static_assert(kMaxDims == kMaxSideDims);

std::uint64_t address_bits(const Strided& shape) noexcept {
  std::uint64_t bits = shape.base;
  if (shape.dims > 0) bits |= shape.block;
  for (int d = 0; d < shape.dims; ++d) bits |= static_cast<std::uint64_t>(shape.stride[d]);
  return bits;
}

std::uint64_t make_strided_side(const Strided& shape, unsigned element, std::uint64_t first, StridedSide* out) noexcept {
  const std::uint64_t block = shape.block / element;
  out->base = shape.base;
  if (shape.dims == 0) {
    out->base += first * element;
    return block - first;
  }
  // The first dimension whose count exceeds 32-bit arithmetic is the last of the piece; the rest is added to the base.
  std::uint64_t at[kMaxDims];
  std::uint64_t rest = first / block;
  for (int d = 0; d < shape.dims; ++d) {
    at[d] = d + 1 < shape.dims ? rest % shape.count[d] : rest;
    rest /= shape.count[d];
    out->base += at[d] * static_cast<std::uint64_t>(shape.stride[d]);
  }
  const std::uint64_t into_block = first % block;
  if (block >= kMostPieceElements) {
    out->base += into_block * element;
    return block - into_block;
  }
  out->block = make_divisor(static_cast<std::uint32_t>(block));
  out->skip = static_cast<std::uint32_t>(into_block);
  std::uint64_t inner = block;  // elements of one step of dimension d
  std::uint64_t into_inner = into_block;
  for (int d = 0;; ++d) {
    out->stride[d] = shape.stride[d];
    out->dims = d + 1;
    if (d + 1 == shape.dims || shape.count[d] >= kMostPieceElements) return (shape.count[d] - at[d]) * inner - into_inner;
    out->base -= at[d] * static_cast<std::uint64_t>(shape.stride[d]);  // the kernel adds it, wrapped
    out->start[d] = static_cast<std::uint32_t>(at[d]);
    out->count[d] = make_divisor(static_cast<std::uint32_t>(shape.count[d]));
    into_inner += at[d] * inner;
    inner *= shape.count[d];
  }
}

Divisor make_divisor(std::uint32_t value) noexcept {
  const auto shift = static_cast<std::uint32_t>(std::bit_width(value - 1));  // ceil(log2)
  const std::uint64_t power = std::uint64_t{1} << (31 + shift);
  return {value, static_cast<std::uint32_t>((power + value - 1) / value), shift};
}

Strided simplified(const Strided& shape) noexcept {
  Strided out;
  out.base = shape.base;
  out.block = shape.block;
  for (int d = 0; d < shape.dims; ++d) {
    const std::uint64_t count = shape.count[d];
    const std::int64_t stride = shape.stride[d];
    if (count == 1) continue;
    if (out.dims == 0 && stride == static_cast<std::int64_t>(out.block)) {
      out.block *= count;
      continue;
    }
    const int below = out.dims - 1;
    if (below >= 0 && stride == out.stride[below] * static_cast<std::int64_t>(out.count[below])) {
      out.count[below] *= count;
      continue;
    }
    out.count[out.dims] = count;
    out.stride[out.dims++] = stride;
  }
  return out;
}

unsigned element_bytes(const Strided& destination, const Strided& source, std::uint64_t first, std::uint64_t bytes) noexcept {
  const std::uint64_t bits = address_bits(destination) | address_bits(source) | first | bytes | 16;
  return 1U << std::countr_zero(bits);
}

StridedArguments make_piece(const Strided& destination, const Strided& source, unsigned element, std::uint64_t first,
                            std::uint64_t elements) noexcept {
  StridedArguments out;
  const std::uint64_t to = make_strided_side(destination, element, first, &out.destination);
  const std::uint64_t from = make_strided_side(source, element, first, &out.source);
  out.elements = static_cast<std::uint32_t>(std::min({elements, to, from, kMostPieceElements}));
  return out;
}

}  // namespace penstock::kernels
