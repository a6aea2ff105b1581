// Control variables: each tunable is one, and has the same number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/config.hpp"
#include "base/status.hpp"
#include "mpi.h"

namespace penstock::mpi_t {

// The form in which tools see a value: booleans and choices are numbers with names, a cost is a latency in us and a rate in
// MB/s.
struct CvarForm {
  MPI_Datatype datatype;
  int count;
};
[[nodiscard]] CvarForm cvar_form(const base::Tunable& row) noexcept;
// Texts take this many characters at most, the final 0 included; longer ones are cut when they are read.
inline constexpr int kTextRoom = 4096;

// These convert between the text of the environment and the value of a tool: `buffer` has the form of cvar_form(). kConfig: the
// value is invalid for that tunable.
[[nodiscard]] Status cvar_from_text(const base::Tunable& row, std::string_view text, void* buffer);
[[nodiscard]] Status cvar_to_text(const base::Tunable& row, const void* buffer, std::string* text);

}  // namespace penstock::mpi_t
