// The options of the MPI standard's portable mpiexec (MPI-5.0, section 11.5) that say something of one program.
#pragma once

#include <string_view>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// -soft: of the numbers that `text`, a list of triplets FIRST:LAST:STEP, names, the largest from 1 to `most` (0: without a
// limit). kArg: it is no such list, or names none of them.
Status choose_soft(std::string_view text, int most, int* out);

// -arch: kUnsupported where this machine is another one.
Status check_arch(std::string_view wanted);

// -initial-errhandler: puts it into the environment of the part's ranks, where the library finds it. kArg: there is none of
// that name.
Status ask_for_errhandler(std::string_view name, Part* part);

// Where the part has folders or a PATH of its own: its program becomes the first in them, with its whole name. It stays as it
// is where they hold none.
void find_program(Part* part);

}  // namespace penstock::mpiexec
