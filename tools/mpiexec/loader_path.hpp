// Programs that were built with another MPI ask for that MPI's libraries. Ours of the same names lie in folders of their own,
// and the loader's path of the ranks leads there.
#pragma once

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// A program that needs such a library by its own word gets our folder in front of LD_LIBRARY_PATH. What cannot be known
// (scripts, Python, libraries that load others) gets our folders behind everything that the user has set: they come before a
// program's RUNPATH and the system's folders all the same. Changes this process's environment, which all that it starts
// inherits, and the variables of parts. Says with --verbose what it does. kSystem: the environment cannot be changed.
Status lead_to_faces(Options* options);

}  // namespace penstock::mpiexec
