// The machines that a batch system gave to the job that mpiexec runs in.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/hosts.hpp"

namespace penstock::mpiexec {

struct Allocation {
  std::string_view by;  // "Slurm", "PBS", "LSF", "Grid Engine"; empty: none
  std::vector<Host> hosts;
};

// A variable's value; null where it is not set.
using Lookup = std::function<const char*(const char* name)>;

// `wanted`: slurm, pbs, lsf, sge, or user for none; empty: the first that there is. kArg: a variable or file is not as it
// should be, or what is wanted is not there.
Status read_allocation(std::string_view wanted, const Lookup& lookup, Allocation* out);

// Slurm's "a[01-03,7],b" as names, and its "4(x2),3" as numbers.
Status expand_nodes(std::string_view text, std::vector<std::string>* out);
Status expand_counts(std::string_view text, std::vector<int>* out);

// As many of the first hosts as have room for `ranks`; all where they have not.
[[nodiscard]] std::vector<Host> first_for(int ranks, std::vector<Host> hosts);

}  // namespace penstock::mpiexec
