#include "mpiexec/placement_plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/topology_sys.hpp"

namespace penstock::mpiexec {
namespace {

using base::Core;
using base::Machine;
using base::Placement;
using base::VisibleGpu;

// Keeps the threads that this process may use, and the cores that have any of them.
void keep_allowed(const Cpus& allowed, Machine* machine) {
  for (Core& core : machine->cores) {
    std::erase_if(core.cpus, [&allowed](int cpu) { return std::find(allowed.begin(), allowed.end(), cpu) == allowed.end(); });
  }
  std::erase_if(machine->cores, [](const Core& core) { return core.cpus.empty(); });
}

std::size_t count_threads(const Machine& machine) {
  std::size_t threads = 0;
  for (const Core& core : machine.cores) threads += core.cpus.size();
  return threads;
}

// Orders GPUs so that those of one NUMA node are adjacent, and a rank's GPUs are near each other; otherwise the order stays.
void order_by_node(const Machine& machine, std::vector<VisibleGpu>* gpus) {
  std::vector<int> nodes;
  const auto turn = [&](const VisibleGpu& one) {
    const int node = one.gpu < 0 ? -1 : machine.gpus[static_cast<std::size_t>(one.gpu)].place.numa;
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    if (found == nodes.end()) nodes.push_back(node);
    return std::find(nodes.begin(), nodes.end(), node) - nodes.begin();
  };
  for (const VisibleGpu& one : *gpus) static_cast<void>(turn(one));
  std::stable_sort(gpus->begin(), gpus->end(), [&](const VisibleGpu& a, const VisibleGpu& b) { return turn(a) < turn(b); });
}

// The first GPU of a rank with several decides its placement.
std::vector<Placement> placement_shares(const Machine& machine, int ranks, int per_rank) {
  Machine leaders = machine;
  leaders.gpus.clear();
  for (int rank = 0; rank < ranks; ++rank) leaders.gpus.push_back(machine.gpus[static_cast<std::size_t>(rank * per_rank)]);
  std::vector<Placement> placements = base::place_ranks(leaders, ranks);
  for (Placement& placement : placements) placement.gpu *= per_rank;
  return placements;
}

// True if it is known which cores are near the GPUs of the ranks. Within one node all are.
bool places_known(const PlacementPlan& placement_plan) {
  const Machine& machine = placement_plan.machine;
  const bool one_node = std::all_of(machine.cores.begin(), machine.cores.end(),
                                    [&machine](const Core& core) { return core.numa == machine.cores.front().numa; });
  return !machine.gpus.empty() && std::all_of(placement_plan.placements.begin(), placement_plan.placements.end(),
                                              [&machine, one_node](const Placement& placement) {
                                                const int numa =
                                                    machine.gpus[static_cast<std::size_t>(placement.gpu)].place.numa;
                                                return numa >= 0 || one_node;
                                              });
}

// Decides where no binding was asked for: empty if ranks are to be bound to their share of the cores, else the reason why not.
std::string why_unbound(const PlacementPlan& placement_plan, const Surroundings& here, int ranks, std::size_t online) {
  const Machine& machine = placement_plan.machine;
  if (here.unbound) return "MV2_ENABLE_AFFINITY=0";
  if (ranks == 1) return "one rank has the machine to itself";
  if (!machine.gpus.empty() && !places_known(placement_plan)) {
    return "the system does not tell which cores are near the GPUs";
  }
  if (const std::size_t allowed = count_threads(machine); !machine.gpus.empty() && allowed < online) {
    return fmt::format("mpiexec itself was bound to {} of {} processors; --bind-to gpu binds ranks within them", allowed,
                       online);
  }
  if (static_cast<std::size_t>(ranks) > machine.cores.size()) {
    return fmt::format("{} ranks on {} cores", ranks, machine.cores.size());
  }
  return {};
}

// True if no placement was asked for, and there may be something to divide among ranks.
bool shares_by_itself(const Options& options, const Surroundings& here) {
  return options.bind_to == BindTo::kAuto && options.ranks() > 1 && !here.unbound;
}

// Binds each rank to all cores of its placement, or to `cores` of them.
Status bind_to_placements(int cores, PlacementPlan* out) {
  for (const Placement& placement : out->placements) {
    Cpus& cpus = out->cpus.emplace_back();
    if (cores > static_cast<int>(placement.cores.size())) {
      return Status::error(Code::kArg,
                           "{} cores for a rank: there are {} near its GPU for each; start fewer ranks, or --map-by core",
                           cores, placement.cores.size());
    }
    const std::size_t count = cores > 0 ? static_cast<std::size_t>(cores) : placement.cores.size();
    for (const int core : std::span(placement.cores).first(count)) {
      const std::vector<int>& threads = out->machine.cores[static_cast<std::size_t>(core)].cpus;
      cpus.insert(cpus.end(), threads.begin(), threads.end());
    }
    std::sort(cpus.begin(), cpus.end());
  }
  out->decision =
      out->machine.gpus.empty() ? "bound to their share of the cores" : "bound to cores of the NUMA node of their GPU";
  return Status::ok();
}

// Binds ranks as --map-by, --cpus-per-rank and --bind-to core:N ask.
Status bind_mapped(const Options& options, const Surroundings& here, PlacementPlan* out) {
  if (options.bind_to == BindTo::kNone) return out->decision = "bound to nothing, as asked", Status::ok();
  const Mapping& mapping = options.mapping;
  const bool anywhere = mapping.over == BindTo::kNone && mapping.per == 0 && options.bind_to == BindTo::kAuto;
  if (anywhere && places_known(*out)) return bind_to_placements(mapping.cores, out);
  out->decision = "bound as asked";
  return plan_mapping(mapping, options.bind_to, options.ranks(), here.allowed, here.root + "/sys", &out->cpus);
}

// Checks a mapping that only limits the number of ranks on the machine: there has to be room, and nothing is bound.
Status check_room(const Options& options, const Surroundings& here) {
  std::vector<Cpus> unused;
  return plan_mapping(options.mapping, BindTo::kAuto, options.ranks(), here.allowed, here.root + "/sys", &unused);
}

Status check_allowed(std::string_view option, const Cpus& wanted, const Cpus& allowed) {
  for (const int cpu : wanted) {
    if (std::ranges::find(allowed, cpu) != allowed.end()) continue;
    return Status::error(Code::kArg, "{}: processor {} is not among those that mpiexec may use, which are {}", option, cpu,
                         base::write_cpu_list(allowed));
  }
  return Status::ok();
}

Status bind_as_named(const Options& options, const Surroundings& here, PlacementPlan* out) {
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(options.ranks()); ++rank) {
    const Cpus& cpus = rank < options.user_cpus.size() ? options.user_cpus[rank] : here.allowed;
    PENSTOCK_TRY(check_allowed("--bind-to user", cpus, here.allowed));
    out->cpus.push_back(cpus);
  }
  out->decision = "bound as asked";
  return Status::ok();
}

// Keeps ranks that are not bound otherwise on the processors of --cpu-list.
void keep_to_list(const Options& options, PlacementPlan* out) {
  if (options.listed_cpus.empty() || !out->cpus.empty()) return;
  out->cpus.assign(static_cast<std::size_t>(options.ranks()), options.listed_cpus);
  out->decision = "bound to the processors of --cpu-list";
}

Status bind(const Options& options, const Surroundings& here, std::size_t online, PlacementPlan* out) {
  if (!options.user_cpus.empty()) return bind_as_named(options, here, out);
  const Mapping& mapping = options.mapping;
  const bool counted = mapping.per > 0 && mapping.over == BindTo::kNone;
  if (counted) PENSTOCK_TRY(check_room(options, here));
  const bool asked = mapping.over != BindTo::kNone || mapping.cores > 0 || (counted && options.bind_to != BindTo::kAuto);
  if (asked && options.bind_to != BindTo::kGpu) return bind_mapped(options, here, out);
  switch (options.bind_to) {
    case BindTo::kAuto:
      if (out->placements.empty()) return Status::ok();
      if (const std::string why = why_unbound(*out, here, options.ranks(), online); !why.empty()) {
        out->decision = "bound to nothing: " + why;
        return Status::ok();
      }
      return bind_to_placements(mapping.cores, out);
    case BindTo::kGpu:
      if (out->machine.gpus.empty() || out->machine.cores.empty()) {
        return Status::error(Code::kSystem, "--bind-to gpu: {}; use --bind-to core",
                             out->machine.gpus.empty() ? "no GPU is visible here" : "/sys does not say where the cores are");
      }
      return bind_to_placements(mapping.cores, out);
    case BindTo::kNone: out->decision = "bound to nothing, as asked"; return Status::ok();
    default:
      out->decision = "bound as asked";
      return plan_binding(options.bind_to, options.ranks(), here.allowed, here.root + "/sys", &out->cpus);
  }
}

std::string gpu_text(const PlacementPlan& placement_plan, std::size_t rank) {
  const int gpu = placement_plan.placements[rank].gpu;
  if (gpu < 0) return "-";
  const std::string& address = placement_plan.machine.gpus[static_cast<std::size_t>(gpu)].place.address;
  const std::string shown = placement_plan.gpus.empty() ? std::to_string(gpu) : placement_plan.gpus[rank];
  return address.empty() ? shown : fmt::format("{} ({})", shown, address);
}

}  // namespace

Status look_around(const Options& options, Surroundings* out) {
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"); visible != nullptr) out->visible = visible;
  if (const char* root = std::getenv("PENSTOCK_MACHINE_ROOT"); root != nullptr) out->root = root;
  if (const char* affinity = std::getenv("MV2_ENABLE_AFFINITY"); affinity != nullptr)
    out->unbound = affinity == std::string("0");
  if (out->root.empty()) PENSTOCK_TRY(allowed_cpus(&out->allowed));
  if (!out->root.empty()) {
    for (const Core& core : base::read_machine_files(out->root).cores) {
      out->allowed.insert(out->allowed.end(), core.cpus.begin(), core.cpus.end());
    }
  }
  if (options.listed_cpus.empty()) return Status::ok();
  PENSTOCK_TRY(check_allowed("--cpu-list", options.listed_cpus, out->allowed));
  out->allowed = options.listed_cpus;
  return Status::ok();
}

Status plan_placement(const Options& options, const Surroundings& here, PlacementPlan* out) {
  const bool asked = options.gpus_per_rank > 0 || options.show_placement || options.bind_to == BindTo::kGpu;
  const bool shared = shares_by_itself(options, here) || base::count_gpus(here.root + "/dev") > 0;
  if (!asked && !shared) {
    PENSTOCK_TRY(bind(options, here, 0, out));
    return keep_to_list(options, out), Status::ok();
  }
  const Machine whole = base::read_machine_files(here.root);
  std::optional<std::string_view> visible;
  if (here.visible) visible = *here.visible;
  std::vector<VisibleGpu> gpus = base::visible_gpus(whole, visible);
  if (options.gpus_per_rank > 0) {
    order_by_node(whole, &gpus);
    out->numbered = !visible;
    PENSTOCK_TRY(share_gpus(options.gpus_per_rank, options.ranks(), gpus, visible.has_value(), &out->gpus));
  }
  out->machine = base::with_visible(whole, gpus);
  keep_allowed(here.allowed, &out->machine);
  out->placements = options.gpus_per_rank > 0 ? placement_shares(out->machine, options.ranks(), options.gpus_per_rank)
                                              : base::place_ranks(out->machine, options.ranks());
  PENSTOCK_TRY(bind(options, here, count_threads(whole), out));
  return keep_to_list(options, out), Status::ok();
}

std::string describe_head() {
  return fmt::format("{:<22} {:<22} {}", "GPU", "cpus", "adapter");
}

std::string describe_row(const PlacementPlan& placement_plan, std::size_t rank) {
  const Placement& placement = placement_plan.placements[rank];
  std::string adapter = "-";
  if (placement.adapter >= 0) {
    adapter = fmt::format("{} ({})", placement_plan.machine.adapters[static_cast<std::size_t>(placement.adapter)].name,
                          base::distance_name(placement.to_adapter));
  }
  return fmt::format("{:<22} {:<22} {}", gpu_text(placement_plan, rank),
                     placement_plan.cpus.empty() ? "any" : base::write_cpu_list(placement_plan.cpus[rank]), adapter);
}

std::string describe(const PlacementPlan& placement_plan) {
  std::string out = fmt::format("{:<5} {}\n", "rank", describe_head());
  for (std::size_t rank = 0; rank < placement_plan.placements.size(); ++rank) {
    out += fmt::format("{:<5} {}\n", rank, describe_row(placement_plan, rank));
  }
  return out + fmt::format("ranks are {}\n", placement_plan.decision);
}

}  // namespace penstock::mpiexec
