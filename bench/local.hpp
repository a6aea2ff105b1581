// MPI_Reduce_local with many operations and types.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

#include "layout.hpp"

namespace bench {

struct Local {
  std::string name;  // the name of the case
  MPI_Op op;
  Element element;
  // Fills the elements of the first or second operand with small whole numbers; `seed` 0: ones.
  void (*fill)(unsigned char* operand, std::size_t count, unsigned seed, bool second);
  // True if `found` is the result of operands that were made with `seed`.
  bool (*right)(const unsigned char* found, std::size_t count, unsigned seed);
};

[[nodiscard]] const std::vector<Local>& locals();

}  // namespace bench
