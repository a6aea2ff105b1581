// Which cores and which GPUs each rank gets. Pure functions of what /sys, /dev and the environment say.
#pragma once

#include <string>
#include <vector>

#include "base/status.hpp"
#include "base/topology_sys.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

using Cpus = std::vector<int>;

// The processors that this process may run on.
Status allowed_cpus(Cpus* out);

// For each rank the processors to bind it to; `to` is a core, a socket or a NUMA node. Cores are dealt out in turn; sockets and
// NUMA nodes in blocks, so that neighbouring ranks share one. Only what is among `allowed` counts. `sys` is "/sys", or a copy
// of one. kSystem where it does not say.
Status plan_binding(BindTo to, int ranks, const Cpus& allowed, const std::string& sys, std::vector<Cpus>* out);

// The same where ranks are mapped: over resources in turn or so many on each, with cores of their own or bound to `to` (kAuto:
// to what they are mapped over) within it. kArg where there is no room, which the sentence counts.
Status plan_mapping(const Mapping& mapping, BindTo to, int ranks, const Cpus& allowed, const std::string& sys,
                    std::vector<Cpus>* out);

// How many of them there are; 1 of kNone, the machine.
[[nodiscard]] int count_resources(BindTo resource, const Cpus& allowed, const std::string& sys);

// For each rank its value of CUDA_VISIBLE_DEVICES: `gpus` dealt out in their order, as they are written. `listed`: they stand
// in the launcher's own CUDA_VISIBLE_DEVICES. kArg where there are too few.
Status share_gpus(int per_rank, int ranks, const std::vector<base::VisibleGpu>& gpus, bool listed,
                  std::vector<std::string>* out);

}  // namespace penstock::mpiexec
