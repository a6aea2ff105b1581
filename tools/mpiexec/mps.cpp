#include "mpiexec/mps.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/hardware_queues.hpp"

namespace penstock::mpiexec {
namespace {

constexpr const char* kFolderVariable = "CUDA_MPS_PIPE_DIRECTORY";
constexpr const char* kDefaultFolder = "/tmp/nvidia-mps";

// Returns the value of the variable in the part's ranks; null: it is not set.
const char* value_of(const Part& part, const char* name) {
  const auto own = std::find_if(part.environment.rbegin(), part.environment.rend(),
                                [name](const auto& variable) { return variable.first == name; });
  return own != part.environment.rend() ? own->second.c_str() : std::getenv(name);
}

}  // namespace

// A daemon that was killed leaves its socket; then each rank gets the number of queues that is CUDA's own default.
bool mps_runs(const std::string& folder) {
  struct stat about{};
  return ::stat((folder + "/control").c_str(), &about) == 0 && (S_ISSOCK(about.st_mode) || S_ISFIFO(about.st_mode));
}

void ask_for_hardware_queues(Options* options) {
  if (options->ranks() > kMostRanks) return;
  for (Part& part : options->parts) {
    const char* const folder = value_of(part, kFolderVariable);
    const bool said = value_of(part, base::kHardwareQueuesVariable) != nullptr;
    if (said || !mps_runs(folder != nullptr ? folder : kDefaultFolder)) continue;
    part.environment.emplace_back(base::kHardwareQueuesVariable, std::to_string(base::kHardwareQueues));
    if (options->verbose) {
      fmt::print(stderr, "mpiexec: MPS runs: {}={} for {}, so that streams of ranks can wait for each other\n",
                 base::kHardwareQueuesVariable, base::kHardwareQueues, part.command.front());
    }
  }
}

}  // namespace penstock::mpiexec
