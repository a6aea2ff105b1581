// Settings for ranks whose GPUs MPS serves.
#pragma once

#include <string>

#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// True if MPS's control daemon has its socket in that folder.
[[nodiscard]] bool mps_runs(const std::string& folder);

// Where MPS runs here and the user has set no number of hardware queues for a process, each rank gets as many as without MPS:
// with the two that MPS gives, ranks whose streams wait for each other hang. This is not done for more than kMostRanks ranks:
// all clients of a GPU share one set of queues, which more clients with as many could use up.
inline constexpr int kMostRanks = 8;
void ask_for_hardware_queues(Options* options);

}  // namespace penstock::mpiexec
