#include "mpiexec/allocation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace penstock::mpiexec {
namespace {

bool read_int(std::string_view text, int* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && *out >= 0;
}

Status wrong(std::string_view variable, std::string_view text) {
  return Status::error(Code::kArg, "{}={} is not as the batch system writes it; name the machines by --hosts", variable, text);
}

// Splits at commas, except those within brackets.
std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '[') ++depth;
    if (i < text.size() && text[i] == ']') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    out.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return out;
}

// Expands "08-10" to 08, 09, 10.
bool add_range(const std::string& before, std::string_view range, std::vector<std::string>* out) {
  const std::size_t dash = range.find('-');
  const std::string_view low = range.substr(0, dash);
  int first = 0;
  int last = 0;
  if (!read_int(low, &first)) return false;
  last = first;
  if (dash != std::string_view::npos && !read_int(range.substr(dash + 1), &last)) return false;
  for (int n = first; n <= last; ++n) out->push_back(fmt::format("{}{:0{}}", before, n, low.size()));
  return true;
}

// Expands one bracket after another: each name so far is continued by each number.
Status expand_one(std::string_view text, std::vector<std::string>* out) {
  std::vector<std::string> names = {""};
  while (!text.empty()) {
    const std::size_t open = text.find('[');
    const std::size_t close = text.find(']');
    for (std::string& name : names) name += text.substr(0, open);
    if (open == std::string_view::npos) break;
    if (close == std::string_view::npos || close < open) return wrong("SLURM_JOB_NODELIST", text);
    std::vector<std::string> longer;
    for (const std::string& name : names) {
      for (const std::string_view range : split_list(text.substr(open + 1, close - open - 1))) {
        if (!add_range(name, range, &longer)) return wrong("SLURM_JOB_NODELIST", text);
      }
    }
    names = std::move(longer);
    text.remove_prefix(close + 1);
  }
  out->insert(out->end(), names.begin(), names.end());
  return Status::ok();
}

// The slots of a host that is named again are added.
void add_slots(const std::string& name, int slots, std::vector<Host>* hosts) {
  const auto found = std::ranges::find(*hosts, name, &Host::name);
  if (found == hosts->end()) {
    hosts->push_back({name, slots});
  } else {
    found->ranks += slots;
  }
}

// Without counts each host has one slot.
Status slurm(const Lookup& lookup, Allocation* out) {
  const char* nodes = lookup("SLURM_JOB_NODELIST");
  if (nodes == nullptr) nodes = lookup("SLURM_NODELIST");
  if (nodes == nullptr) return Status::ok();
  std::vector<std::string> names;
  PENSTOCK_TRY(expand_nodes(nodes, &names));
  const char* counts = lookup("SLURM_TASKS_PER_NODE");
  if (counts == nullptr) counts = lookup("SLURM_JOB_CPUS_PER_NODE");
  std::vector<int> slots(names.size(), 1);
  if (counts != nullptr) {
    slots.clear();
    PENSTOCK_TRY(expand_counts(counts, &slots));
    if (slots.size() != names.size()) return wrong("SLURM_TASKS_PER_NODE", counts);
  }
  for (std::size_t i = 0; i < names.size(); ++i) out->hosts.push_back({names[i], slots[i]});
  out->by = "Slurm";
  return Status::ok();
}

// The file has a line, or a word, for each slot.
Status read_slots(std::string_view variable, const char* path, Allocation* out) {
  std::ifstream file(path);
  for (std::string name; file >> name;) add_slots(name, 1, &out->hosts);
  if (!out->hosts.empty()) return Status::ok();
  return Status::error(Code::kArg, "{}={}: the file cannot be read or names no machine; name them by --hosts", variable, path);
}

Status pbs(const Lookup& lookup, Allocation* out) {
  const char* path = lookup("PBS_NODEFILE");
  if (path == nullptr || lookup("PBS_JOBID") == nullptr) return Status::ok();
  PENSTOCK_TRY(read_slots("PBS_NODEFILE", path, out));
  out->by = "PBS";
  return Status::ok();
}

// Reads "a 4 b 4"; or a file with a name for each slot.
Status lsf(const Lookup& lookup, Allocation* out) {
  const char* pairs = lookup("LSB_MCPU_HOSTS");
  const char* path = lookup("LSB_DJOB_HOSTFILE");
  if (lookup("LSB_JOBID") == nullptr || (pairs == nullptr && path == nullptr)) return Status::ok();
  out->by = "LSF";
  if (path != nullptr) return read_slots("LSB_DJOB_HOSTFILE", path, out);
  std::istringstream words(pairs);
  for (std::string name; words >> name;) {
    int slots = 0;
    if (!(words >> slots) || slots < 1) return wrong("LSB_MCPU_HOSTS", pairs);
    add_slots(name, slots, &out->hosts);
  }
  return out->hosts.empty() ? wrong("LSB_MCPU_HOSTS", pairs) : Status::ok();
}

// Grid Engine's file has a line "host slots queue processors" for each queue that gave slots.
Status grid_engine(const Lookup& lookup, Allocation* out) {
  const char* path = lookup("PE_HOSTFILE");
  if (path == nullptr) return Status::ok();
  std::ifstream file(path);
  if (!file) return Status::error(Code::kArg, "PE_HOSTFILE={}: the file cannot be read; name the machines by --hosts", path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    std::string name;
    std::string count;
    int slots = 0;
    if (!(words >> name)) continue;
    if (!(words >> count) || !read_int(count, &slots) || slots < 1) {
      return Status::error(Code::kArg,
                           "PE_HOSTFILE={}, line {}: '{}' is not 'HOST SLOTS QUEUE PROCESSORS'; name the machines by --hosts",
                           path, number, line);
    }
    add_slots(name, slots, &out->hosts);
  }
  out->by = "Grid Engine";
  if (!out->hosts.empty()) return Status::ok();
  return Status::error(Code::kArg, "PE_HOSTFILE={}: the file names no machine; name them by --hosts", path);
}

}  // namespace

Status expand_nodes(std::string_view text, std::vector<std::string>* out) {
  for (const std::string_view one : split_list(text)) {
    if (one.empty()) return wrong("SLURM_JOB_NODELIST", text);
    PENSTOCK_TRY(expand_one(one, out));
  }
  return Status::ok();
}

Status expand_counts(std::string_view text, std::vector<int>* out) {
  for (std::string_view one : split_list(text)) {
    int count = 0;
    int times = 1;
    const std::size_t open = one.find("(x");
    const bool repeated = open != std::string_view::npos && one.ends_with(')');
    const bool good = read_int(one.substr(0, open), &count) && (open == std::string_view::npos || repeated) &&
                      (!repeated || read_int(one.substr(open + 2, one.size() - open - 3), &times));
    if (!good) return wrong("SLURM_TASKS_PER_NODE", text);
    out->insert(out->end(), static_cast<std::size_t>(times), count);
  }
  return Status::ok();
}

Status read_allocation(std::string_view wanted, const Lookup& lookup, Allocation* out) {
  if (wanted == "user") return Status::ok();
  using Read = Status (*)(const Lookup&, Allocation*);
  constexpr std::array<std::pair<std::string_view, Read>, 4> kSystems = {
      {{"slurm", slurm}, {"pbs", pbs}, {"lsf", lsf}, {"sge", grid_engine}}};
  for (const auto& [name, read] : kSystems) {
    if (!wanted.empty() && wanted != name) continue;
    PENSTOCK_TRY(read(lookup, out));
    if (!out->by.empty()) return Status::ok();
  }
  if (wanted.empty()) return Status::ok();
  return Status::error(Code::kArg, "--rmk {}: mpiexec does not run in an allocation of that batch system", wanted);
}

std::vector<Host> first_for(int ranks, std::vector<Host> hosts) {
  long room = 0;
  for (auto host = hosts.begin(); host != hosts.end(); ++host) {
    room += host->ranks;
    if (room < ranks) continue;
    hosts.erase(host + 1, hosts.end());
    break;
  }
  return hosts;
}

}  // namespace penstock::mpiexec
