// The nine-point stencil: each cell becomes a weighted mean of itself and its eight neighbours.
#pragma once

namespace demo {

// The weights add up to 1 and are powers of two, so the products are exact and only the order of the additions matters.
inline constexpr double kCentre = 0.25, kEdge = 0.125, kCorner = 0.0625;

// Computes one cell; `row` points at it, `pitch` is the distance to the cell below.
template <typename T>
constexpr T stencil_cell(const T* row, long pitch) {
  const T *above = row - pitch, *below = row + pitch;
  return T(kCentre) * row[0] + T(kEdge) * ((row[-1] + row[1]) + (above[0] + below[0])) +
         T(kCorner) * ((above[-1] + above[1]) + (below[-1] + below[1]));
}

// Computes one step on the host. `from` and `to` point at whole arrays of (rows + 2) x (columns + 2);
// the halo is read, not written.
template <typename T>
void stencil_step(const T* from, T* to, int rows, int columns) {
  const long pitch = columns + 2;
  for (int i = 1; i <= rows; ++i) {
    for (int j = 1; j <= columns; ++j) to[i * pitch + j] = stencil_cell(from + i * pitch + j, pitch);
  }
}

}  // namespace demo
