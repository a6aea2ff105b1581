// The hardware resources that a process is restricted to, for MPI_Get_hw_resource_info and guided splits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/topology.hpp"
#include "base/topology_sys.hpp"

namespace penstock::core {

// A kind of resource that the machine has ("penstock://NUMANode"), and the instance that the process is restricted to, if there
// is one.
struct Resource {
  std::string type;
  std::optional<int> instance;
};

// Finds the resources of `cpus` and of the GPUs that CUDA would show. Kinds that the machine is not known to have are not
// listed.
[[nodiscard]] std::vector<Resource> find_resources(const base::Machine& machine, const std::vector<int>& cpus,
                                                   const std::vector<base::VisibleGpu>& visible);
// Finds the resources of this process with its present binding. Takes milliseconds on large machines.
[[nodiscard]] std::vector<Resource> own_resources(const Config& config);

}  // namespace penstock::core
