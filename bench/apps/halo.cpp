#include "halo.hpp"

namespace bench::apps {

Shape shape_of(const demo::Block& block, bool single) {
  Shape shape;
  shape.element = single ? MPI_FLOAT : MPI_DOUBLE;
  shape.element_bytes = single ? sizeof(float) : sizeof(double);
  const std::size_t pitch = static_cast<std::size_t>(block.pitch()), cell = shape.element_bytes;
  const std::size_t rows = static_cast<std::size_t>(block.rows), columns = static_cast<std::size_t>(block.columns);
  shape.strips[kNorthSouth] = {
      {{block.neighbour[demo::kNorth], 0, 1, (pitch + 1) * cell, 1 * cell},
       {block.neighbour[demo::kSouth], 1, 0, (rows * pitch + 1) * cell, ((rows + 1) * pitch + 1) * cell}},
      1,
      block.columns,
      block.pitch()};
  shape.strips[kEastWest] = {{{block.neighbour[demo::kWest], 2, 3, 1 * cell, 0},
                              {block.neighbour[demo::kEast], 3, 2, columns * cell, (columns + 1) * cell}},
                             block.rows + 2,
                             1,
                             block.pitch()};
  return shape;
}

}  // namespace bench::apps
