// The tests place ranks on machines of known shape. Recorded machines are in tests/machines.
#include "base/topology.hpp"

#include <gtest/gtest.h>

#include <set>

namespace penstock::base {
namespace {

// Makes a machine of `packages` packages with `cores` cores each and one NUMA node per package.
Machine box(int packages, int cores) {
  Machine machine;
  for (int package = 0; package < packages; ++package) {
    machine.nodes.push_back({package, package, std::uint64_t{64} << 30});
    for (int i = 0; i < cores; ++i) machine.cores.push_back({package, package, package, {package * cores + i}});
  }
  return machine;
}

Place at(int numa, std::vector<std::string> bridges) {
  return {"0000:00:00.0", std::move(bridges), numa};
}

TEST(Topology, DistanceFollowsTheBridges) {
  const Machine machine = box(2, 4);
  const Place gpu = at(0, {"host0", "switch1"});
  EXPECT_EQ(distance(machine, gpu, at(0, {"host0", "switch1"})), Distance::kSwitch);
  EXPECT_EQ(distance(machine, gpu, at(0, {"host0", "switch2"})), Distance::kRoot);
  EXPECT_EQ(distance(machine, gpu, at(0, {"host7"})), Distance::kNode);
  EXPECT_EQ(distance(machine, gpu, at(1, {"host9"})), Distance::kFar);
  EXPECT_EQ(distance(machine, gpu, Place{}), Distance::kUnknown);
  EXPECT_EQ(distance(machine, gpu, machine.cores[0]), Distance::kNode);
  EXPECT_EQ(distance(machine, gpu, machine.cores[7]), Distance::kFar);
}

TEST(Topology, RanksWithoutGpusShareTheCoresInBlocks) {
  const Machine machine = box(2, 4);
  const std::vector<Placement> placements = place_ranks(machine, 4);
  ASSERT_EQ(placements.size(), 4U);
  EXPECT_EQ(placements[0].cores, (std::vector<int>{0, 1}));
  EXPECT_EQ(placements[3].cores, (std::vector<int>{6, 7}));
  EXPECT_EQ(placements[0].gpu, -1);
  for (const Placement& placement : place_ranks(machine, 20)) EXPECT_EQ(placement.cores.size(), 1U) << "more ranks than cores";
  EXPECT_TRUE(place_ranks(machine, 0).empty());
  EXPECT_TRUE(place_ranks(Machine{}, 2)[1].cores.empty());
}

TEST(Topology, RanksSitNearTheirGpuAndAdaptersAreSharedOut) {
  Machine machine = box(2, 4);
  for (int i = 0; i < 4; ++i)
    machine.gpus.push_back({"gpu", "", at(i / 2, {"host" + std::to_string(i / 2), "switch" + std::to_string(i)})});
  machine.adapters.push_back({"eth0", "ethernet", at(0, {"host0", "switch0"})});
  for (int i = 0; i < 2; ++i)
    machine.adapters.push_back({"mlx5_" + std::to_string(i), "infiniband", at(0, {"host0", "switch8"})});
  const std::vector<Placement> placements = place_ranks(machine, 4);
  EXPECT_EQ(placements[0].cores, (std::vector<int>{0, 1}));
  EXPECT_EQ(placements[1].cores, (std::vector<int>{2, 3}));
  EXPECT_EQ(placements[3].cores, (std::vector<int>{6, 7}));
  EXPECT_EQ(placements[0].adapter, 1) << "InfiniBand before Ethernet";
  EXPECT_EQ(placements[1].adapter, 2) << "equal distances in turn";
  EXPECT_EQ(placements[0].to_adapter, Distance::kRoot);
  EXPECT_EQ(placements[2].to_adapter, Distance::kFar);
  const std::vector<Placement> eight = place_ranks(machine, 8);
  EXPECT_EQ(eight[1].gpu, 0) << "neighbours share a GPU";
  EXPECT_EQ(eight[7].gpu, 3);
  std::set<int> used;
  for (const Placement& placement : eight) used.insert(placement.cores.begin(), placement.cores.end());
  EXPECT_EQ(used.size(), 8U) << "every core belongs to one rank";
}

TEST(Topology, AGpuWithoutKnownPlaceTakesAnyCore) {
  Machine machine = box(1, 4);
  machine.gpus.push_back({"gpu", "", {}});
  EXPECT_EQ(place_ranks(machine, 1)[0].cores.size(), 4U);
  machine.gpus[0].place.numa = 9;
  EXPECT_EQ(place_ranks(machine, 1)[0].cores.size(), 4U) << "a node without cores";
}

}  // namespace
}  // namespace penstock::base
