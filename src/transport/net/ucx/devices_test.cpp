// The plug-in's search for devices is tested on a sysfs that the test writes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "transport/net/ucx/devices.hpp"

namespace penstock::net {
namespace {

namespace fs = std::filesystem;

class Sysfs : public ::testing::Test {
 protected:
  Sysfs() {
    std::string pattern = fs::temp_directory_path() / "penstock-sysfs-XXXXXX";
    root_ = mkdtemp(pattern.data());
  }
  ~Sysfs() override { fs::remove_all(root_); }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << "\n";
  }
  void port(const std::string& device, const std::string& number, const std::string& state, const std::string& node) const {
    write("class/infiniband/" + device + "/ports/" + number + "/state", state);
    write("class/infiniband/" + device + "/device/numa_node", node);
  }
  fs::path root_;
};

std::vector<std::string> names(const std::vector<Device>& devices) {
  std::vector<std::string> out;
  for (const Device& device : devices) out.push_back(device.name);
  return out;
}

TEST_F(Sysfs, ActivePortsAreFound) {
  EXPECT_TRUE(rdma_ports(root_).empty());
  port("mlx5_1", "1", "4: ACTIVE", "1");
  port("mlx5_0", "1", "4: ACTIVE", "0");
  port("mlx5_0", "2", "1: DOWN", "0");
  const std::vector<Device> found = rdma_ports(root_);
  EXPECT_EQ(names(found), (std::vector<std::string>{"mlx5_0:1", "mlx5_1:1"}));
  EXPECT_EQ(found.at(1).node, 1);
}

TEST_F(Sysfs, GpusAreReachedWhereTheKernelSaysSoAndThereIsAPort) {
  write("module/nvidia_peermem/version", "580");
  EXPECT_FALSE(rdma_reaches_gpus(root_)) << "no port";
  port("mlx5_0", "1", "4: ACTIVE", "0");
  EXPECT_TRUE(rdma_reaches_gpus(root_));
  fs::remove_all(root_ / "module");
  EXPECT_FALSE(rdma_reaches_gpus(root_)) << "no module";
}

TEST_F(Sysfs, NamesOfTheUserHaveTheirNodes) {
  port("mlx5_3", "1", "4: ACTIVE", "1");
  write("class/net/eth7/device/numa_node", "0");
  const std::vector<Device> found = named("mlx5_3:1,eth7,,odd", root_);
  EXPECT_EQ(names(found), (std::vector<std::string>{"mlx5_3:1", "eth7", "odd"}));
  EXPECT_EQ(found.at(0).node, 1);
  EXPECT_EQ(found.at(1).node, 0);
  EXPECT_EQ(found.at(2).node, -1);
  EXPECT_TRUE(named("", root_).empty());
}

TEST_F(Sysfs, BridgesAndLoopbackAreNoRails) {
  for (const Device& device : interfaces(root_)) EXPECT_NE(device.name, "lo");
  const std::vector<Device> all = interfaces(root_);
  if (all.empty()) return;  // a host without a network has none to hide
  write("class/net/" + all.front().name + "/bridge/bridge_id", "8000");
  EXPECT_EQ(interfaces(root_).size(), all.size() - 1);
}

TEST(Devices, RanksTakeTurnsOnTheirOwnNode) {
  const std::vector<Device> devices = {{"a", 0}, {"b", 1}, {"c", 1}, {"d", -1}};
  EXPECT_EQ(device_of_rank(devices, 1, 0), "b");
  EXPECT_EQ(device_of_rank(devices, 1, 1), "c");
  EXPECT_EQ(device_of_rank(devices, 1, 2), "b");
  EXPECT_EQ(device_of_rank(devices, 0, 5), "a");
  EXPECT_EQ(device_of_rank(devices, 7, 2), "c") << "none near: all of them";
  EXPECT_EQ(device_of_rank(devices, -1, 3), "d");
  EXPECT_EQ(device_of_rank({}, 0, 0), "");
}

TEST(Devices, LaunchersTellTheRankOnItsHost) {
  for (const char* variable : {"LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK"}) {
    unsetenv(variable);
  }
  EXPECT_EQ(rank_on_host(9), 9);
  setenv("SLURM_LOCALID", "3", 1);
  EXPECT_EQ(rank_on_host(9), 3);
  setenv("MPI_LOCALRANKID", "junk", 1);
  EXPECT_EQ(rank_on_host(9), 3);
  unsetenv("MPI_LOCALRANKID");
  unsetenv("SLURM_LOCALID");
}

}  // namespace
}  // namespace penstock::net
