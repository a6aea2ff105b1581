// Computes the cores and GPUs of each rank. These are pure functions of the contents of /sys, /dev and the environment.
#pragma once

#include <string>
#include <vector>

#include "base/status.hpp"
#include "base/topology_sys.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

using Cpus = std::vector<int>;

// Reads the processors that this process may run on.
Status allowed_cpus(Cpus* out);

// Computes for each rank the processors to bind it to; `to` is a core, a socket or a NUMA node. Ranks take cores round-robin;
// sockets and NUMA nodes take blocks of ranks, so that neighbouring ranks share a node. Only processors among `allowed` count.
// `sys` is "/sys", or a copy of it. kSystem: it lacks the topology.
Status plan_binding(BindTo to, int ranks, const Cpus& allowed, const std::string& sys, std::vector<Cpus>* out);

// Computes the same for mapped ranks: round-robin over resources or a fixed number on each, with cores of their
// own or bound to `to` (kAuto: to the resource that they are mapped over) within it. kArg where there is no room;
// the message gives the numbers.
Status plan_mapping(const Mapping& mapping, BindTo to, int ranks, const Cpus& allowed, const std::string& sys,
                    std::vector<Cpus>* out);

// Returns the number of these resources; 1 for kNone, the machine.
[[nodiscard]] int count_resources(BindTo resource, const Cpus& allowed, const std::string& sys);

// Computes each rank's value of CUDA_VISIBLE_DEVICES: `gpus` are given to ranks in their order, in their own notation.
// `listed`: they come from the launcher's own CUDA_VISIBLE_DEVICES. kArg where there are too few.
Status share_gpus(int per_rank, int ranks, const std::vector<base::VisibleGpu>& gpus, bool listed,
                  std::vector<std::string>* out);

}  // namespace penstock::mpiexec
