// Distributes a field over ranks as a grid of blocks.
#pragma once

#include <mpi.h>

#include <cstddef>

namespace demo {

enum Side { kNorth, kSouth, kWest, kEast, kSides };
inline constexpr const char* kSideNames[kSides] = {"north", "south", "west", "east"};
[[nodiscard]] constexpr Side opposite(Side side) {
  return static_cast<Side>(side ^ 1);
}

// One rank's block: rows x columns cells from (row, column) of the whole field, and the ranks on its four sides
// (MPI_PROC_NULL at the border).
struct Block {
  int row = 0, column = 0, rows = 0, columns = 0;
  int neighbour[kSides] = {MPI_PROC_NULL, MPI_PROC_NULL, MPI_PROC_NULL, MPI_PROC_NULL};

  [[nodiscard]] int pitch() const { return columns + 2; }  // cells from one row of the array to the next, halo included
  [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(rows + 2) * pitch(); }
};

struct Grid {
  int down = 1, across = 1;

  // Makes a grid as square as the number of ranks allows.
  static Grid of(int ranks) {
    Grid grid;
    for (int down = 1; down * down <= ranks; ++down) {
      if (ranks % down == 0) grid = {down, ranks / down};
    }
    return grid;
  }

  // Returns the rank's block of a field of rows x columns cells.
  [[nodiscard]] Block block(int rank, int rows, int columns) const {
    const int y = rank / across, x = rank % across;
    Block block;
    block.row = begin(y, down, rows);
    block.column = begin(x, across, columns);
    block.rows = begin(y + 1, down, rows) - block.row;
    block.columns = begin(x + 1, across, columns) - block.column;
    if (y > 0) block.neighbour[kNorth] = rank - across;
    if (y + 1 < down) block.neighbour[kSouth] = rank + across;
    if (x > 0) block.neighbour[kWest] = rank - 1;
    if (x + 1 < across) block.neighbour[kEast] = rank + 1;
    return block;
  }

 private:
  static int begin(int part, int parts, int size) { return static_cast<int>(static_cast<long long>(part) * size / parts); }
};

}  // namespace demo
