#include "transport/net/ucx/devices.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <sched.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace penstock::net {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

bool to_int(const std::string& text, int* out) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, *out);
  return error == std::errc() && stop == end;
}

int node_at(const fs::path& folder) {
  int node = -1;
  return to_int(first_line(folder / "device/numa_node"), &node) ? node : -1;
}

// The names are sorted, because the system lists folders in no order.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::vector<Device> rdma_ports(const std::string& sys) {
  std::vector<Device> found;
  const fs::path root = fs::path(sys) / "class/infiniband";
  for (const std::string& device : names_in(root)) {
    for (const std::string& port : names_in(root / device / "ports")) {
      if (!first_line(root / device / "ports" / port / "state").ends_with("ACTIVE")) continue;
      found.push_back({device + ":" + port, node_at(root / device)});
    }
  }
  return found;
}

std::vector<Device> interfaces(const std::string& sys) {
  std::vector<Device> found;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    const unsigned wanted = IFF_UP | IFF_RUNNING;
    const bool usable = one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET &&
                        (one->ifa_flags & wanted) == wanted && (one->ifa_flags & IFF_LOOPBACK) == 0;
    const fs::path folder = fs::path(sys) / "class/net" / one->ifa_name;
    std::error_code none;
    if (!usable || fs::exists(folder / "bridge", none)) continue;
    const bool known = std::ranges::any_of(found, [&](const Device& device) { return device.name == one->ifa_name; });
    if (!known) found.push_back({one->ifa_name, node_at(folder)});
  }
  freeifaddrs(all);
  return found;
}

std::vector<Device> named(const std::string& list, const std::string& sys) {
  std::vector<Device> found;
  std::stringstream parts(list);
  for (std::string name; std::getline(parts, name, ',');) {
    if (name.empty()) continue;
    const fs::path root = fs::path(sys) / "class";
    const int node = node_at(root / "infiniband" / name.substr(0, name.find(':')));
    found.push_back({name, node >= 0 ? node : node_at(root / "net" / name)});
  }
  return found;
}

std::string device_of_rank(const std::vector<Device>& devices, int node, int rank_on_host) {
  std::vector<const Device*> near;
  for (const Device& device : devices) {
    if (node >= 0 && device.node == node) near.push_back(&device);
  }
  if (near.empty()) {
    for (const Device& device : devices) near.push_back(&device);
  }
  return near.empty() ? std::string() : near[static_cast<std::size_t>(rank_on_host) % near.size()]->name;
}

int current_node() {
  unsigned cpu = 0;
  unsigned node = 0;
  return getcpu(&cpu, &node) == 0 ? static_cast<int>(node) : -1;
}

int rank_on_host(int rank) {
  for (const char* variable : {"LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK"}) {
    const char* const said = std::getenv(variable);
    int number = 0;
    if (said != nullptr && to_int(said, &number) && number >= 0) return number;
  }
  return rank;
}

bool rdma_reaches_gpus(const std::string& sys) {
  std::error_code none;
  const fs::path modules = fs::path(sys) / "module";
  const bool reaches = fs::exists(modules / "nvidia_peermem", none) || fs::exists(modules / "nv_peer_mem", none);
  return reaches && !rdma_ports(sys).empty();
}

}  // namespace penstock::net
