// Datatypes that data moves in. Those of a group have the same signature, so that what is sent by one is received by another.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace penstock::test {

struct Unit {
  struct Run {
    std::size_t offset, bytes;
  };
  MPI_Datatype type;
  std::size_t data;    // bytes of one
  std::size_t extent;  // from one to the next
  std::vector<Run> runs;
  // Writes `count` of them, bytes that follow from `key`, to `out`; what lies between is left.
  void write(std::uint64_t key, std::size_t count, unsigned char* out) const;
};

inline constexpr std::size_t kUnitGroups = 6;
inline constexpr std::size_t kGapGroup = 5;  // with units that have gaps
[[nodiscard]] const char* unit_group_name(std::size_t group);
// The same for the life of the program; the first call is after MPI_Init.
[[nodiscard]] const std::vector<Unit>& units_of(std::size_t group);
// Before MPI_Finalize.
void free_units();

}  // namespace penstock::test
