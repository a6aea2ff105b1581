// mpiexec starts the ranks of one job, here or by another launcher elsewhere.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mpiexec/allocation.hpp"
#include "mpiexec/handover.hpp"
#include "mpiexec/job.hpp"
#include "mpiexec/loader_path.hpp"
#include "mpiexec/mps.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/placement.hpp"
#include "mpiexec/placement_plan.hpp"
#include "mpiexec/sink.hpp"
#include "mpiexec/take_placement.hpp"

namespace penstock::mpiexec {
namespace {

int show_placement(const Options& options) {
  Surroundings here;
  PlacementPlan placement_plan;
  Status status = look_around(options, &here);
  if (status.is_ok()) status = plan_placement(options, here, &placement_plan);
  if (status.is_ok()) return fmt::print("{}", describe(placement_plan)), 0;
  fmt::print(stderr, "mpiexec: {}\n", status.message());
  return 1;
}

// Finds the hosts that were named, else those of the allocation that we run in; none where there are neither.
Status find_hosts(const Options& options, Where* out) {
  PENSTOCK_TRY(hosts_of(options, &out->hosts));
  if (!out->hosts.empty() || options.launcher == "fork") return Status::ok();
  Allocation allocation;
  PENSTOCK_TRY(read_allocation(options.allocation, [](const char* name) { return std::getenv(name); }, &allocation));
  out->hosts = std::move(allocation.hosts);
  out->allocated = !out->hosts.empty();
  if (!out->allocated || !options.verbose) return Status::ok();
  fmt::print(stderr, "mpiexec: {}'s allocation:", allocation.by);
  for (const Host& host : out->hosts) fmt::print(stderr, " {}:{}", host.name, host.ranks);
  return fmt::print(stderr, "\n"), Status::ok();
}

// Counts the ranks of a program for which no number was given.
Status count_slots(const Options& options, const std::vector<Host>& hosts, int* out) {
  const int machines = std::max(1, static_cast<int>(hosts.size()));
  if (options.mapping.per > 0) {
    Surroundings here;
    PENSTOCK_TRY(look_around(options, &here));
    *out = options.mapping.per * machines * count_resources(options.mapping.over, here.allowed, here.root + "/sys");
    return Status::ok();
  }
  *out = machines * std::max(1, options.ranks_per_host);
  if (options.ranks_per_host > 0 || hosts.empty()) return Status::ok();
  *out = 0;
  for (const Host& host : hosts) *out += std::max(1, host.ranks);
  return Status::ok();
}

void note_unused(const Options& options, bool counted) {
  const bool others = !options.launcher.empty() && options.launcher != "fork";
  const bool per_host = counted && options.ranks_per_host != 0 && options.mapping.per == 0;
  for (const auto& [given, option] : {std::pair{per_host, "--ppn"}, {others, "--launcher"}}) {
    if (given && !options.quiet) fmt::print(stderr, "mpiexec: {} has no effect: all ranks run on this machine\n", option);
  }
}

// Returns ok if the job belongs on this machine. *shown: the placement elsewhere was shown, which was the whole request.
Status start_elsewhere(Options* options, bool* shown) {
  Where where;
  PENSTOCK_TRY(find_hosts(*options, &where));
  const bool counted = options->parts.front().ranks != 0;
  int slots = 1;
  PENSTOCK_TRY(count_slots(*options, where.hosts, &slots));
  PENSTOCK_TRY(settle_ranks(slots, options));
  if (where.allocated && options->ranks_per_host == 0 && !options->mapping.by_host && options->mapping.per == 0) {
    std::vector<Host> first = first_for(options->ranks(), where.hosts);
    where.part = first.size() < where.hosts.size();
    where.hosts = std::move(first);
  }
  if (where.hosts.empty() || all_here(where.hosts, host_name()) || options->launcher == "fork") {
    return note_unused(*options, counted), Status::ok();
  }
  if (!options->listed_cpus.empty() || !options->user_cpus.empty()) {
    return Status::error(Code::kUnsupported,
                         "{} names processors of this machine, and ranks would run on others; use --bind-to",
                         !options->user_cpus.empty() ? "--bind-to user" : "--cpu-list");
  }
  if (options->show_placement) {
    std::string table;
    PENSTOCK_TRY(show_elsewhere(*options, where, &table));
    *shown = options->parts.front().command.empty();
    fmt::print(*shown ? stdout : stderr, "{}", table);
    if (*shown) return Status::ok();
  }
  return hand_over(*options, where);
}

int fail(const Status& status, int exit_code) {
  fmt::print(stderr, "mpiexec: {}\n", status.message());
  return exit_code;
}

int run(int argc, char** argv) {
  Options options;
  int exit_code = 1;
  if (!parse_options(argc, argv, &options, &exit_code)) return exit_code;
  if (options.take_placement || options.watch_stacks > 0) {
    const Status placed = become_rank(std::move(options));
    return placed.is_ok() ? 0 : fail(placed, 1);
  }
  if (Status led = lead_to_faces(&options); !led.is_ok()) return fail(led, 1);
  bool shown = false;
  if (Status elsewhere = start_elsewhere(&options, &shown); !elsewhere.is_ok()) return fail(elsewhere, 2);
  if (shown) return 0;
  if (options.parts.front().command.empty()) return show_placement(options);
  ask_for_hardware_queues(&options);
  Job job(std::move(options));
  if (Status status = job.run(&exit_code); !status.is_ok()) return fail(status, 1);
  return exit_code;
}

// Our own output, such as --help, may meet a full disk as well.
int check_printed(int exit_code) {
  if (std::fflush(stdout) == 0 || exit_code != 0 || errno == EPIPE) return exit_code;
  return fail(not_written(errno, "writing to stdout"), 1);
}

}  // namespace
}  // namespace penstock::mpiexec

int main(int argc, char** argv) {
  try {
    return penstock::mpiexec::check_printed(penstock::mpiexec::run(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "mpiexec: {}\n", error.what());
    return 1;
  }
}
