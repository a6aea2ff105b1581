// The options of the MPI standard's portable mpiexec (MPI-5.0, section 11.5) that concern one program.
#pragma once

#include <string_view>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// -soft: returns the largest number from 1 to `most` (0: no limit) among the numbers that `text`, a list of triplets
// FIRST:LAST:STEP, names. kArg: it is no such list, or names none of these numbers.
Status choose_soft(std::string_view text, int most, int* out);

// -arch: kUnsupported if this machine has another architecture.
Status check_arch(std::string_view wanted);

// -initial-errhandler: puts the name into the environment of the part's ranks, where the library finds it.
// kArg: there is no such handler.
Status ask_for_errhandler(std::string_view name, Part* part);

// If the part has folders or a PATH of its own, its program becomes the first in them, with its full path. The name is
// unchanged if they do not contain it.
void find_program(Part* part);

}  // namespace penstock::mpiexec
