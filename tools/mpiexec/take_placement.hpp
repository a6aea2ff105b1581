// A rank that another launcher started looks at its own host, takes the GPUs and cores that are its share there, and becomes
// its program: what this mpiexec does for the ranks that it starts itself.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// A rank's number, and its place among those of its host, as the launcher says it.
struct Position {
  int rank = 0;
  int local_rank = 0;
  int local_ranks = 1;
};
// A variable's value; null where it is not set. Hydra, PRRTE as Open MPI's launcher, and Slurm are known. kUnsupported: none of
// them.
Status read_position(const std::function<const char*(const char* name)>& lookup, Position* out);

// Puts this program in front of those of the job. It is told what was asked about places, if `placements`, and after how long
// to show stacks, if there is a limit.
Status put_in_front(bool placements, Options* options);

// Becomes the program of `options`, which are of --take-placement or --watch-stacks; returns only with a failure. Where
// placement is to be shown, prints this rank's and returns.
Status become_rank(Options options);

// The lines that ranks printed in that case, in the order of ranks, as a table for people.
Status read_placements(std::string_view said, std::string* table);

}  // namespace penstock::mpiexec
