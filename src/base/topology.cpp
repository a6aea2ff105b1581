#include "base/topology.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace penstock::base {
namespace {

int package_of(const Machine& machine, int numa) {
  for (const NumaNode& node : machine.nodes) {
    if (node.number == numa) return node.package;
  }
  return -1;
}

Distance by_nodes(const Machine& machine, int one, int other) {
  if (one < 0 || other < 0) return Distance::kUnknown;
  if (one == other) return Distance::kNode;
  const int package = package_of(machine, one);
  return package >= 0 && package == package_of(machine, other) ? Distance::kPackage : Distance::kFar;
}

// Returns the indices of the cores of a NUMA node, or of all cores, in the order of packages, nodes and caches.
std::vector<int> cores_of(const Machine& machine, int numa) {
  std::vector<int> out;
  for (int i = 0; i < static_cast<int>(machine.cores.size()); ++i) {
    if (numa < 0 || machine.cores[static_cast<std::size_t>(i)].numa == numa) out.push_back(i);
  }
  std::stable_sort(out.begin(), out.end(), [&machine](int a, int b) {
    const Core& one = machine.cores[static_cast<std::size_t>(a)];
    const Core& two = machine.cores[static_cast<std::size_t>(b)];
    return std::tie(one.package, one.numa, one.l3) < std::tie(two.package, two.numa, two.l3);
  });
  if (out.empty() && numa >= 0) return cores_of(machine, -1);
  return out;
}

// Returns part number `turn` of `turns` equal parts; if there are more parts than cores, each part has one core.
std::vector<int> part(const std::vector<int>& cores, std::size_t turn, std::size_t turns) {
  if (cores.empty()) return {};
  if (turns > cores.size()) return {cores[turn * cores.size() / turns]};
  const auto at = [&](std::size_t i) { return cores.begin() + static_cast<std::ptrdiff_t>(i * cores.size() / turns); };
  return {at(turn), at(turn + 1)};
}

void place_cores(const Machine& machine, std::vector<Placement>* placements) {
  std::map<int, std::vector<Placement*>> by_node;
  for (Placement& placement : *placements) {
    const int numa = placement.gpu < 0 ? -1 : machine.gpus[static_cast<std::size_t>(placement.gpu)].place.numa;
    by_node[numa].push_back(&placement);
  }
  for (const auto& [numa, there] : by_node) {
    const std::vector<int> cores = cores_of(machine, numa);
    for (std::size_t turn = 0; turn < there.size(); ++turn) there[turn]->cores = part(cores, turn, there.size());
  }
}

// Gives each rank the nearest adapter and, among equally near ones, the one with the fewest ranks. If the machine has
// InfiniBand, Ethernet adapters are not used.
void place_adapters(const Machine& machine, std::vector<Placement>* placements) {
  const bool fast = std::any_of(machine.adapters.begin(), machine.adapters.end(),
                                [](const Adapter& adapter) { return adapter.kind == "infiniband"; });
  std::vector<int> used(machine.adapters.size());
  for (Placement& placement : *placements) {
    std::tuple<Distance, int> best{Distance::kUnknown, 0};
    for (std::size_t i = 0; i < machine.adapters.size(); ++i) {
      const Adapter& adapter = machine.adapters[i];
      if (fast && adapter.kind != "infiniband") continue;
      Distance far = Distance::kUnknown;
      if (placement.gpu >= 0) {
        far = distance(machine, machine.gpus[static_cast<std::size_t>(placement.gpu)].place, adapter.place);
      } else if (!placement.cores.empty()) {
        far = distance(machine, adapter.place, machine.cores[static_cast<std::size_t>(placement.cores.front())]);
      }
      const std::tuple<Distance, int> candidate{far, used[i]};
      if (placement.adapter >= 0 && candidate >= best) continue;
      best = candidate;
      placement.adapter = static_cast<int>(i);
      placement.to_adapter = far;
    }
    if (placement.adapter >= 0) ++used[static_cast<std::size_t>(placement.adapter)];
  }
}

}  // namespace

std::string_view distance_name(Distance distance) noexcept {
  switch (distance) {
    case Distance::kSwitch: return "same PCI switch";
    case Distance::kRoot: return "same root complex";
    case Distance::kNode: return "same NUMA node";
    case Distance::kPackage: return "same package";
    case Distance::kFar: return "across packages";
    case Distance::kUnknown: return "unknown";
  }
  return "unknown";
}

// The first bridge is the root complex; a common bridge below it is a switch.
Distance distance(const Machine& machine, const Place& one, const Place& other) {
  std::size_t shared = 0;
  while (shared < one.bridges.size() && shared < other.bridges.size() && one.bridges[shared] == other.bridges[shared]) ++shared;
  if (shared > 1) return Distance::kSwitch;
  if (shared == 1) return Distance::kRoot;
  return by_nodes(machine, one.numa, other.numa);
}

Distance distance(const Machine& machine, const Place& place, const Core& core) {
  return by_nodes(machine, place.numa, core.numa);
}

const Link* link_between(const Machine& machine, int one, int other) noexcept {
  for (const Link& link : machine.links) {
    if ((link.from == one && link.to == other) || (link.from == other && link.to == one)) return &link;
  }
  return nullptr;
}

std::vector<Placement> place_ranks(const Machine& machine, int ranks) {
  std::vector<Placement> placements(static_cast<std::size_t>(std::max(0, ranks)));
  const std::size_t gpus = machine.gpus.size();
  for (std::size_t rank = 0; gpus > 0 && rank < placements.size(); ++rank) {
    placements[rank].gpu = static_cast<int>(placements.size() <= gpus ? rank : rank * gpus / placements.size());
  }
  place_cores(machine, &placements);
  place_adapters(machine, &placements);
  return placements;
}

}  // namespace penstock::base
