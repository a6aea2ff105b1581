// penstock bench starts penstock-bench (or penstock-bench-shmem) as a job, or becomes it if a launcher has
// started this process as a rank.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "penstock/command.hpp"
#include "penstock/place.hpp"

namespace penstock::tool {
namespace {

constexpr int kMostRanks = 4096;
constexpr std::array<std::string_view, 3> kOfLauncher = {"--gpus-per-rank", "--bind-to", "--timeout"};
// The cases that run on two ranks; the others show more with a rank for each core or GPU.
constexpr std::string_view kOfTwo[] = {"p2p",       "rma",         "latency", "bw",      "bibw",    "mbw_mr",
                                       "multi_lat", "mr",          "put_lat", "get_lat", "acc_lat", "put_bw",
                                       "get_bw",    "acc_bw",      "fop_lat", "cas_lat", "put_mr",  "acc_mr",
                                       "put_bibw",  "get_acc_lat", "start",   "init",    "memory",  "all"};
// The cases of OpenSHMEM that run on all ranks; its other cases run on two.
constexpr std::string_view kShmemOfAll[] = {"shmem_barrier_all", "shmem_sync_all", "shmem_broadcast", "shmem_collect",
                                            "shmem_fcollect",    "shmem_alltoall", "shmem_reduce"};

struct Words {
  int ranks = 0;  // 0: not given
  std::vector<std::string> launcher, program;
  bool alone = false;  // --help and --list need no job
  bool gpu = false;
};

constexpr std::string_view kManual =
    "Usage: penstock bench CASE[,CASE...] [--ranks N] [--gpus-per-rank N] [--bind-to WHAT] [--timeout SECONDS] [OPTION...]\n\n"
    "Starts penstock-bench by this installation's mpiexec: on 2 ranks, collectives on one for each core, or for each GPU with\n"
    "memory of GPUs. Under a launcher (srun, mpiexec) it is a rank of that job. Exit status: 0; 1 for wrong data or a failed\n"
    "call; 2 for words that it does not understand.\n\n"
    "  penstock bench latency,bw\n"
    "  penstock bench allreduce --ranks 8 --sizes 8,64K --full\n"
    "  penstock bench p2p --memory device:host --json d-h.json\n"
    "  penstock bench shmem_put_lat,shmem_atomic_fetch_add     OpenSHMEM; penstock bench shmem --list names its cases\n\n"
    "What follows is penstock-bench's own help.\n\n";

std::optional<int> whole_number(const std::string& text, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

// Splits "--name=value" into two words.
std::vector<std::string> split(std::span<const std::string> words) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    out.push_back(word.substr(0, word.starts_with("--") ? equals : std::string::npos));
    if (word.starts_with("--") && equals != std::string::npos) out.push_back(word.substr(equals + 1));
  }
  return out;
}

// Returns the fault of the command line; empty if there is none.
std::string read(const std::vector<std::string>& in, Words* out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::string& word = in[i];
    const bool ours = word == "--ranks" || word == "-n";
    const bool launchers = std::find(kOfLauncher.begin(), kOfLauncher.end(), word) != kOfLauncher.end();
    if ((ours || launchers) && i + 1 == in.size()) return word + " needs a value after it";
    if (ours) {
      const std::optional<int> ranks = whole_number(in[++i], 1, kMostRanks);
      if (!ranks) return fmt::format("--ranks takes a whole number from 1 to {}, not '{}'", kMostRanks, in[i]);
      out->ranks = *ranks;
    } else if (launchers) {
      out->launcher.insert(out->launcher.end(), {word, in[++i]});
    } else {
      out->alone = out->alone || word == "--help" || word == "-h" || word == "--list";
      if (i > 0 && in[i - 1] == "--memory")
        out->gpu = word.find("device") != std::string::npos || word.find("pool") != std::string::npos ||
                   word.find("vmm") != std::string::npos;
      out->program.push_back(word);
    }
  }
  return {};
}

int gpus() {
  std::error_code error;
  const auto begin = std::filesystem::directory_iterator("/proc/driver/nvidia/gpus", error);
  return error ? 0 : static_cast<int>(std::distance(begin, std::filesystem::directory_iterator()));
}

bool has_one_of(const std::vector<std::string>& words, std::span<const std::string_view> cases) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::ranges::any_of(cases, [&](std::string_view name) {
      const std::string within = "," + word + ",";
      const bool here = within.find(fmt::format(",{},", name)) != std::string::npos;
      return here || (name.ends_with("_lat") && within.find(fmt::format(",{}ency,", name)) != std::string::npos);
    });
  });
}

// True for cases of OpenSHMEM, which have a program of their own.
bool is_shmem(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("shmem"); });
}

bool measures_start(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return !word.starts_with("-") && (word.find("init") != std::string::npos || word == "start" || word == "all");
  });
}

}  // namespace

int bench(std::span<const std::string> given) {
  Words words;
  std::string wrong = read(split(given), &words);
  const bool shmem = is_shmem(words.program);
  const std::string program = program_folder() + (shmem ? "/penstock-bench-shmem" : "/penstock-bench");
  if (in_job() && (words.ranks != 0 || !words.launcher.empty())) {
    wrong = "a launcher has started this job: --ranks and how ranks are placed are its options here";
  }
  if (!wrong.empty()) {
    fmt::print(stderr, "penstock bench: {}; penstock bench --help has examples\n", wrong);
    return 2;
  }
  if (words.alone && std::find(words.program.begin(), words.program.end(), "--list") == words.program.end()) {
    fmt::print("{}", kManual);
    std::fflush(stdout);
  }
  if (words.alone || in_job()) return become(program, words.program);
  if (words.ranks == 0) {
    const bool two = shmem ? !has_one_of(words.program, kShmemOfAll) : has_one_of(words.program, kOfTwo);
    words.ranks = two ? 2 : std::max(2, words.gpu ? gpus() : usable_cpus());
  }
  if (measures_start(words.program)) {
    const double now = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    words.program.insert(words.program.end(), {"--launched-at", fmt::format("{:.6f}", now)});
  }
  // Figures appear as they are made; if they go to a file or pipe, lines of progress appear on the
  // terminal. A rank sees no terminal.
  if (isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0) words.program.emplace_back("--progress");
  std::vector<std::string> all = std::move(words.launcher);
  all.insert(all.end(), {"-n", std::to_string(words.ranks), program});
  all.insert(all.end(), words.program.begin(), words.program.end());
  return become(program_folder() + "/mpiexec", all);
}

}  // namespace penstock::tool
