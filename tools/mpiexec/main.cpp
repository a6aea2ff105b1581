// mpiexec: starts the ranks of one job on this machine.
#include <cerrno>
#include <climits>
#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "mpiexec/handover.hpp"
#include "mpiexec/job.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/placement_plan.hpp"

namespace {

int show_placement(const penstock::mpiexec::Options& options) {
  penstock::mpiexec::Surroundings here;
  penstock::mpiexec::PlacementPlan placement_plan;
  penstock::Status status = look_around(&here);
  if (status.is_ok()) status = plan_placement(options, here, &placement_plan);
  if (status.is_ok()) return fmt::print("{}", describe(placement_plan)), 0;
  fmt::print(stderr, "mpiexec: {}\n", status.message());
  return 1;
}

// Ok where the job is this machine's.
penstock::Status start_elsewhere(const penstock::mpiexec::Options& options) {
  std::vector<penstock::mpiexec::Host> hosts;
  PENSTOCK_TRY(hosts_of(options, &hosts));
  char own[HOST_NAME_MAX + 1] = {};
  if (::gethostname(own, sizeof own - 1) != 0) return penstock::Status::system(errno, "asking for this machine's name");
  if (!hosts.empty() && !all_here(hosts, own)) return hand_over(options, hosts);
  for (const auto& [given, option] :
       {std::pair{options.ranks_per_host != 0, "--ppn"}, {!options.launcher.empty(), "--launcher"}}) {
    if (given) fmt::print(stderr, "mpiexec: {} has no effect: all ranks run on this machine\n", option);
  }
  return penstock::Status::ok();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace penstock;
  try {
    mpiexec::Options options;
    int exit_code = 1;
    if (!mpiexec::parse_options(argc, argv, &options, &exit_code)) return exit_code;
    if (Status elsewhere = start_elsewhere(options); !elsewhere.is_ok()) {
      fmt::print(stderr, "mpiexec: {}\n", elsewhere.message());
      return 2;
    }
    if (options.parts.front().command.empty()) return show_placement(options);
    mpiexec::Job job(std::move(options));
    if (Status status = job.run(&exit_code); !status.is_ok()) {
      fmt::print(stderr, "mpiexec: {}\n", status.message());
      return 1;
    }
    return exit_code;
  } catch (const std::exception& error) {
    fmt::print(stderr, "mpiexec: {}\n", error.what());
    return 1;
  }
}
