// A rank that another launcher started looks at its own host, takes its share of GPUs and cores there, and becomes its program:
// this mpiexec does the same for the ranks that it starts itself.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// A rank's number, and its place among those of its host, according to the launcher.
struct Position {
  int rank = 0;
  int local_rank = 0;
  int local_ranks = 1;
};
// Looks up variables; a value is null if it is not set. Hydra, PRRTE as Open MPI's launcher, and Slurm are supported.
// kUnsupported: it is none of them.
Status read_position(const std::function<const char*(const char* name)>& lookup, Position* out);

// Puts this program in front of those of the job. Its options are those of placement, if `placements`, and the time after which
// to show stacks, if there is a limit.
Status put_in_front(bool placements, Options* options);

// Becomes the program of `options`, which have --take-placement or --watch-stacks; returns only with a failure. If placement is
// to be shown, it prints this rank's and returns.
Status become_rank(Options options);

// Makes a table for people of the lines that ranks printed in that case, in the order of ranks.
Status read_placements(std::string_view said, std::string* table);

}  // namespace penstock::mpiexec
