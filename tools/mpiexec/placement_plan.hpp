// The plan of each rank's GPU, cores and adapter: the launcher binds ranks by it, sets their GPUs, and shows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "base/topology.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/placement.hpp"

namespace penstock::mpiexec {

// The inputs of a plan besides the command line.
struct Surroundings {
  std::string root;                    // holds sys, proc and dev; empty: this machine's
  Cpus allowed;                        // the processors that this process may run on
  std::optional<std::string> visible;  // our own CUDA_VISIBLE_DEVICES
  bool unbound = false;                // MV2_ENABLE_AFFINITY=0 asks for no binding where the command line asks for nothing
};
// Reads the surroundings of this process, within --cpu-list. kArg: the list names a processor that may not be used.
// PENSTOCK_MACHINE_ROOT names another machine's record, all of whose processors then count as allowed.
Status look_around(const Options& options, Surroundings* out);

struct PlacementPlan {
  base::Machine machine;                    // with the GPUs that ranks see, in the order in which ranks get them
  std::vector<base::Placement> placements;  // for each rank; empty where the machine was not looked at
  std::vector<Cpus> cpus;                   // the processors that each rank is bound to; empty: not bound
  std::vector<std::string> gpus;            // each rank's CUDA_VISIBLE_DEVICES; empty: the launcher's
  bool numbered = false;                    // they are GPU numbers in the order of the PCI bus
  std::string decision;                     // how ranks are bound, or why they are not
};
// If no placement is asked for, each of several ranks is bound to its share of the cores, near its GPU where there are GPUs: so
// ranks never share a core, and threads of a rank run on its share (as with Intel MPI's pinning domains). The machine is looked
// at only for that, if it has GPUs, or if a placement is asked for. kSystem: the topology that the request needs cannot be
// read; kArg: there are too few GPUs.
Status plan_placement(const Options& options, const Surroundings& here, PlacementPlan* out);

// Returns the placement as lines, for people.
[[nodiscard]] std::string describe(const PlacementPlan& placement_plan);
// These return the text behind a rank's number in describe(), and the heading above it.
[[nodiscard]] std::string describe_row(const PlacementPlan& placement_plan, std::size_t rank);
[[nodiscard]] std::string describe_head();

}  // namespace penstock::mpiexec
