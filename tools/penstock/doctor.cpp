// penstock doctor finds problems of this machine that cost speed or break jobs. This file has the table of
// checks, and prints their findings.
#include "penstock/doctor.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "penstock/command.hpp"
#include "penstock/refuse.hpp"

namespace penstock::tool {
namespace health {
namespace {

constexpr Check kChecks[] = {
    {"settings", "PENSTOCK_ variables and settings files that cannot be used", check_settings},
    {"tuning", "the tuning table of this hardware", check_tuning},
    {"loader", "which libmpi_abi.so.1 a program would get", check_loader},
    {"other-mpi", "where the names of other MPIs' libraries lead without mpiexec", check_other_mpi},
    {"preload", "another MPI in LD_PRELOAD", check_preload},
    {"wheels", "wheels of several MPIs in one environment of Python", check_wheels},
    {"kernel", "version of the system", check_kernel},
    {"cpus", "CPUs that jobs may use, and the quota of the container", check_cpus},
    {"governor", "what sets the clock rate of the cores", check_governor},
    {"clock", "what time is read from", check_clock},
    {"numa-balancing", "pages moved behind the program's back", check_numa_balancing},
    {"huge-pages", "large pages for large buffers", check_huge_pages},
    {"shm", "memory that ranks share", check_shm},
    {"memory", "overcommit and the limit of the container", check_memory},
    {"limits", "locked memory, open files, processes", check_limits},
    {"leftovers", "shared memory of dead jobs", check_leftovers},
    {"namespaces", "whether processes here see each other", check_namespaces},
    {"cma", "process_vm_readv between two ranks, tried", check_cma},
    {"host-name", "the host's name resolves", check_host_name},
    {"loopback", "a connection to this host, tried", check_loopback},
    {"infiniband", "adapters and their ports", check_infiniband},
    {"ucx", "the network library, and whether it knows GPUs", check_ucx, false},
    {"cuda", "the CUDA driver and its version", check_cuda},
    {"visible-devices", "CUDA_VISIBLE_DEVICES", check_visible},
    {"peer-access", "which GPUs reach each other", check_peers},
    {"gpu-ipc", "GPU memory shared by two processes, tried", check_ipc, false},
    {"mps", "ranks that share a GPU, and the service that lets them use it at once", check_mps},
    {"gpu-modes", "persistence, compute mode, MIG, ECC", check_gpu_modes},
    {"gdrcopy", "small copies from GPU memory by the CPU", check_gdrcopy},
    {"peermem", "adapters that reach GPU memory", check_peermem},
    {"affinity", "cores, GPUs and adapters near each other", check_affinity, false},
};

constexpr const char* kExamples =
    "Exit status: 0 nothing is broken, 1 something is, 2 the command line is wrong.\n"
    "Examples:\n"
    "  penstock doctor\n"
    "  penstock doctor --quick              without what takes more than a moment\n"
    "  penstock doctor --only cma,gpu-ipc\n"
    "  penstock doctor --json > doctor.json\n"
    "  mpiexec -n 1 penstock doctor         as a rank finds it: its limits and its container\n";

struct Asked {
  bool json = false;
  bool quick = false;
  bool list = false;
  std::vector<std::string> only;
  std::string root;
};

bool wanted(const Check& check, const Asked& asked) {
  if (!asked.only.empty()) return std::find(asked.only.begin(), asked.only.end(), check.name) != asked.only.end();
  return check.quick || !asked.quick;
}

void print(const Check& check, const Finding& finding) {
  fmt::print("{:<7} {:<16} {}\n", verdict_name(finding.verdict), check.name, finding.what);
  if (!finding.cost.empty()) fmt::print("{:24} costs: {}\n", "", finding.cost);
  if (!finding.remedy.empty()) fmt::print("{:24} fix:  {}\n", "", finding.remedy);
  std::fflush(stdout);
}

nlohmann::ordered_json row(const Check& check, const Finding& finding) {
  return {{"name", check.name},
          {"verdict", verdict_name(finding.verdict)},
          {"what", finding.what},
          {"cost", finding.cost},
          {"remedy", finding.remedy}};
}

int examine(const Asked& asked) {
  Patient patient(asked.root);
  std::array<int, 4> counts{};
  auto rows = nlohmann::ordered_json::array();
  for (const Check& check : kChecks) {
    if (!wanted(check, asked)) continue;
    const Finding finding = check.run(patient);
    ++counts[static_cast<std::size_t>(finding.verdict)];
    if (asked.json) {
      rows.push_back(row(check, finding));
    } else {
      print(check, finding);
    }
  }
  const bool broken = counts[3] > 0;
  if (asked.json) {
    const nlohmann::ordered_json all = {
        {"schema", "penstock-doctor/1"},
        {"checks", rows},
        {"summary", {{"ok", counts[0]}, {"note", counts[1]}, {"slow", counts[2]}, {"broken", counts[3]}}}};
    fmt::print("{}\n", all.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("\n{} ok, {} notes, {} slow, {} broken\n", counts[0], counts[1], counts[2], counts[3]);
  }
  return broken ? 1 : 0;
}

int list() {
  for (const Check& check : kChecks)
    fmt::print("{:<16} {}{}\n", check.name, check.subject, check.quick ? "" : " (not with --quick)");
  return 0;
}

bool known(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::none_of(std::begin(kChecks), std::end(kChecks), [&name](const Check& check) { return check.name == name; })) {
      std::vector<std::string_view> all;
      for (const Check& check : kChecks) all.push_back(check.name);
      const std::string near = base::nearest(name, all);
      fmt::print(stderr, "penstock doctor: there is no check '{}'{}; `penstock doctor --list` has them\n", name,
                 near.empty() ? "" : ", and the nearest is " + near);
      return false;
    }
  }
  return true;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kOk: return "ok";
    case Verdict::kNote: return "note";
    case Verdict::kSlow: return "slow";
    case Verdict::kBroken: return "broken";
  }
  return "?";
}

std::span<const Check> checks() noexcept {
  return kChecks;
}

}  // namespace health

int doctor(std::span<const std::string> words) {
  if (words.size() > 1 && words[0] == "--probe") return health::probe(words.subspan(1));
  CLI::App app("What on this machine costs speed or breaks jobs, what it costs, and how to fix it", "penstock doctor");
  health::Asked asked;
  app.footer(health::kExamples);
  app.add_flag("--json", asked.json, "One JSON object instead of text");
  app.add_flag("--quick", asked.quick, "Without the checks that take more than a moment");
  app.add_flag("--list", asked.list, "Only name the checks");
  app.add_option("--only", asked.only, "These checks alone")->delimiter(',');
  app.add_option("--root", asked.root, "Read /proc, /sys and /dev below this folder: a recorded machine");
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  if (asked.list) return health::list();
  return health::known(asked.only) ? health::examine(asked) : 2;
}

}  // namespace penstock::tool
