#include "mpiexec/placement.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "base/sys_file.hpp"

namespace penstock::mpiexec {
namespace {

namespace fs = std::filesystem;
using base::first_line;
using base::read_number;

// The limit is far above any machine: the kernel's own largest configuration has 8192.
constexpr int kMaxCpus = 1 << 16;

// Returns the group to which /sys assigns a processor: the list of its core's threads, of those that share its
// cache, or the number of its socket.
std::string group_of(int cpu, BindTo to, const fs::path& sys) {
  const fs::path folder = sys / "devices/system/cpu" / ("cpu" + std::to_string(cpu));
  if (to == BindTo::kThread) return std::to_string(cpu);
  if (to == BindTo::kL3) return first_line(folder / "cache/index3/shared_cpu_list");
  return first_line(folder / "topology" / (to == BindTo::kCore ? "thread_siblings_list" : "physical_package_id"));
}

std::vector<Cpus> numa_nodes(const Cpus& allowed, const fs::path& sys) {
  std::map<int, Cpus> nodes;
  std::error_code ignored;
  for (fs::directory_iterator at(sys / "devices/system/node", ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename();
    int number = 0;
    if (!name.starts_with("node") || !read_number(std::string_view(name).substr(4), &number)) continue;
    Cpus here;
    for (int cpu : base::read_cpu_list(first_line(at->path() / "cpulist"))) {
      if (std::find(allowed.begin(), allowed.end(), cpu) != allowed.end()) here.push_back(cpu);
    }
    if (!here.empty()) nodes.emplace(number, std::move(here));
  }
  std::vector<Cpus> out;
  for (auto& [number, cpus] : nodes) out.push_back(std::move(cpus));
  return out;
}

// Returns the groups in the order of their first processors.
std::vector<Cpus> groups(BindTo to, const Cpus& allowed, const fs::path& sys) {
  if (to == BindTo::kNone) return {allowed};
  if (to == BindTo::kNuma) return numa_nodes(allowed, sys);
  std::vector<Cpus> out;
  std::map<std::string, std::size_t> index;
  for (int cpu : allowed) {
    const std::string group = group_of(cpu, to, sys);
    if (group.empty()) return {};
    const auto [at, added] = index.emplace(group, out.size());
    if (added) out.emplace_back();
    out[at->second].push_back(cpu);
  }
  return out;
}

std::string plural_of(BindTo resource) {
  switch (resource) {
    case BindTo::kNone: return "machine";
    case BindTo::kNuma: return "NUMA nodes";
    case BindTo::kSocket: return "sockets";
    case BindTo::kL3: return "L3 caches";
    case BindTo::kThread: return "hardware threads";
    default: return "cores";
  }
}

Status find_groups(BindTo to, const Cpus& allowed, const std::string& sys, std::vector<Cpus>* out) {
  *out = groups(to, allowed, sys);
  if (!out->empty()) return Status::ok();
  return Status::error(Code::kSystem, "{}/devices/system does not say where this machine's {} are; use --bind-to none", sys,
                       plural_of(to));
}

bool meet(const Cpus& a, const Cpus& b) {
  return std::any_of(a.begin(), a.end(), [&b](int cpu) { return std::find(b.begin(), b.end(), cpu) != b.end(); });
}

// Takes share number `turn`, of `cores` cores, of a place.
Status take_cores(int cores, int turn, const std::vector<Cpus>& there, Cpus* out) {
  const auto first = static_cast<std::size_t>(cores) * static_cast<std::size_t>(turn);
  const std::size_t end = first + static_cast<std::size_t>(cores);
  if (end > there.size()) {
    return Status::error(Code::kArg,
                         "{} ranks with {} cores each need {} cores in one place, and there are {}; start fewer ranks, or give "
                         "each fewer cores",
                         turn + 1, cores, end, there.size());
  }
  for (std::size_t i = first; i < end; ++i) out->insert(out->end(), there[i].begin(), there[i].end());
  std::sort(out->begin(), out->end());
  return Status::ok();
}

}  // namespace

Status allowed_cpus(Cpus* out) {
  for (int capacity = 1024; capacity <= kMaxCpus; capacity *= 2) {
    cpu_set_t* set = CPU_ALLOC(capacity);
    if (set == nullptr) return Status::system(ENOMEM, "the set of processors");
    const std::size_t bytes = CPU_ALLOC_SIZE(capacity);
    const int error = sched_getaffinity(0, bytes, set) == 0 ? 0 : errno;
    for (int cpu = 0; error == 0 && cpu < capacity; ++cpu) {
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set)) out->push_back(cpu);
    }
    CPU_FREE(set);
    if (error == 0) return Status::ok();
    if (error != EINVAL) return Status::system(error, "sched_getaffinity");
  }
  return Status::system(EINVAL, "sched_getaffinity");
}

Status plan_binding(BindTo to, int ranks, const Cpus& allowed, const std::string& sys, std::vector<Cpus>* out) {
  out->clear();
  std::vector<Cpus> found;
  PENSTOCK_TRY(find_groups(to, allowed, sys, &found));
  const auto count = static_cast<long>(found.size());
  for (long rank = 0; rank < ranks; ++rank) {
    const long group = to == BindTo::kCore || to == BindTo::kThread ? rank % count : rank * count / ranks;
    out->push_back(found[static_cast<std::size_t>(group)]);
  }
  return Status::ok();
}

int count_resources(BindTo resource, const Cpus& allowed, const std::string& sys) {
  return static_cast<int>(groups(resource, allowed, sys).size());
}

Status plan_mapping(const Mapping& mapping, BindTo to, int ranks, const Cpus& allowed, const std::string& sys,
                    std::vector<Cpus>* out) {
  out->clear();
  std::vector<Cpus> places;
  PENSTOCK_TRY(find_groups(mapping.over, allowed, sys, &places));
  const auto count = static_cast<int>(places.size());
  if (mapping.per > 0 && ranks > mapping.per * count) {
    return Status::error(Code::kArg, "--map-by ppr:{}: there is room for {} ranks on this machine's {} {}, not for {}",
                         mapping.per, mapping.per * count, count, plural_of(mapping.over), ranks);
  }
  const BindTo within = mapping.cores > 0 ? BindTo::kCore : to == BindTo::kAuto ? mapping.over : to;
  std::vector<Cpus> all;
  PENSTOCK_TRY(find_groups(within, allowed, sys, &all));
  std::vector<int> turns(places.size());
  for (int rank = 0; rank < ranks; ++rank) {
    const auto at = static_cast<std::size_t>(mapping.per > 0 ? rank / mapping.per : rank % count);
    std::vector<Cpus> here;
    std::copy_if(all.begin(), all.end(), std::back_inserter(here), [&](const Cpus& one) { return meet(one, places[at]); });
    const int turn = turns[at]++;
    if (mapping.cores > 0) {
      PENSTOCK_TRY(take_cores(mapping.cores, turn, here, &out->emplace_back()));
    } else {
      out->push_back(here[static_cast<std::size_t>(turn) % here.size()]);
    }
  }
  return Status::ok();
}

Status share_gpus(int per_rank, int ranks, const std::vector<base::VisibleGpu>& gpus, bool listed,
                  std::vector<std::string>* out) {
  const long needed = static_cast<long>(per_rank) * ranks;
  if (needed > static_cast<long>(gpus.size())) {
    return Status::error(Code::kArg,
                         "--gpus-per-rank {} for {} ranks needs {} GPUs, and {} {}; start fewer ranks, or leave the "
                         "option out and ranks share what is there",
                         per_rank, ranks, needed, gpus.size(),
                         listed ? "stand in CUDA_VISIBLE_DEVICES" : "are on this machine");
  }
  auto next = gpus.begin();
  for (int rank = 0; rank < ranks; ++rank) {
    std::string& list = out->emplace_back();
    for (int i = 0; i < per_rank; ++i) list += (i == 0 ? "" : ",") + (next++)->entry;
  }
  return Status::ok();
}

}  // namespace penstock::mpiexec
