#include "penstock/info_topology.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <map>

#include <fmt/format.h>

#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "penstock_gpu.h"
#endif
#include "base/topology_sys.hpp"
#include "penstock/svg.hpp"
#include "penstock/topology_read.hpp"

namespace penstock::tool {
namespace {

using base::Distance;
using base::Machine;
using base::Placement;
using Json = nlohmann::ordered_json;

// Adds GPUs that only the CUDA driver shows (the stand-in, a container without NVML and /sys): their names
// are known, but not their places.
void add_driver_gpus(Machine* machine) {
#ifdef PENSTOCK_HAVE_GPU_HELPER
  const int devices = machine->gpus.empty() ? penstock_gpu_open() : 0;
  for (int i = 0; i < devices; ++i) {
    char name[128] = {};
    if (penstock_gpu_device_name(i, name, sizeof name) != 0) continue;
    machine->gpus.push_back({name, "", {}});
  }
  if (devices > 0) machine->source += "; GPUs as the CUDA driver lists them, their places and links unknown";
#else
  static_cast<void>(machine);
#endif
}

Status machine_of(const TopologyRequest& request, Machine* out) {
  const std::string& from = request.from;
  if (from.ends_with(".xml")) return read_machine(from, out);
  if (!from.empty()) return load_machine(from, out);
  PENSTOCK_TRY(read_machine("", out));
  add_driver_gpus(out);
  return Status::ok();
}

// Returns CPU numbers in taskset's form: "0-3,8".
std::string cpu_list(const Machine& machine, const std::vector<int>& cores) {
  std::vector<int> cpus;
  for (const int core : cores) {
    const std::vector<int>& more = machine.cores[static_cast<std::size_t>(core)].cpus;
    cpus.insert(cpus.end(), more.begin(), more.end());
  }
  return base::write_cpu_list(std::move(cpus));
}

std::string link_text(const Machine& machine, int from, int to) {
  if (from == to) return "-";
  const base::Link* link = base::link_between(machine, from, to);
  if (link != nullptr) return fmt::format("NV{}", link->count);
  const Distance far = base::distance(machine, machine.gpus[static_cast<std::size_t>(from)].place,
                                      machine.gpus[static_cast<std::size_t>(to)].place);
  constexpr std::string_view kShort[] = {"switch", "root", "node", "package", "far", "?"};
  return std::string(kShort[static_cast<std::size_t>(far)]);
}

Json placements_json(const Machine& machine, const std::vector<Placement>& placements) {
  Json out = Json::array();
  for (std::size_t rank = 0; rank < placements.size(); ++rank) {
    const Placement& placement = placements[rank];
    Json row = {{"rank", rank},
                {"gpu", nullptr},
                {"cpus", cpu_list(machine, placement.cores)},
                {"adapter", nullptr},
                {"adapter_distance", nullptr}};
    if (placement.gpu >= 0) row["gpu"] = placement.gpu;
    if (placement.adapter >= 0) {
      row["adapter"] = machine.adapters[static_cast<std::size_t>(placement.adapter)].name;
      row["adapter_distance"] = base::distance_name(placement.to_adapter);
    }
    out.push_back(std::move(row));
  }
  return out;
}

Json distances_json(const Machine& machine) {
  Json out = Json::array();
  for (std::size_t i = 0; i < machine.gpus.size(); ++i) {
    for (const base::Adapter& adapter : machine.adapters) {
      out.push_back({{"gpu", i},
                     {"adapter", adapter.name},
                     {"distance", base::distance_name(base::distance(machine, machine.gpus[i].place, adapter.place))}});
    }
  }
  return out;
}

void print_processors(const Machine& machine) {
  std::map<std::pair<int, int>, std::pair<int, std::map<int, int>>> groups;  // (package, node): threads, cores by cache
  for (const base::Core& core : machine.cores) {
    auto& [threads, caches] = groups[{core.package, core.numa}];
    threads += static_cast<int>(core.cpus.size());
    ++caches[core.l3];
  }
  for (const auto& [place, group] : groups) {
    int cores = 0;
    for (const auto& [l3, count] : group.second) cores += count;
    std::uint64_t bytes = 0;
    for (const base::NumaNode& node : machine.nodes) bytes += node.number == place.second ? node.bytes : 0;
    fmt::print("package {}  NUMA node {}  {} cores ({} threads), {} L3 group{}, {:.0f} GiB\n", place.first, place.second, cores,
               group.first, group.second.size(), group.second.size() == 1 ? "" : "s", static_cast<double>(bytes) / (1 << 30));
  }
  for (const base::NumaNode& node : machine.nodes) {
    if (groups.contains({node.package, node.number})) continue;
    fmt::print("package {}  NUMA node {}  no cores, {:.0f} GiB (memory of a device)\n", node.package, node.number,
               static_cast<double>(node.bytes) / (1 << 30));
  }
}

std::string at_text(const base::Place& place) {
  return fmt::format("{}{}", place.address.empty() ? "place unknown" : place.address,
                     place.numa < 0 ? "" : fmt::format("  NUMA node {}", place.numa));
}

void print_devices(const Machine& machine) {
  for (std::size_t i = 0; i < machine.gpus.size(); ++i) {
    const base::Gpu& gpu = machine.gpus[i];
    fmt::print("GPU {:<2}  {}  {}  {}\n", i, gpu.name, at_text(gpu.place), gpu.uuid);
  }
  if (machine.gpus.empty()) fmt::print("GPU     none\n");
  for (const base::Adapter& adapter : machine.adapters) {
    fmt::print("adapter {}  {}  {}\n", adapter.name, adapter.kind, at_text(adapter.place));
  }
  if (machine.adapters.empty()) fmt::print("adapter none on the PCI bus\n");
}

void print_matrix(const Machine& machine) {
  const int gpus = static_cast<int>(machine.gpus.size());
  if (gpus < 2) return;
  fmt::print("\nGPU to GPU (NVn: n NVLinks; else the nearest thing that both hang on)\n      ");
  for (int to = 0; to < gpus; ++to) fmt::print(" {:>7}", fmt::format("GPU{}", to));
  for (int from = 0; from < gpus; ++from) {
    fmt::print("\n{:<6}", fmt::format("GPU{}", from));
    for (int to = 0; to < gpus; ++to) fmt::print(" {:>7}", link_text(machine, from, to));
  }
  fmt::print("\n");
  for (const base::Link& link : machine.links) {
    if (link.gigabytes <= 0) continue;
    fmt::print("a pair of {} links{}: {:.0f} GB/s each way\n", link.count, link.switched ? " through the switch" : "",
               link.gigabytes);
    break;
  }
  for (const base::Link& link : machine.links) {
    if (link.to == base::Link::kCpu) fmt::print("GPU{} - its processor: {} NVLinks\n", link.from, link.count);
  }
}

void print_placements(const Machine& machine, const std::vector<Placement>& placements) {
  fmt::print("\nrank  GPU   cpus                  adapter\n");
  for (std::size_t rank = 0; rank < placements.size(); ++rank) {
    const Placement& placement = placements[rank];
    fmt::print("{:<5} {:<5} {:<21} {}\n", rank, placement.gpu < 0 ? "-" : std::to_string(placement.gpu),
               cpu_list(machine, placement.cores),
               placement.adapter < 0
                   ? "-"
                   : fmt::format("{} ({})", machine.adapters[static_cast<std::size_t>(placement.adapter)].name,
                                 base::distance_name(placement.to_adapter)));
  }
}

void print(const Machine& machine, const std::vector<Placement>& placements) {
  fmt::print("{}  ({})\n\n", machine.name, machine.source);
  print_processors(machine);
  print_devices(machine);
  print_matrix(machine);
  print_placements(machine, placements);
}

Status draw(const Machine& machine, const std::vector<Placement>& placements, const std::string& file) {
  std::ofstream out(file);
  out << svg_of(machine, placements);
  out.close();
  return out ? Status::ok() : Status::system(errno, fmt::format("writing {}", file));
}

Status run(const TopologyRequest& request) {
  Machine machine;
  PENSTOCK_TRY(machine_of(request, &machine));
  if (!request.record.empty()) PENSTOCK_TRY(store_machine(machine, request.record));
  int ranks = request.ranks;
  if (ranks == 0) ranks = static_cast<int>(machine.gpus.empty() ? machine.cores.size() : machine.gpus.size());
  const std::vector<Placement> placements = base::place_ranks(machine, ranks);
  if (!request.svg.empty()) PENSTOCK_TRY(draw(machine, placements, request.svg));
  if (!request.json) return print(machine, placements), Status::ok();
  Json out = machine_to_json(machine);
  out["distances"] = distances_json(machine);
  out["ranks"] = placements_json(machine, placements);
  fmt::print("{}\n", out.dump(1));
  return Status::ok();
}

}  // namespace

int info_topology(const TopologyRequest& request) {
  const Status status = run(request);
  if (status.is_ok()) return 0;
  fmt::print(stderr, "penstock info --topology: {}\n", status.message());
  return 1;
}

}  // namespace penstock::tool
