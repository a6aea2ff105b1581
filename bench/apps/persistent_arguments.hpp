// The only parameter of the kernels that run all iterations of a round.
#pragma once

#include <cstdint>

#include "penstock_device.h"

namespace bench::apps {

// The border of a block towards one neighbour, which is the neighbour's halo. Cells of the block and places in the neighbour's
// array are counted in cells.
struct Edge8 {
  std::int32_t rank = -1;   // -1: the field ends here
  std::int32_t signal = 0;  // the neighbour's word for this direction, counted in words
  std::int64_t place = 0;   // place of the first border cell in the neighbour's array
  std::int64_t step = 0;    // distance between the places of two cells
};
inline constexpr int kEdges = 8;  // north-west, north, north-east, west, east, south-west, south, south-east

struct PersistentArguments {
  penstock_device_window arrays[2];  // the field before the first iteration, and the one that it writes
  penstock_device_window signals;    // kEdges words, then the grid's own
  Edge8 edges[kEdges];
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  std::int32_t iterations = 0;
  std::int32_t reserved = 0;
  std::uint64_t done = 0;  // iterations of earlier launches
};

// These words lie behind those of signals: blocks that have arrived, turns of the grid, and a
// flag for a wait that was given up.
inline constexpr std::uint64_t kBlocksWord = 64, kTurnsWord = 72, kLostWord = 80, kSignalBytes = 128;

}  // namespace bench::apps
