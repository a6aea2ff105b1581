// A machine as placement sees it: cores, GPUs, adapters and what lies between them; and which of them each rank should use.
// Nothing here asks the system: whoever knows hwloc, NVML or a record fills it in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace penstock::base {

struct Core {
  int package = 0;
  int numa = 0;
  int l3 = -1;            // number of the cache that it shares; -1: none known
  std::vector<int> cpus;  // its hardware threads, as the system numbers them
};

struct NumaNode {
  int number = 0;
  int package = 0;
  std::uint64_t bytes = 0;
};

// Where a device hangs: the bridges from the root complex down to it, by address, and the nearest NUMA node (-1: unknown).
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

// NVLinks between two GPUs, or between a GPU and its processor.
struct Link {
  static constexpr int kCpu = -1;
  int from = 0;
  int to = 0;  // a GPU, or kCpu
  int count = 0;
  double gigabytes = 0;  // a second, one way, all of them together
  bool switched = false;
};

struct Machine {
  std::string name;
  std::string source;  // what was asked: "hwloc 2.9.0, NVML 580.65"
  std::vector<NumaNode> nodes;
  std::vector<Core> cores;
  std::vector<Gpu> gpus;
  std::vector<Adapter> adapters;
  std::vector<Link> links;
};

// Nearer is smaller.
enum class Distance : std::uint8_t { kSwitch, kRoot, kNode, kPackage, kFar, kUnknown };
// "same PCI switch", "same root complex", ...
[[nodiscard]] std::string_view distance_name(Distance distance) noexcept;
[[nodiscard]] Distance distance(const Machine& machine, const Place& one, const Place& other);
[[nodiscard]] Distance distance(const Machine& machine, const Place& place, const Core& core);
// The NVLinks between two GPUs; null if there are none.
[[nodiscard]] const Link* link_between(const Machine& machine, int one, int other) noexcept;

struct Placement {
  int gpu = -1;      // -1: none
  int adapter = -1;  // -1: none
  Distance to_adapter = Distance::kUnknown;
  std::vector<int> cores;  // indices into Machine::cores
};
// For each of `ranks`: GPUs in their order, in blocks where ranks are more; cores of the GPU's NUMA node, shared out among the
// ranks that belong there (all cores where the node is not known, or has none); the nearest adapter, those of equal distance in
// turn. Without GPUs the cores are shared out in blocks, so that neighbouring ranks share caches.
[[nodiscard]] std::vector<Placement> place_ranks(const Machine& machine, int ranks);

}  // namespace penstock::base
