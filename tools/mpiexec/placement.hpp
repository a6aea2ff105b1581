// Which cores and which GPUs each rank gets. Pure functions of what /sys, /dev and the environment say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

using Cpus = std::vector<int>;

// The processors that this process may run on.
Status allowed_cpus(Cpus* out);

// For each rank the processors to bind it to. Cores are dealt out in turn; sockets and NUMA nodes in blocks, so that
// neighbouring ranks share one. Only what is among `allowed` counts. `sys` is "/sys", or a copy of one. kSystem where it does
// not say.
Status plan_binding(BindTo to, int ranks, const Cpus& allowed, const std::string& sys, std::vector<Cpus>* out);

// How many GPUs the driver shows below `dev` ("/dev").
[[nodiscard]] int count_gpus(const std::string& dev);

// For each rank its value of CUDA_VISIBLE_DEVICES. `visible` is the launcher's own, whose entries are kept as they are
// (numbers, UUIDs, MIG names); nothing if it is not set: then all `present` GPUs. kArg where there are too few.
Status share_gpus(int per_rank, int ranks, std::optional<std::string_view> visible, int present, std::vector<std::string>* out);

}  // namespace penstock::mpiexec
