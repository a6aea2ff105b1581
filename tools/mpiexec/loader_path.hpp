// Programs that were built with another MPI ask for that MPI's libraries. Ours of the same names lie in folders of their own,
// and the loader of the ranks is led there.
#pragma once

#include <string>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// The auditor in LD_AUDIT leads every program of the job, whoever starts it and whatever search path it gets then, except those
// that lose LD_AUDIT on the way (env -i, setuid programs). Where glibc is older than 2.35, LD_LIBRARY_PATH does it as far as it
// can: a program that needs such a library by its own word gets our folder in front; what cannot be known (scripts, Python,
// libraries that load others) gets our folders behind everything that the user has set. Changes this process's environment,
// which all that it starts inherits, and the variables of parts. Says with --verbose what it does. kSystem: the environment
// cannot be changed.
Status lead_to_faces(Options* options);

// What to do where a rank has got this library of another MPI all the same; part of a sentence.
[[nodiscard]] std::string remedy_for(const std::string& file);

}  // namespace penstock::mpiexec
