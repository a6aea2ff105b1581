#include "base/topology_sys.hpp"

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "base/sys_file.hpp"

namespace penstock::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNvidia = "0x10de";
constexpr std::string_view kDisplayClass = "0x03";  // GPUs with and without a display

// Reads the number behind `prefix`, as in "node3"; returns false if the name has another form.
bool numbered(std::string_view name, std::string_view prefix, int* out) {
  return name.starts_with(prefix) && read_number(name.substr(prefix.size()), out);
}

int number_in(const fs::path& path) {
  int number = -1;
  return read_number(first_line(path), &number) ? number : -1;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored))
    names.push_back(at->path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::map<int, int> nodes_of_cpus(const fs::path& sys) {
  std::map<int, int> out;
  for (const std::string& name : names_in(sys / "devices/system/node")) {
    int node = 0;
    if (!numbered(name, "node", &node)) continue;
    for (const int cpu : read_cpu_list(first_line(sys / "devices/system/node" / name / "cpulist"))) out[cpu] = node;
  }
  return out;
}

// A core has the number of its first processor.
void read_cores(const fs::path& sys, Machine* out) {
  const fs::path cpus = sys / "devices/system/cpu";
  const std::map<int, int> nodes = nodes_of_cpus(sys);
  for (const int cpu : read_cpu_list(first_line(cpus / "online"))) {
    const fs::path here = cpus / ("cpu" + std::to_string(cpu));
    Core core;
    core.cpus = read_cpu_list(first_line(here / "topology/thread_siblings_list"));
    if (core.cpus.empty()) core.cpus = {cpu};
    if (core.cpus.front() != cpu) continue;
    core.package = std::max(0, number_in(here / "topology/physical_package_id"));
    const auto node = nodes.find(cpu);
    core.numa = node == nodes.end() ? 0 : node->second;
    const std::vector<int> sharers = read_cpu_list(first_line(here / "cache/index3/shared_cpu_list"));
    core.l3 = sharers.empty() ? -1 : sharers.front();
    out->cores.push_back(std::move(core));
  }
  for (const std::string& name : names_in(sys / "devices/system/node")) {
    NumaNode node;
    if (!numbered(name, "node", &node.number)) continue;
    for (const Core& core : out->cores) {
      if (core.numa == node.number) node.package = core.package;
    }
    out->nodes.push_back(node);
  }
}

// `device` is the device's entry below /sys, a link to .../pci0000:15/0000:15:01.0/0000:16:00.0. On a machine with one node
// every device belongs to it, whatever the firmware reports.
Place place_of(const fs::path& device, const Machine& machine) {
  Place place;
  std::error_code missing;
  const fs::path real = fs::canonical(device, missing);
  if (missing) return place;
  bool below_root = false;
  for (const fs::path& part : real.parent_path()) {
    const std::string name = part.string();
    if (name.starts_with("pci")) {
      place.bridges.assign(1, "host" + name.substr(3));
      below_root = true;
    } else if (below_root) {
      place.bridges.push_back(name);
    }
  }
  if (!below_root) return place;
  place.address = real.filename();
  place.numa = number_in(real / "numa_node");
  if (place.numa < 0 && machine.nodes.size() == 1) place.numa = machine.nodes.front().number;
  return place;
}

// Returns a field that the driver reports for the GPU at an address: "GPU UUID:  GPU-...", "Device Minor:  0".
std::string driver_field(const fs::path& proc, const std::string& address, std::string_view field) {
  std::ifstream file(proc / "driver/nvidia/gpus" / address / "information");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || std::string_view(line).substr(0, colon) != field) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    if (begin != std::string::npos) return line.substr(begin, line.find_last_not_of(" \t") - begin + 1);
  }
  return {};
}

// A container may show the PCI bus of the whole machine but the device files of only some GPUs.
void read_gpus(const fs::path& root, Machine* out) {
  const auto present = static_cast<std::size_t>(count_gpus(root / "dev"));
  bool told = true;
  for (const std::string& address : names_in(root / "sys/bus/pci/devices")) {
    const fs::path device = root / "sys/bus/pci/devices" / address;
    if (first_line(device / "vendor") != kNvidia || !first_line(device / "class").starts_with(kDisplayClass)) continue;
    const std::string minor = driver_field(root / "proc", address, "Device Minor");
    std::error_code missing;
    if (!minor.empty() && !fs::exists(root / "dev" / ("nvidia" + minor), missing)) continue;
    told = told && !minor.empty();
    const std::string model = driver_field(root / "proc", address, "Model");
    out->gpus.push_back({model.empty() ? "NVIDIA " + first_line(device / "device") : model,
                         driver_field(root / "proc", address, "GPU UUID"), place_of(device, *out)});
  }
  if (!told && out->gpus.size() > present) out->gpus.clear();  // it is unknown which GPUs are ours
  out->gpus.resize(std::max(out->gpus.size(), present), Gpu{"NVIDIA GPU", "", {}});
}

void read_adapters(const fs::path& sys, Machine* out) {
  for (const auto& [folder, kind] : {std::pair("class/infiniband", "infiniband"), std::pair("class/net", "ethernet")}) {
    for (const std::string& name : names_in(sys / folder)) {
      Adapter adapter{name, kind, place_of(sys / folder / name / "device", *out)};
      const bool twin = std::any_of(out->adapters.begin(), out->adapters.end(), [&adapter](const Adapter& other) {
        return other.kind != adapter.kind && other.place.address == adapter.place.address;
      });
      if (!adapter.place.address.empty() && !twin) out->adapters.push_back(std::move(adapter));
    }
  }
}

int gpu_named(const Machine& machine, std::string_view entry) {
  int number = 0;
  if (read_number(entry, &number)) return number < static_cast<int>(machine.gpus.size()) ? number : -1;
  const auto found = std::find_if(machine.gpus.begin(), machine.gpus.end(),
                                  [&](const Gpu& gpu) { return !gpu.uuid.empty() && gpu.uuid.starts_with(entry); });
  return found == machine.gpus.end() ? -1 : static_cast<int>(found - machine.gpus.begin());
}

}  // namespace

std::vector<int> read_cpu_list(std::string_view text) {
  std::vector<int> cpus;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find(','));
    text.remove_prefix(std::min(piece.size() + 1, text.size()));
    const std::size_t dash = piece.find('-');
    int low = 0;
    if (!read_number(piece.substr(0, dash), &low)) return {};
    int high = low;
    if (dash != std::string_view::npos && !read_number(piece.substr(dash + 1), &high)) return {};
    for (int cpu = low; cpu <= high; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

std::string write_cpu_list(std::vector<int> cpus) {
  std::sort(cpus.begin(), cpus.end());
  std::string out;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t end = i + 1;
    while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1) ++end;
    out += fmt::format("{}{}", out.empty() ? "" : ",", cpus[i]);
    if (end - i > 1) out += fmt::format("-{}", cpus[end - 1]);
    i = end;
  }
  return out;
}

int count_gpus(const std::string& dev) {
  int ignored = 0;
  const std::vector<std::string> names = names_in(dev);
  return static_cast<int>(
      std::count_if(names.begin(), names.end(), [&](const std::string& name) { return numbered(name, "nvidia", &ignored); }));
}

Socket socket_of(const std::string& root, const std::vector<int>& cpus) {
  const fs::path system = fs::path(root.empty() ? "/" : root) / "sys/devices/system";
  if (cpus.empty() || read_cpu_list(first_line(system / "cpu/online")).size() <= cpus.size()) return {};
  const std::map<int, int> nodes = nodes_of_cpus(fs::path(root.empty() ? "/" : root) / "sys");
  const auto package_of = [&](int cpu) {
    return number_in(system / "cpu" / ("cpu" + std::to_string(cpu)) / "topology/physical_package_id");
  };
  const auto node_of = [&](int cpu) {
    const auto found = nodes.find(cpu);
    return found == nodes.end() ? -1 : found->second;
  };
  Socket socket{package_of(cpus.front()), node_of(cpus.front())};
  for (const int cpu : cpus) {
    if (socket.package >= 0 && package_of(cpu) != socket.package) socket.package = -1;
    if (socket.numa >= 0 && node_of(cpu) != socket.numa) socket.numa = -1;
  }
  return socket;
}

Socket own_socket(const std::string& root) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return {};  // more processors than the mask holds: we bind nothing
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask)) cpus.push_back(cpu);
  }
  return socket_of(root, cpus);
}

Machine read_machine_files(const std::string& root) {
  const fs::path top = root.empty() ? "/" : root;
  Machine out;
  out.name = first_line(top / "proc/sys/kernel/hostname");
  out.source = (top / "sys").string();
  read_cores(top / "sys", &out);
  read_gpus(top, &out);
  read_adapters(top / "sys", &out);
  return out;
}

std::vector<VisibleGpu> visible_gpus(const Machine& machine, std::optional<std::string_view> visible) {
  std::vector<VisibleGpu> out;
  if (!visible) {
    for (std::size_t i = 0; i < machine.gpus.size(); ++i) out.push_back({std::to_string(i), static_cast<int>(i)});
    return out;
  }
  for (std::string_view rest = *visible; !rest.empty();) {
    const std::string_view entry = rest.substr(0, rest.find(','));
    if (entry.empty() || entry.starts_with('-')) break;
    out.push_back({std::string(entry), gpu_named(machine, entry)});
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
  }
  return out;
}

Machine with_visible(Machine machine, const std::vector<VisibleGpu>& visible) {
  std::vector<Gpu> gpus;
  for (const VisibleGpu& one : visible) {
    gpus.push_back(one.gpu < 0 ? Gpu{one.entry, "", {}} : machine.gpus[static_cast<std::size_t>(one.gpu)]);
  }
  machine.gpus = std::move(gpus);
  machine.links.clear();
  return machine;
}

}  // namespace penstock::base
