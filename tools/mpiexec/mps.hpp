// Ranks that MPS serves.
#pragma once

#include <string>

#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// Whether MPS's control daemon has its socket in that folder.
[[nodiscard]] bool mps_runs(const std::string& folder);

// Where MPS runs here and nobody has said how many hardware queues a process gets, each rank gets as many as without MPS: with
// the two that MPS gives, ranks whose streams wait for each other hang. Not where there are more than kMostRanks: all clients
// of a GPU share one stock of queues, which more clients with as many could use up.
inline constexpr int kMostRanks = 8;
void ask_for_hardware_queues(Options* options);

}  // namespace penstock::mpiexec
