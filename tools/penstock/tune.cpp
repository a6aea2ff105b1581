// penstock tune measures this machine and writes the table that the library then loads by default.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "penstock_gpu.h"
#endif
#include "base/tuning_hardware.hpp"
#include "penstock/command.hpp"
#include "penstock/place.hpp"
#include "penstock/refuse.hpp"
#include "penstock/tune.hpp"
#include "penstock/tune_worker.hpp"

namespace penstock::tool {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  penstock tune                        measure for under two minutes, write the table of this machine\n"
    "  penstock tune --dry-run              show the table and write nothing\n"
    "  penstock tune --force                again; the old table is kept as .bak\n"
    "  penstock tune --only host --out my.conf && PENSTOCK_TUNE_FILE=my.conf mpiexec -n 2 ./a.out\n"
    "  penstock tune --only net --launch \"srun -N 2 -n {ranks}\"\n"
    "                                       messages between two hosts; the launcher goes where ranks go\n"
    "  penstock info --tunables             what is in force now, and where it came from\n";

struct Asked {
  double seconds = 0;  // 0: 100, or 5 with --quick
  std::string out;
  bool dry_run = false;
  bool json = false;
  bool force = false;
  bool quick = false;
  std::vector<std::string> only;
  std::string launch;
  // These options are for a rank of the jobs that measure.
  std::string worker;
  std::vector<std::uint64_t> sizes;
  bool device = false;
};

void declare(CLI::App& app, Asked& asked) {
  app.footer(kExamples);
  app.add_option("--seconds", asked.seconds, "Time to measure for, about (100; with --quick 5)")
      ->check(CLI::Range(0.0001, 3600.0));
  app.add_option("--out", asked.out, "Where to write, in place of where the library looks by itself");
  app.add_flag("--dry-run", asked.dry_run, "Print the table; write nothing");
  app.add_flag("--json", asked.json, "One JSON object with all measurements instead of text");
  app.add_flag("--force", asked.force, "Replace an existing table, which is kept as .bak");
  app.add_flag("--quick", asked.quick, "Few candidates and sizes: to see that it works, not to tune by");
  app.add_option("--only", asked.only,
                 "Parts: host, device, coll (of host memory), gpu (collectives of GPU memory), net (with --launch)")
      ->delimiter(',')
      ->check(CLI::IsMember({"host", "device", "coll", "gpu", "net"}));
  app.add_option("--launch", asked.launch,
                 "Starts {ranks} ranks, one a host, of the program put behind it: measures the network too")
      ->check([](const std::string& text) {
        return text.find("{ranks}") != std::string::npos ? std::string()
                                                         : std::string("it has {ranks} where their number goes");
      });
  app.add_option("--worker", asked.worker)->group("");
  app.add_option("--sizes", asked.sizes)->delimiter(',')->group("");
  app.add_flag("--device", asked.device)->group("");
}

int say(const Status& status) {
  fmt::print(stderr, "penstock tune: {}\n", status.message());
  return 1;
}

int usable_gpus(const Config& config) {
#ifdef PENSTOCK_HAVE_GPU_HELPER
  if (config.cuda) return std::max(0, penstock_gpu_open());
#endif
  static_cast<void>(config);
  return 0;
}

bool wants(const Asked& asked, std::string_view part) {
  return asked.only.empty() || std::ranges::find(asked.only, part) != asked.only.end();
}

bool wants_net(const Asked& asked) {
  return !asked.launch.empty() && wants(asked, "net");
}

// Sets the baseline: the built-in table and the environment, without a table of the user's. The jobs inherit it.
Status prepare(const Asked& asked, Plan* plan, std::string* path) {
  if (asked.launch.empty() && std::ranges::find(asked.only, "net") != asked.only.end()) {
    return Status::error(Code::kArg, "--only net: --launch COMMAND says how ranks are started on two hosts");
  }
  const char* root = std::getenv("PENSTOCK_MACHINE_ROOT");
  *path = asked.out.empty() ? base::default_table_path(base::read_hardware(root == nullptr ? "" : root).key()) : asked.out;
  if (path->empty() && !asked.dry_run) {
    return Status::error(Code::kArg,
                         "neither XDG_CONFIG_HOME nor HOME is set, so there is no place for the table: give --out FILE");
  }
  if (!asked.dry_run && !asked.force && access(path->c_str(), F_OK) == 0) {
    return Status::error(Code::kArg,
                         "{} exists; --force replaces it and keeps it as .bak, --dry-run shows what would be written", *path);
  }
  unsetenv("PENSTOCK_TUNE_FILE");
  setenv("XDG_CONFIG_HOME", "/dev/null", 1);  // there is no table below it
  PENSTOCK_TRY(Settings::load(&plan->settings));
  plan->cpus = usable_cpus();
  plan->quick = asked.quick;
  plan->launch = asked.launch;
  plan->seconds = asked.seconds > 0 ? asked.seconds : asked.quick ? 5 : 100;
  plan->host = wants(asked, "host");
  plan->device = wants(asked, "device");
  plan->gpus = plan->device || wants(asked, "gpu") || wants_net(asked) ? usable_gpus(plan->settings.config) : 0;
  return Status::ok();
}

Status measure(const Asked& asked, const Plan& plan, Findings* out) {
  Meter meter(isatty(STDERR_FILENO) == 1);
  const bool coll = wants(asked, "coll");
  const bool gpu = wants(asked, "gpu") && has_gpu_collectives(plan);
  if (plan.host) plan_host(plan, meter);
  if (plan.device) plan_device(plan, meter);
  if (coll) plan_coll(plan, meter);
  if (gpu) plan_gpu(plan, meter);
  if (wants_net(asked)) plan_net(plan, meter);
  if (plan.host) PENSTOCK_TRY(tune_host(plan, meter, out));
  if (plan.device) PENSTOCK_TRY(tune_device(plan, meter, out));
  if (coll) PENSTOCK_TRY(tune_coll(plan, meter, out));
  if (gpu) PENSTOCK_TRY(tune_gpu(plan, meter, out));
  if (wants_net(asked)) PENSTOCK_TRY(tune_net(plan, meter, out));
  if (wants(asked, "gpu") && !gpu) out->skipped.emplace_back("collectives of GPU memory: there are no two GPUs");
  if (asked.launch.empty()) {
    out->skipped.emplace_back("network: --launch COMMAND says how ranks are started on two hosts");
  }
  meter.end();
  return Status::ok();
}

void print_findings(const Findings& findings) {
  for (const std::string& line : findings.skipped) fmt::print("not measured: {}\n", line);
  if (findings.rows.empty()) {
    fmt::print("Nothing beat the values in force by more than noise.\n");
    return;
  }
  fmt::print("{:<52} {:<26} gain\n", "row", "before");
  for (const Finding& one : findings.rows) {
    fmt::print("{:<52} {:<26} {}\n", one.row, one.before,
               one.gain > 1 ? fmt::format("{:.2f} times as fast", one.gain) : "describes the machine");
  }
}

Json json_of(const Plan& plan, const Findings& findings, const std::string& path, bool written) {
  Json rows = Json::array();
  for (const Finding& one : findings.rows) {
    rows.push_back({{"row", one.row}, {"before", one.before}, {"gain", one.gain}, {"measured", one.comment}});
  }
  return {{"schema", "penstock-tune/1"},
          {"hardware", plan.settings.hardware},
          {"file", path},
          {"written", written},
          {"rows", std::move(rows)},
          {"measured", findings.measured},
          {"skipped", findings.skipped},
          {"raw", findings.raw}};
}

// Warns that figures are rough on a machine with other work.
void warn_if_busy(const Plan& plan) {
  double load = 0;
  if (getloadavg(&load, 1) == 1 && load > 0.5 * plan.cpus) {
    fmt::print(stderr, "penstock tune: this machine is busy (load {:.1f} on {} CPUs); figures will be rough\n", load,
               plan.cpus);
  }
}

int tune_machine(const Asked& asked) {
  Plan plan;
  std::string path;
  Findings findings;
  if (Status status = prepare(asked, &plan, &path); !status.is_ok()) return say(status);
  warn_if_busy(plan);
  if (Status status = measure(asked, plan, &findings); !status.is_ok()) return say(status);
  const std::string text =
      table_text(plan, findings, fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now())));
  if (!asked.dry_run) {
    if (Status status = write_table(path, text, asked.force); !status.is_ok()) return say(status);
  }
  if (asked.json) {
    fmt::print("{}\n", json_of(plan, findings, path, !asked.dry_run).dump(2));
    return 0;
  }
  if (asked.dry_run) fmt::print("{}\n", text);
  print_findings(findings);
  if (asked.dry_run) return 0;
  fmt::print("wrote {}{}\n", path, asked.out.empty() ? ": jobs on this machine load it by themselves" : "");
  if (!asked.out.empty()) fmt::print("use it: PENSTOCK_TUNE_FILE={} mpiexec ...\n", path);
  return 0;
}

}  // namespace

void Meter::begin(const std::string& what) {
  what_ = what;
  draw();
}

void Meter::done(double seconds) {
  passed_ += seconds;
  draw();
}

void Meter::draw() const {
  if (!shown_) return;
  constexpr int kWide = 30;
  const double share = total_ > 0 ? std::clamp(passed_ / total_, 0.0, 1.0) : 0;
  const auto filled = static_cast<std::size_t>(std::lround(share * kWide));
  fmt::print(stderr, "\r\033[K[{}{}] {:>3.0f}% {:.80}", std::string(filled, '#'), std::string(kWide - filled, ' '), 100 * share,
             what_);
}

void Meter::end() const {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

int tune(std::span<const std::string> words) {
  CLI::App app("Measures this machine and writes the table that the library then loads by itself", "penstock tune");
  Asked asked;
  declare(app, asked);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  if (!asked.worker.empty()) {
    if (asked.sizes.empty()) asked.sizes = {8};
    return tune_worker({asked.worker, asked.sizes, asked.seconds > 0 ? asked.seconds : 1, asked.device});
  }
  return tune_machine(asked);
}

}  // namespace penstock::tool
