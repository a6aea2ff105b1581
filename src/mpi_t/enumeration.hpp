// Named values of variables, and names of the elements of events.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpi.h"

namespace penstock::mpi_t {

// Items are numbered from 0 on, and their values are their numbers.
struct Enumeration {
  std::string name;
  std::vector<std::string> items;
};

// Returns the enumerations, which never change while the process lives: one for truth values, one for each tunable that is a
// choice, those of states and of events.
[[nodiscard]] std::span<const Enumeration> enumerations();
[[nodiscard]] MPI_T_enum enum_of(std::string_view name);
// Returns null if the handle names no enumeration.
[[nodiscard]] const Enumeration* find_enumeration(MPI_T_enum handle);

}  // namespace penstock::mpi_t
