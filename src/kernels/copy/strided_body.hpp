// The strided copy is compiled for GPUs and for the emulated driver. Each block takes tiles of kUnroll * threads consecutive
// elements; a thread has kUnroll independent loads in flight, and neighbouring threads access neighbouring elements.
#pragma once

#include "kernels/copy/strided_arguments.hpp"
#include "kernels/sync/finish.hpp"
#include "kernels/sync/global.hpp"

namespace penstock::kernels {

inline constexpr unsigned kStridedUnroll = 4;

PENSTOCK_DEVICE std::uint32_t divide(std::uint32_t dividend, const Divisor& by) {
  return static_cast<std::uint32_t>((std::uint64_t{dividend * 2} * by.multiplier) >> 32) >> by.shift;
}

// Returns the address of element `index` of the piece, where elements have `element` bytes. `kDims` is the side's dimension, or
// -1 if it is not known at compile time.
template <int kDims>
PENSTOCK_DEVICE std::uint64_t strided_address(const StridedSide& side, std::uint32_t index, std::uint32_t element) {
  const std::uint32_t position = index + side.skip;
  if (kDims == 0 || (kDims < 0 && side.dims == 0)) return side.base + std::uint64_t{position} * element;
  std::uint32_t block = divide(position, side.block);
  std::int64_t offset = static_cast<std::int64_t>(position - block * side.block.value) * static_cast<std::int64_t>(element);
  const int last = (kDims > 0 ? kDims : side.dims) - 1;
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (int d = 0; d < (kDims > 0 ? kDims - 1 : kMaxSideDims - 1); ++d) {
    if (kDims < 0 && d >= last) break;
    const std::uint32_t at = block + side.start[d];
    block = divide(at, side.count[d]);
    offset += static_cast<std::int64_t>(at - block * side.count[d].value) * side.stride[d];
  }
  return side.base + static_cast<std::uint64_t>(offset + static_cast<std::int64_t>(block) * side.stride[last]);
}

// StridedAt returns the address of element `index` of a piece, for one form of a side; copy_tiles() uses these functions.
template <typename Element, int kDims>
struct StridedAt {
  const StridedSide& side;

  PENSTOCK_DEVICE std::uint64_t operator()(std::uint32_t index) const {
    return strided_address<kDims>(side, index, static_cast<std::uint32_t>(sizeof(Element)));
  }
};

template <typename Element, bool kWhole, typename To, typename From>
PENSTOCK_DEVICE void copy_tile(const To& to, const From& from, std::uint32_t elements, std::uint32_t mine,
                               std::uint32_t threads) {
  Element value[kStridedUnroll] = {};
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    const std::uint32_t index = mine + k * threads;
    if (!kWhole && index >= elements) break;
    value[k] = sync::GlobalPtr<Element>(from(index)).load();
  }
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    const std::uint32_t index = mine + k * threads;
    if (!kWhole && index >= elements) break;
    sync::GlobalPtr<Element>(to(index)).store(value[k]);
  }
}

template <typename Element, typename To, typename From>
PENSTOCK_DEVICE void copy_tiles(const To& to, const From& from, std::uint32_t elements, const sync::GpuThread& self) {
  const std::uint32_t threads = self.threads();
  const std::uint32_t tile = threads * kStridedUnroll;
  const std::uint32_t step = tile * self.blocks();
  std::uint32_t first = self.block() * tile;
  // Whole tiles have a loop of their own: without a test between them, the loads are issued together.
  for (; first + tile <= elements; first += step) copy_tile<Element, true>(to, from, elements, first + self.thread(), threads);
  if (first < elements) copy_tile<Element, false>(to, from, elements, first + self.thread(), threads);
}

// The most frequent shapes have a loop of their own, in which no dimension is read from memory.
template <typename Element>
PENSTOCK_DEVICE void copy_any_tiles(const StridedArguments& arguments, const sync::GpuThread& self) {
  const StridedSide& to = arguments.destination;
  const StridedSide& from = arguments.source;
  const auto copy = [&](const auto& into, const auto& out_of) { copy_tiles<Element>(into, out_of, arguments.elements, self); };
  if (to.dims == 0 && from.dims == 1) return copy(StridedAt<Element, 0>{to}, StridedAt<Element, 1>{from});
  if (to.dims == 1 && from.dims == 0) return copy(StridedAt<Element, 1>{to}, StridedAt<Element, 0>{from});
  if (to.dims == 1 && from.dims == 1) return copy(StridedAt<Element, 1>{to}, StridedAt<Element, 1>{from});
  if (to.dims == 0 && from.dims == 2) return copy(StridedAt<Element, 0>{to}, StridedAt<Element, 2>{from});
  if (to.dims == 2 && from.dims == 0) return copy(StridedAt<Element, 2>{to}, StridedAt<Element, 0>{from});
  return copy(StridedAt<Element, -1>{to}, StridedAt<Element, -1>{from});
}

template <typename Element>
PENSTOCK_DEVICE void copy_strided_body(const StridedArguments& arguments, const sync::GpuThread& self) {
  copy_any_tiles<Element>(arguments, self);
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels
