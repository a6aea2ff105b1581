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

// Returns a variable's value; null if it is not set.
using Lookup = std::function<const char*(const char* name)>;

// `wanted` is slurm, pbs, lsf, sge, or user for none; empty: the first that there is. kArg: a variable or file is malformed, or
// the wanted allocation does not exist.
Status read_allocation(std::string_view wanted, const Lookup& lookup, Allocation* out);

// Expands Slurm's "a[01-03,7],b" to names, and its "4(x2),3" to numbers.
Status expand_nodes(std::string_view text, std::vector<std::string>* out);
Status expand_counts(std::string_view text, std::vector<int>* out);

// Returns as many of the first hosts as have room for `ranks`; all if they have too little.
[[nodiscard]] std::vector<Host> first_for(int ranks, std::vector<Host> hosts);

}  // namespace penstock::mpiexec
