// The exchange of a block's border with its neighbours, straight from the arrays.
#pragma once

#include <mpi.h>

#include <vector>

#include "grid.hpp"

namespace demo {

// The messages, bytes and time that the exchanges with one side have taken on this rank.
struct HaloCost {
  long long messages = 0, bytes = 0;
};

// The exchange has two phases: rows north and south, then columns west and east over the whole height, halo rows included, so
// that the corners of the halo arrive by way of the neighbour in between.
class Halo {
 public:
  Halo(const Block& block, MPI_Datatype element, int element_size);
  ~Halo();
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  // Exchanges the halo; complete on return. All ranks call it.
  void exchange(void* array);

  [[nodiscard]] const HaloCost& cost(Side side) const { return cost_[side]; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  void swap(char* array, Side first, Side second, MPI_Datatype type, long bytes);
  // The distance in bytes from the array's start to the cells that are sent to, or received from, a side.
  [[nodiscard]] long sent(Side side) const;
  [[nodiscard]] long received(Side side) const;

  Block block_;
  long element_size_;
  MPI_Datatype row_ = MPI_DATATYPE_NULL, column_ = MPI_DATATYPE_NULL;
  HaloCost cost_[kSides];
  double seconds_ = 0;
};

// Returns the whole field on rank 0 (empty elsewhere). Each block is sent from its array by one vector type and received in
// place by another. All ranks call it.
template <typename T>
std::vector<T> gather_field(const Grid& grid, const Block& block, int size, const T* array, MPI_Datatype element);

}  // namespace demo
