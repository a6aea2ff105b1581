// Programs that were built with another MPI ask for that MPI's libraries. Our libraries of the same names lie in folders of
// their own, to which the loader of the ranks is redirected.
#pragma once

#include <string>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// The auditor in LD_AUDIT redirects every program of the job, whoever starts it and whatever search path it gets then, except
// those that lose LD_AUDIT on the way (env -i, setuid programs). Where glibc is older than 2.35, LD_LIBRARY_PATH replaces it
// as far as it can: a program that links such a library gets our folder in front of the path; other programs (scripts,
// Python, libraries that load others) get our folders behind everything that the user has set. Changes this process's
// environment, which all its children inherit, and the variables of parts. Reports its changes with --verbose. kSystem: the
// environment cannot be changed.
Status lead_to_faces(Options* options);

// Returns the remedy for a rank that has loaded this library of another MPI all the same; part of a sentence.
[[nodiscard]] std::string remedy_for(const std::string& file);

}  // namespace penstock::mpiexec
