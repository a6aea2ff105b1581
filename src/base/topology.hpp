// A Machine describes cores, GPUs, adapters and the paths between them, for the placement of ranks. Nothing here asks the
// system: the caller fills a Machine from hwloc, NVML or a recorded description.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace penstock::base {

struct Core {
  int package = 0;
  int numa = 0;
  int l3 = -1;            // number of its L3 cache; -1: unknown
  std::vector<int> cpus;  // its hardware threads, as the system numbers them
};

struct NumaNode {
  int number = 0;
  int package = 0;
  std::uint64_t bytes = 0;
};

// Place is the position of a device: the addresses of the bridges from the root complex down to it, and the nearest NUMA node
// (-1: unknown).
struct Place {
  std::string address;  // "0000:1b:00.0"; empty: unknown
  std::vector<std::string> bridges;
  int numa = -1;
};

struct Gpu {
  std::string name;
  std::string uuid;
  Place place;
};

struct Adapter {
  std::string name;  // "mlx5_0", "eth0"
  std::string kind;  // "infiniband", "ethernet"
  Place place;
};

// Link has the NVLinks between two GPUs, or between a GPU and its processor.
struct Link {
  static constexpr int kCpu = -1;
  int from = 0;
  int to = 0;  // a GPU, or kCpu
  int count = 0;
  double gigabytes = 0;  // GB/s in one direction, over all links together
  bool switched = false;
};

struct Machine {
  std::string name;
  std::string source;  // the sources of information: "hwloc 2.9.0, NVML 580.65"
  std::vector<NumaNode> nodes;
  std::vector<Core> cores;
  std::vector<Gpu> gpus;
  std::vector<Adapter> adapters;
  std::vector<Link> links;
};

// A nearer distance has a smaller value.
enum class Distance : std::uint8_t { kSwitch, kRoot, kNode, kPackage, kFar, kUnknown };
// Returns "same PCI switch", "same root complex", ...
[[nodiscard]] std::string_view distance_name(Distance distance) noexcept;
[[nodiscard]] Distance distance(const Machine& machine, const Place& one, const Place& other);
[[nodiscard]] Distance distance(const Machine& machine, const Place& place, const Core& core);
// Returns the NVLinks between two GPUs; null if there are none.
[[nodiscard]] const Link* link_between(const Machine& machine, int one, int other) noexcept;

struct Placement {
  int gpu = -1;      // -1: none
  int adapter = -1;  // -1: none
  Distance to_adapter = Distance::kUnknown;
  std::vector<int> cores;  // indices into Machine::cores
};
// Places `ranks` ranks. GPUs are assigned in their order, in blocks if there are more ranks than GPUs. The cores of a GPU's
// NUMA node are divided among the ranks of that node (all cores if the node is unknown or has none). Each rank gets the nearest
// adapter; adapters at equal distance take turns. Without GPUs, cores are divided in blocks, so that neighbouring ranks share
// caches.
[[nodiscard]] std::vector<Placement> place_ranks(const Machine& machine, int ranks);

}  // namespace penstock::base
