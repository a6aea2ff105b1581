// Parts of the machine that a process is restricted to: what MPI_Get_hw_resource_info tells and a guided split goes by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/topology.hpp"
#include "base/topology_sys.hpp"

namespace penstock::core {

// "penstock://NUMANode": a kind of which the machine has some, and the one that the process is restricted to, if it is.
struct Resource {
  std::string type;
  std::optional<int> instance;
};

// Of `cpus`, and of the GPUs that CUDA would show. Kinds that the machine has none of, as far as is known, are not listed.
[[nodiscard]] std::vector<Resource> find_resources(const base::Machine& machine, const std::vector<int>& cpus,
                                                   const std::vector<base::VisibleGpu>& visible);
// Of this process as it is bound now. Milliseconds on large machines.
[[nodiscard]] std::vector<Resource> own_resources(const Config& config);

}  // namespace penstock::core
