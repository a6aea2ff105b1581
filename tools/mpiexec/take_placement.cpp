#include "mpiexec/take_placement.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "mpiexec/allocation.hpp"
#include "mpiexec/job.hpp"
#include "mpiexec/mapping.hpp"
#include "mpiexec/placement_plan.hpp"
#include "mpiexec/stack_watch.hpp"

namespace penstock::mpiexec {
namespace {

// This mark begins the text of a line, whatever prefix the launcher puts before it.
constexpr std::string_view kMark = "penstock-placement\t";

bool read_int(const char* text, int* out) {
  if (text == nullptr) return false;
  const std::string_view view(text);
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), *out);
  return error == std::errc() && end == view.data() + view.size();
}

// Slurm's variables give the number of ranks of every host, and which host this is.
bool read_slurm(const Lookup& lookup, Position* out) {
  int node = 0;
  const char* counts = lookup("SLURM_STEP_TASKS_PER_NODE");
  std::vector<int> ranks;
  const bool said = read_int(lookup("SLURM_PROCID"), &out->rank) && read_int(lookup("SLURM_LOCALID"), &out->local_rank) &&
                    read_int(lookup("SLURM_NODEID"), &node) && counts != nullptr && expand_counts(counts, &ranks).is_ok();
  if (!said || node < 0 || node >= static_cast<int>(ranks.size())) return false;
  out->local_ranks = ranks[static_cast<std::size_t>(node)];
  return true;
}

Status bind_to(const Cpus& cpus) {
  const int capacity = *std::max_element(cpus.begin(), cpus.end()) + 1;
  cpu_set_t* set = CPU_ALLOC(capacity);
  if (set == nullptr) return Status::system(ENOMEM, "the set of processors");
  const std::size_t bytes = CPU_ALLOC_SIZE(capacity);
  CPU_ZERO_S(bytes, set);
  for (const int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), bytes, set);
  const int error = ::sched_setaffinity(0, bytes, set) == 0 ? 0 : errno;
  CPU_FREE(set);
  return error == 0 ? Status::ok() : Status::system(error, "binding a rank to its processors (--bind-to none does not)");
}

Status set_gpus(const std::string& gpus, bool numbered) {
  const bool set = ::setenv("CUDA_VISIBLE_DEVICES", gpus.c_str(), 1) == 0 &&
                   (!numbered || ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1) == 0);
  return set ? Status::ok() : Status::system(errno, "setting CUDA_VISIBLE_DEVICES");
}

Status become(std::vector<std::string> command) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  return Status::system(errno, fmt::format("cannot run '{}'", command.front()));
}

struct Line {
  std::string host;
  std::string row;
  std::string decision;
};

// Reads RANK, host, row and decision, separated by tabs.
bool read_line(std::string_view line, std::map<int, Line>* out) {
  const std::size_t mark = line.find(kMark);
  if (mark == std::string_view::npos) return false;
  line.remove_prefix(mark + kMark.size());
  std::array<std::string, 4> fields;
  for (std::string& field : fields) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  int rank = 0;
  if (!read_int(fields[0].c_str(), &rank)) return false;
  (*out)[rank] = {fields[1], fields[2], fields[3]};
  return true;
}

}  // namespace

Status read_position(const Lookup& lookup, Position* out) {
  const bool hydra = read_int(lookup("MPI_LOCALRANKID"), &out->local_rank) &&
                     read_int(lookup("MPI_LOCALNRANKS"), &out->local_ranks) && read_int(lookup("PMI_RANK"), &out->rank);
  if (hydra) return Status::ok();
  const bool prrte = read_int(lookup("OMPI_COMM_WORLD_LOCAL_RANK"), &out->local_rank) &&
                     read_int(lookup("OMPI_COMM_WORLD_LOCAL_SIZE"), &out->local_ranks) &&
                     read_int(lookup("OMPI_COMM_WORLD_RANK"), &out->rank);
  if (prrte || read_slurm(lookup, out)) return Status::ok();
  return Status::error(
      Code::kUnsupported,
      "this launcher does not say which of its host's ranks this one is, so GPUs and cores cannot be shared out; "
      "leave out --bind-to gpu, --map-by and --gpus-per-rank");
}

namespace {

// Writes the options of placement as options of this program.
void add_placements(const Options& options, std::vector<std::string>* words) {
  words->emplace_back("--take-placement");
  Mapping mapping = options.mapping;
  mapping.cores = 0;
  if (mapping.over == BindTo::kNone) mapping = {};  // the launcher itself limits the number of ranks on a host
  if (const std::string text = write_mapping(mapping, "socket"); !text.empty()) words->insert(words->end(), {"--map-by", text});
  if (options.bind_to != BindTo::kAuto) words->insert(words->end(), {"--bind-to", std::string(name_of(options.bind_to))});
  for (const auto& [count, option] :
       {std::pair{options.mapping.cores, "--cpus-per-rank"}, {options.gpus_per_rank, "--gpus-per-rank"}}) {
    if (count > 0) words->insert(words->end(), {option, std::to_string(count)});
  }
  if (options.show_placement) words->emplace_back("--show-placement");
}

// *shown: the placement was shown, which was the whole request.
Status take_placement(Options* options, bool* shown) {
  Position position;
  PENSTOCK_TRY(read_position([](const char* name) { return std::getenv(name); }, &position));
  options->parts.front().ranks = position.local_ranks;
  Surroundings here;
  PlacementPlan placement_plan;
  PENSTOCK_TRY(look_around(*options, &here));
  PENSTOCK_TRY(plan_placement(*options, here, &placement_plan));
  const auto index = static_cast<std::size_t>(position.local_rank);
  *shown = options->show_placement;
  if (*shown) {
    fmt::print("{}{}\t{}\t{}\t{}\n", kMark, position.rank, host_name(), describe_row(placement_plan, index),
               placement_plan.decision);
    return Status::ok();
  }
  if (!placement_plan.cpus.empty()) PENSTOCK_TRY(bind_to(placement_plan.cpus[index]));
  if (!placement_plan.gpus.empty()) PENSTOCK_TRY(set_gpus(placement_plan.gpus[index], placement_plan.numbered));
  return Status::ok();
}

}  // namespace

Status put_in_front(bool placements, Options* options) {
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return Status::system(error.value(), "where mpiexec itself is");
  std::vector<std::string> words = {self};
  if (options->timeout_seconds > 0 && !options->show_placement) {
    words.insert(words.end(), {"--watch-stacks", fmt::format("{}", options->timeout_seconds)});
  }
  if (placements) add_placements(*options, &words);
  for (Part& part : options->parts) {
    std::vector<std::string> command = words;
    if (!part.command.empty()) command.emplace_back("--");
    command.insert(command.end(), part.command.begin(), part.command.end());
    part.command = std::move(command);
  }
  return Status::ok();
}

Status become_rank(Options options) {
  bool shown = false;
  if (options.take_placement) PENSTOCK_TRY(take_placement(&options, &shown));
  if (shown) return Status::ok();
  if (options.watch_stacks > 0) PENSTOCK_TRY(watch_stacks(options.watch_stacks));
  return become(options.parts.front().command);
}

Status read_placements(std::string_view said, std::string* table) {
  std::map<int, Line> lines;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find('\n'), said.size());
    static_cast<void>(read_line(said.substr(0, end), &lines));
    said.remove_prefix(std::min(end + 1, said.size()));
  }
  if (lines.empty()) return Status::error(Code::kSystem, "no host told its placement; the launcher said: {}", said);
  std::map<std::string, std::string> decisions;
  *table = fmt::format("{:<5} {:<16} {}\n", "rank", "host", describe_head());
  for (const auto& [rank, line] : lines) {
    *table += fmt::format("{:<5} {:<16} {}\n", rank, line.host, line.row);
    std::string& hosts = decisions[line.decision];
    if (hosts.find(line.host) == std::string::npos) hosts += (hosts.empty() ? "" : ", ") + line.host;
  }
  for (const auto& [decision, hosts] : decisions) *table += fmt::format("ranks on {} are {}\n", hosts, decision);
  return Status::ok();
}

}  // namespace penstock::mpiexec
