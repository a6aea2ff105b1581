// Performance variables: the library's counts, and the present numbers of its objects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/object/instance.hpp"
#include "mpi.h"

namespace penstock::mpi_t {

class Interface;

struct PvarGroup {
  std::string_view name;
  std::string_view meaning;
};

struct PvarType {
  // Reads the variable in the process that runs, for the communicator if it is bound to one.
  using Read = std::uint64_t (*)(core::Instance& instance, const PvarType& type, core::Comm* comm);

  std::string name;
  std::string description;
  std::string_view group;
  int pvar_class;
  MPI_Datatype datatype;
  int verbosity;
  int bind;
  std::string_view names;  // the enumeration of its values; empty: none
  Read read;
  std::string_view word;  // argument of `read`

  // True for a sum, which begins at 0 in each handle and may be stopped and set. Other variables
  // have one value for all handles.
  [[nodiscard]] bool is_sum() const noexcept {
    return pvar_class == MPI_T_PVAR_CLASS_COUNTER || pvar_class == MPI_T_PVAR_CLASS_AGGREGATE ||
           pvar_class == MPI_T_PVAR_CLASS_TIMER;
  }
};

[[nodiscard]] std::span<const PvarGroup> pvar_groups() noexcept;
// Returns the types, in the same order as long as the library is loaded.
[[nodiscard]] std::span<const PvarType> pvar_types();

// Adds the counts of a process that is about to go to those of earlier ones.
void keep_counts(Interface& tools, core::Instance& instance);

}  // namespace penstock::mpi_t
