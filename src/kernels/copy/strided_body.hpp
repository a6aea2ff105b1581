// The strided copy, compiled for GPUs and for the stand-in. Each block takes tiles of kUnroll * threads consecutive elements;
// a thread has kUnroll independent loads in flight, neighbours touch neighbouring elements.
#pragma once

#include "kernels/copy/strided_arguments.hpp"
#include "kernels/sync/finish.hpp"
#include "kernels/sync/global.hpp"

namespace penstock::kernels {

inline constexpr unsigned kStridedUnroll = 4;

PENSTOCK_DEVICE std::uint32_t divide(std::uint32_t dividend, const Divisor& by) {
  return static_cast<std::uint32_t>((std::uint64_t{dividend * 2} * by.multiplier) >> 32) >> by.shift;
}

// Address of element `index`, of so many bytes, of the piece. `kDims`: of the side, or -1 for "as it says".
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

template <typename Element, int kDims>
PENSTOCK_DEVICE std::uint64_t strided_address(const StridedSide& side, std::uint32_t index) {
  return strided_address<kDims>(side, index, static_cast<std::uint32_t>(sizeof(Element)));
}

template <typename Element, int kDestinationDims, int kSourceDims, bool kWhole>
PENSTOCK_DEVICE void copy_tile(const StridedArguments& arguments, std::uint32_t mine, std::uint32_t threads) {
  Element value[kStridedUnroll] = {};
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    const std::uint32_t index = mine + k * threads;
    if (!kWhole && index >= arguments.elements) break;
    value[k] = sync::GlobalPtr<Element>(strided_address<Element, kSourceDims>(arguments.source, index)).load();
  }
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    const std::uint32_t index = mine + k * threads;
    if (!kWhole && index >= arguments.elements) break;
    sync::GlobalPtr<Element>(strided_address<Element, kDestinationDims>(arguments.destination, index)).store(value[k]);
  }
}

template <typename Element, int kDestinationDims, int kSourceDims>
PENSTOCK_DEVICE void copy_tiles(const StridedArguments& arguments, const sync::Lane& lane) {
  const std::uint32_t threads = lane.threads();
  const std::uint32_t tile = threads * kStridedUnroll;
  const std::uint32_t step = tile * lane.blocks();
  std::uint32_t first = lane.block() * tile;
  // Whole tiles apart: without a test between them the loads are issued together.
  for (; first + tile <= arguments.elements; first += step) {
    copy_tile<Element, kDestinationDims, kSourceDims, true>(arguments, first + lane.thread(), threads);
  }
  if (first < arguments.elements)
    copy_tile<Element, kDestinationDims, kSourceDims, false>(arguments, first + lane.thread(), threads);
}

// The shapes that occur most have their own loop: no dimension is looked up in memory.
template <typename Element>
PENSTOCK_DEVICE void copy_any_tiles(const StridedArguments& arguments, const sync::Lane& lane) {
  const int to = arguments.destination.dims;
  const int from = arguments.source.dims;
  if (to == 0 && from == 1) return copy_tiles<Element, 0, 1>(arguments, lane);
  if (to == 1 && from == 0) return copy_tiles<Element, 1, 0>(arguments, lane);
  if (to == 1 && from == 1) return copy_tiles<Element, 1, 1>(arguments, lane);
  if (to == 0 && from == 2) return copy_tiles<Element, 0, 2>(arguments, lane);
  if (to == 2 && from == 0) return copy_tiles<Element, 2, 0>(arguments, lane);
  return copy_tiles<Element, -1, -1>(arguments, lane);
}

template <typename Element>
PENSTOCK_DEVICE void copy_strided_body(const StridedArguments& arguments, const sync::Lane& lane) {
  copy_any_tiles<Element>(arguments, lane);
  sync::finish(lane, arguments.finish);
}

}  // namespace penstock::kernels
