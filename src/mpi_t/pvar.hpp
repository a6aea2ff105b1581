// Performance variables: what the library counts, and how much there is of what.
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
  // The variable in the process that runs; of the communicator where it is bound to one.
  using Read = std::uint64_t (*)(core::Instance& instance, const PvarType& type, core::Comm* comm);

  std::string name;
  std::string description;
  std::string_view group;
  int pvar_class;
  MPI_Datatype datatype;
  int verbosity;
  int bind;
  std::string_view names;  // of its values: an enumeration; empty: none
  Read read;
  std::string_view word;  // for `read`

  // Sums begin at 0 in each handle, and may be stopped and set. All else is what it is.
  [[nodiscard]] bool is_sum() const noexcept {
    return pvar_class == MPI_T_PVAR_CLASS_COUNTER || pvar_class == MPI_T_PVAR_CLASS_AGGREGATE ||
           pvar_class == MPI_T_PVAR_CLASS_TIMER;
  }
};

[[nodiscard]] std::span<const PvarGroup> pvar_groups() noexcept;
// In the same order for as long as the library is loaded.
[[nodiscard]] std::span<const PvarType> pvar_types();

// Adds the counts of a process that is about to go to those of earlier ones.
void keep_counts(Interface& tools, core::Instance& instance);

}  // namespace penstock::mpi_t
