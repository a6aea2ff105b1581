// The copy between lists is compiled for GPUs and for the emulated driver. It works tile by tile, as the strided copy does;
// each thread finds the addresses of its elements by divisions and, among pieces of different lengths, by an index that leaves
// few to search.
#pragma once

#include "kernels/copy/strided_body.hpp"
#include "kernels/pack/list_arguments.hpp"

namespace penstock::kernels {

PENSTOCK_DEVICE_CALL std::uint64_t divide_wide(std::uint64_t dividend, std::uint64_t by) {
  return dividend / by;
}

PENSTOCK_DEVICE std::uint64_t divide(std::uint64_t dividend, const ListDivisor& by, bool wide) {
  return wide ? divide_wide(dividend, by.value) : divide(static_cast<std::uint32_t>(dividend), by.fast);
}

PENSTOCK_DEVICE std::int64_t signed_entry(std::uint64_t table, std::uint64_t i, bool narrow) {
  if (narrow) return sync::GlobalPtr<std::int32_t>(table + i * 4).load();
  return sync::GlobalPtr<std::int64_t>(table + i * 8).load();
}

PENSTOCK_DEVICE std::uint64_t unsigned_entry(std::uint64_t table, std::uint64_t i, bool narrow) {
  if (narrow) return sync::GlobalPtr<std::uint32_t>(table + i * 4).load();
  return sync::GlobalPtr<std::uint64_t>(table + i * 8).load();
}

// Returns the offset of packed byte `at` of the run's shape.
PENSTOCK_DEVICE std::int64_t shape_offset(const ListRun& run, std::uint64_t at, bool wide) {
  if (run.dims == 0) return static_cast<std::int64_t>(at);
  std::uint64_t block = divide(at, run.block, wide);
  auto offset = static_cast<std::int64_t>(at - block * run.block.value);
  for (int d = 0; d + 1 < run.dims; ++d) {
    const std::uint64_t next = divide(block, run.count[d], wide);
    offset += static_cast<std::int64_t>(block - next * run.count[d].value) * run.stride[d];
    block = next;
  }
  return offset + static_cast<std::int64_t>(block) * run.stride[run.dims - 1];
}

PENSTOCK_DEVICE std::int64_t piece_offset(const ListSide& side, const ListRun& run, std::uint64_t at) {
  const std::uint64_t entry = side.tables.index + (run.index + (at >> run.shift)) * 4;
  std::uint64_t low = sync::GlobalPtr<std::uint32_t>(entry).load();
  std::uint64_t above = std::uint64_t{sync::GlobalPtr<std::uint32_t>(entry + 4).load()} + 1;
  while (above - low > 1) {
    const std::uint64_t middle = (low + above) / 2;
    if (unsigned_entry(side.tables.starts, run.first + middle, side.narrow != 0) <= at) {
      low = middle;
    } else {
      above = middle;
    }
  }
  const std::uint64_t start = unsigned_entry(side.tables.starts, run.first + low, side.narrow != 0);
  return signed_entry(side.tables.offsets, run.first + low, side.narrow != 0) + static_cast<std::int64_t>(at - start);
}

PENSTOCK_DEVICE std::int64_t run_offset(const ListSide& side, const ListRun& run, std::uint64_t at) {
  const bool wide = side.wide != 0;
  if (run.kind == ListKind::kPieces) return run.offset + piece_offset(side, run, at);
  if (run.kind == ListKind::kShape) return run.offset + shape_offset(run, at, wide);
  const std::uint64_t i = divide(at, run.each, wide);
  return run.offset + signed_entry(side.tables.places, run.first + i, side.narrow != 0) +
         shape_offset(run, at - i * run.each.value, wide);
}

PENSTOCK_DEVICE const ListRun& list_run(const ListSide& side, std::uint64_t i) {
  return *sync::GlobalPtr<ListRun>(side.tables.runs + i * sizeof(ListRun)).raw();
}

// Returns the run that has packed byte `at` of a repetition.
PENSTOCK_DEVICE const ListRun& run_of(const ListSide& side, std::uint64_t at) {
  if (side.runs == 1) return side.only;
  std::uint32_t low = 0;
  for (std::uint32_t above = side.runs; above - low > 1;) {
    const std::uint32_t middle = (low + above) / 2;
    if (list_run(side, middle).start <= at) {
      low = middle;
    } else {
      above = middle;
    }
  }
  return list_run(side, low);
}

// Returns the address of packed byte `packed` of the launch.
PENSTOCK_DEVICE std::uint64_t list_address(const ListSide& side, std::uint64_t packed) {
  const bool wide = side.wide != 0;
  const std::uint64_t position = side.skip + packed;
  std::uint64_t turn = divide(position, side.bytes, wide);
  const std::uint64_t at = position - turn * side.bytes.value;
  std::int64_t offset = 0;
  for (int d = 0; d + 1 < side.depth; ++d) {
    const std::uint64_t number = turn + side.loop[d].start;
    turn = divide(number, side.loop[d].count, wide);
    offset += static_cast<std::int64_t>(number - turn * side.loop[d].count.value) * side.loop[d].stride;
  }
  offset += static_cast<std::int64_t>(turn) * side.loop[side.depth - 1].stride;
  const ListRun& run = run_of(side, at);
  return side.base + static_cast<std::uint64_t>(offset + run_offset(side, run, at - run.start));
}

// TileAddresses has the addresses of the elements that a thread moves in a tile.
struct TileAddresses {
  std::uint64_t at[kStridedUnroll];
};

// The searches of the elements overlap. `last`: elements behind it are not searched for.
PENSTOCK_DEVICE_CALL TileAddresses list_addresses(const ListSide& side, std::uint32_t mine, std::uint32_t step,
                                                  std::uint32_t last, std::uint32_t element) {
  TileAddresses out;
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    const std::uint32_t index = mine + k * step;
    out.at[k] = list_address(side, std::uint64_t{index < last ? index : last} * element);
  }
  return out;
}

PENSTOCK_DEVICE_CALL TileAddresses strided_addresses(const StridedSide& side, std::uint32_t mine, std::uint32_t step,
                                                     std::uint32_t last, std::uint32_t element) {
  TileAddresses out;
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    const std::uint32_t index = mine + k * step;
    out.at[k] = strided_address<-1>(side, index < last ? index : last, element);
  }
  return out;
}

template <typename Element>
PENSTOCK_DEVICE void copy_list_tile(const ListArguments& arguments, std::uint32_t mine, std::uint32_t threads) {
  constexpr auto kSize = static_cast<std::uint32_t>(sizeof(Element));
  const std::uint32_t last = arguments.elements - 1;
  const TileAddresses from = arguments.source_is_list != 0 ? list_addresses(arguments.listed_source, mine, threads, last, kSize)
                                                           : strided_addresses(arguments.source, mine, threads, last, kSize);
  const TileAddresses to = arguments.destination_is_list != 0
                               ? list_addresses(arguments.listed_destination, mine, threads, last, kSize)
                               : strided_addresses(arguments.destination, mine, threads, last, kSize);
  Element value[kStridedUnroll];
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) value[k] = sync::GlobalPtr<Element>(from.at[k]).load();
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kStridedUnroll; ++k) {
    if (mine + k * threads <= last) sync::GlobalPtr<Element>(to.at[k]).store(value[k]);
  }
}

template <typename Element>
PENSTOCK_DEVICE void copy_list_body(const ListArguments& arguments, const sync::GpuThread& self) {
  const std::uint32_t tile = self.threads() * kStridedUnroll;
  for (std::uint32_t first = self.block() * tile; first < arguments.elements; first += tile * self.blocks()) {
    copy_list_tile<Element>(arguments, first + self.thread(), self.threads());
  }
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels
