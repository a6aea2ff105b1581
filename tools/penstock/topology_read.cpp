// Converts the data of hwloc and NVML to a base::Machine.
#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "accel/libraries/nvml.hpp"
#include "penstock/topology_read.hpp"

namespace penstock::tool {
namespace {

using base::Adapter;
using base::Core;
using base::Gpu;
using base::Link;
using base::Machine;
using base::Place;

constexpr unsigned kNvidia = 0x10de;
constexpr unsigned kDisplayClass = 0x03;  // the upper byte of a PCI class: GPUs with and without a display

struct Destroy {
  void operator()(hwloc_topology* topology) const noexcept { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, Destroy>;

Status open(const std::string& xml, Topology* out) {
  hwloc_topology* made = nullptr;
  if (hwloc_topology_init(&made) != 0) return Status::error(Code::kSystem, "hwloc cannot start");
  Topology topology(made);
  if (!xml.empty() && hwloc_topology_set_xml(made, xml.c_str()) != 0) {
    return Status::system(errno, fmt::format("hwloc cannot read {}", xml));
  }
  if (hwloc_topology_set_io_types_filter(made, HWLOC_TYPE_FILTER_KEEP_ALL) != 0 || hwloc_topology_load(made) != 0) {
    return Status::system(errno, "hwloc cannot look at this machine");
  }
  *out = std::move(topology);
  return Status::ok();
}

std::string pci_address(const hwloc_obj& object) {
  const auto& pci = object.attr->pcidev;
  return fmt::format("{:04x}:{:02x}:{:02x}.{:01x}", pci.domain, pci.bus, pci.dev, pci.func);
}

int first_index(hwloc_const_bitmap_t set) {
  return set == nullptr ? -1 : hwloc_bitmap_first(set);
}

int ancestor_index(hwloc_topology_t topology, hwloc_obj_t object, hwloc_obj_type_t type) {
  const hwloc_obj* found = hwloc_get_ancestor_obj_by_type(topology, type, object);
  return found == nullptr ? -1 : static_cast<int>(found->logical_index);
}

// A device without locality (its set is the whole machine) belongs to no node, unless there is only one.
int node_of(hwloc_topology_t topology, hwloc_obj_t device) {
  const hwloc_obj_t near = hwloc_get_non_io_ancestor_obj(topology, device);
  if (near == nullptr || near->nodeset == nullptr) return -1;
  return hwloc_bitmap_weight(near->nodeset) == 1 ? first_index(near->nodeset) : -1;
}

Place place_of(hwloc_topology_t topology, hwloc_obj_t device) {
  Place place;
  place.numa = node_of(topology, device);
  while (device != nullptr && device->type != HWLOC_OBJ_PCI_DEVICE) {
    if (device->type != HWLOC_OBJ_OS_DEVICE) return place;
    device = device->parent;
  }
  if (device == nullptr) return place;
  place.address = pci_address(*device);
  for (hwloc_obj_t up = device->parent; up != nullptr && up->type == HWLOC_OBJ_BRIDGE; up = up->parent) {
    const auto& bridge = up->attr->bridge;
    const bool root = bridge.upstream_type == HWLOC_OBJ_BRIDGE_HOST;
    place.bridges.push_back(
        root ? fmt::format("host{:04x}:{:02x}", bridge.downstream.pci.domain, bridge.downstream.pci.secondary_bus)
             : pci_address(*up));
  }
  std::reverse(place.bridges.begin(), place.bridges.end());
  return place;
}

void read_processors(hwloc_topology_t topology, Machine* out) {
  for (hwloc_obj_t node = nullptr; (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
    const int package = ancestor_index(topology, node, HWLOC_OBJ_PACKAGE);
    out->nodes.push_back({static_cast<int>(node->os_index), std::max(0, package), node->attr->numanode.local_memory});
  }
  for (hwloc_obj_t at = nullptr; (at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, at)) != nullptr;) {
    Core core;
    core.package = std::max(0, ancestor_index(topology, at, HWLOC_OBJ_PACKAGE));
    core.l3 = ancestor_index(topology, at, HWLOC_OBJ_L3CACHE);
    core.numa = std::max(0, first_index(at->nodeset));
    for (int cpu = hwloc_bitmap_first(at->cpuset); cpu >= 0; cpu = hwloc_bitmap_next(at->cpuset, cpu)) core.cpus.push_back(cpu);
    out->cores.push_back(std::move(core));
  }
}

// One port of an adapter is enough: openfabrics devices count per adapter, and the Ethernet device of an
// adapter is not listed beside it.
void read_adapters(hwloc_topology_t topology, Machine* out) {
  for (const bool fast : {true, false}) {
    for (hwloc_obj_t at = nullptr; (at = hwloc_get_next_osdev(topology, at)) != nullptr;) {
      const hwloc_obj_osdev_type_t type = at->attr->osdev.type;
      if (type != (fast ? HWLOC_OBJ_OSDEV_OPENFABRICS : HWLOC_OBJ_OSDEV_NETWORK)) continue;
      Adapter adapter{at->name != nullptr ? at->name : "?", fast ? "infiniband" : "ethernet", place_of(topology, at)};
      if (adapter.place.address.empty()) continue;  // a bridge of containers, loopback
      const bool twin = !fast && std::any_of(out->adapters.begin(), out->adapters.end(), [&adapter](const Adapter& other) {
        return other.kind == "infiniband" && other.place.address == adapter.place.address;
      });
      if (!twin) out->adapters.push_back(std::move(adapter));
    }
  }
}

void read_bus_gpus(hwloc_topology_t topology, Machine* out) {
  for (hwloc_obj_t at = nullptr; (at = hwloc_get_next_pcidev(topology, at)) != nullptr;) {
    const auto& pci = at->attr->pcidev;
    if (pci.vendor_id != kNvidia || pci.class_id >> 8 != kDisplayClass) continue;
    const char* model = hwloc_obj_get_info_by_name(at, "PCIDevice");
    out->gpus.push_back({model != nullptr ? model : fmt::format("NVIDIA {:04x}", pci.device_id), "", place_of(topology, at)});
  }
  std::sort(out->gpus.begin(), out->gpus.end(), [](const Gpu& a, const Gpu& b) { return a.place.address < b.place.address; });
}

// Takes GPUs in NVML's order, which is that of the bus, with the places from hwloc.
void take_nvml(const accel::NvmlReport& report, Machine* out) {
  std::vector<Gpu> gpus;
  for (const accel::NvmlGpu& seen : report.gpus) {
    Gpu gpu{seen.name, seen.uuid, {}};
    gpu.place.address = seen.address;
    for (const Gpu& known : out->gpus) {
      if (known.place.address == seen.address) gpu.place = known.place;
    }
    gpus.push_back(std::move(gpu));
  }
  out->gpus = std::move(gpus);
}

int switched_links(const accel::NvmlGpu& gpu) {
  using To = accel::NvmlGpu::NvLink::To;
  return static_cast<int>(
      std::count_if(gpu.links.begin(), gpu.links.end(), [](const auto& link) { return link.to == To::kSwitch; }));
}

void take_links(const accel::NvmlReport& report, Machine* out) {
  using To = accel::NvmlGpu::NvLink::To;
  const auto add = [&](std::size_t from, int to, int count, bool switched) {
    if (count == 0) return;
    const double each = report.gpus[from].link_mb > 0 ? report.gpus[from].link_mb / 1000.0 : 0;
    out->links.push_back({static_cast<int>(from), to, count, each * count, switched});
  };
  for (std::size_t from = 0; from < report.gpus.size(); ++from) {
    const accel::NvmlGpu& gpu = report.gpus[from];
    add(from, Link::kCpu,
        static_cast<int>(std::count_if(gpu.links.begin(), gpu.links.end(), [](const auto& l) { return l.to == To::kCpu; })),
        false);
    for (std::size_t to = from + 1; to < report.gpus.size(); ++to) {
      const int direct = static_cast<int>(std::count_if(gpu.links.begin(), gpu.links.end(), [&](const auto& link) {
        return link.to == To::kGpu && link.address == report.gpus[to].address;
      }));
      const int through = std::min(switched_links(gpu), switched_links(report.gpus[to]));
      add(from, static_cast<int>(to), direct > 0 ? direct : through, direct == 0);
    }
  }
}

}  // namespace

Status read_machine(const std::string& xml, Machine* out) {
  *out = {};
  Topology topology;
  PENSTOCK_TRY(open(xml, &topology));
  const unsigned version = hwloc_get_api_version();
  out->source = fmt::format("hwloc {}.{}.{}", version >> 16, version >> 8 & 0xff, version & 0xff);
  std::array<char, 256> name{};
  if (xml.empty() && gethostname(name.data(), name.size() - 1) == 0) out->name = name.data();
  if (!xml.empty()) out->name = xml;
  read_processors(topology.get(), out);
  read_adapters(topology.get(), out);
  read_bus_gpus(topology.get(), out);
  if (!xml.empty()) return Status::ok();
  accel::NvmlReport report;
  if (Status asked = accel::read_nvml(&report); !asked.is_ok()) {
    out->source += fmt::format("; {}", asked.message());
    return Status::ok();
  }
  out->source += fmt::format(", NVML of driver {}", report.driver);
  take_nvml(report, out);
  take_links(report, out);
  return Status::ok();
}

}  // namespace penstock::tool
