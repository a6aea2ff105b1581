// The exchange of a block's border with its neighbours, four times: by hand through host memory, by hand and pipelined, with
// datatypes straight from device memory, and with these in a CUDA graph. count_lines.py counts the lines of these sources.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "demo/grid.hpp"
#include "memory.hpp"
#include "watch.hpp"

namespace bench::apps {

// One of the two cells' strips that travel in a direction; distances in bytes from the start of the array.
struct Edge {
  int neighbour = MPI_PROC_NULL;
  int tag_out = 0, tag_in = 0;
  std::size_t out = 0, in = 0;  // cells that are sent, cells that are received
};

// Two edges of one shape: `rows` rows of `width` cells each, `pitch` cells from one row to the next.
struct Strip {
  Edge edges[2];
  int rows = 0, width = 0, pitch = 0;
};

// The parameters that all versions get. `staging` gives the kind of memory of host buffers.
struct Shape {
  std::array<Strip, kDirections> strips;
  MPI_Datatype element = MPI_DOUBLE;
  std::size_t element_bytes = sizeof(double);
};

// Returns the strips of a block: rows north and south without the corners, then columns west and east with the halo rows, so
// that the corners arrive by way of the neighbour in between.
[[nodiscard]] Shape shape_of(const demo::Block& block, bool single);

class Field;

// All versions call MPI on MPI_COMM_WORLD, whose errors end the job; GPU calls throw Failure.
class Halo {
 public:
  virtual ~Halo() = default;
  // Exchanges the halo in one direction; complete on return. All ranks call it for the same direction; the kernel
  // that wrote `array` has finished.
  virtual void exchange(char* array, Direction direction) = 0;
  // Runs all steps of a round, exchanges and updates; complete on return. False: this version has no loop of its own.
  virtual bool iterate(Field& /*field*/, int /*iterations*/) { return false; }
  // Sets the number of pieces that an edge is cut into; versions that do not cut edges ignore it.
  virtual void set_pieces(Direction, int) {}
};

// A version's name, its source file, and its constructor. `watch` and `staging` outlive what is made.
struct Version {
  const char* name;
  std::unique_ptr<Halo> (*make)(const Shape& shape, const Memory& staging, Watch& watch);
  bool cuts;
  bool by_default;
};

[[nodiscard]] std::unique_ptr<Halo> make_plain(const Shape& shape, const Memory& staging, Watch& watch);
[[nodiscard]] std::unique_ptr<Halo> make_pipelined(const Shape& shape, const Memory& staging, Watch& watch);
[[nodiscard]] std::unique_ptr<Halo> make_datatype(const Shape& shape, const Memory& staging, Watch& watch);
[[nodiscard]] std::unique_ptr<Halo> make_graph(const Shape& shape, const Memory& staging, Watch& watch);
[[nodiscard]] std::unique_ptr<Halo> make_kernel(const Shape& shape, const Memory& staging, Watch& watch);

inline constexpr Version kVersions[] = {{"plain", make_plain, false, true},
                                        {"pipelined", make_pipelined, true, true},
                                        {"datatype", make_datatype, false, true},
                                        {"graph", make_graph, false, false},
                                        {"kernel", make_kernel, false, false}};
inline constexpr int kMostPieces = 8;

}  // namespace bench::apps
