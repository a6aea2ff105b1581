// The datatypes of moved data. Those of a group have the same signature, so that one type sends and another receives.
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
  std::size_t data;    // bytes of one element
  std::size_t extent;  // distance between two elements
  std::vector<Run> runs;
  // Writes `count` elements, whose bytes follow from `key`, to `out`; bytes between them are unchanged.
  void write(std::uint64_t key, std::size_t count, unsigned char* out) const;
};

inline constexpr std::size_t kUnitGroups = 6;
inline constexpr std::size_t kGapGroup = 5;  // the groups up to it have units with gaps
[[nodiscard]] const char* unit_group_name(std::size_t group);
// Returns the units of a group, which stay valid for the life of the program; the first call is after MPI_Init.
[[nodiscard]] const std::vector<Unit>& units_of(std::size_t group);
// Frees all units. It is called before MPI_Finalize.
void free_units();

}  // namespace penstock::test
