// Which GPU, cores and adapter are each rank's: what the launcher binds, shares out, and shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "base/topology.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/placement.hpp"

namespace penstock::mpiexec {

// What decides besides the command line.
struct Surroundings {
  std::string root;                    // holds sys, proc and dev; empty: this machine's
  Cpus allowed;                        // the processors that this process may run on
  std::optional<std::string> visible;  // our own CUDA_VISIBLE_DEVICES
  bool unbound = false;                // MV2_ENABLE_AFFINITY=0 asks for no binding where the command line asks for nothing
};
// Of this process, within --cpu-list. kArg: that names a processor which may not be used. PENSTOCK_MACHINE_ROOT names another
// machine's record, all of whose processors then count as allowed.
Status look_around(const Options& options, Surroundings* out);

struct PlacementPlan {
  base::Machine machine;                    // with the GPUs that ranks see, in the order in which they are dealt out
  std::vector<base::Placement> placements;  // for each rank; empty where the machine was not looked at
  std::vector<Cpus> cpus;                   // for each rank what to bind it to; empty: nothing
  std::vector<std::string> gpus;            // for each rank its CUDA_VISIBLE_DEVICES; empty: the launcher's
  bool numbered = false;                    // those are our numbers of GPUs, in the order of the PCI bus
  std::string decision;                     // what ranks are bound to, or why to nothing
};
// Where nothing is asked for, each of several ranks is bound to its share of the cores, near its GPU where there are GPUs:
// ranks never share a core that way, and threads of a rank run on its share (as with Intel MPI's pinning domains). Looks at the
// machine only for that, where it has GPUs, or where something was asked for. kSystem where what was asked for cannot be found
// out, kArg where there are too few GPUs.
Status plan_placement(const Options& options, const Surroundings& here, PlacementPlan* out);

// The placement as lines, for people.
[[nodiscard]] std::string describe(const PlacementPlan& placement_plan);
// What stands behind each rank's number there, and above it.
[[nodiscard]] std::string describe_row(const PlacementPlan& placement_plan, std::size_t rank);
[[nodiscard]] std::string describe_head();

}  // namespace penstock::mpiexec
