// Tests placements of ranks on a machine with two NUMA nodes, whose files lie below a folder as the
// kernel and the driver show them.
#include "mpiexec/placement_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>

namespace penstock::mpiexec {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The machine has eight cores, four on each node; GPUs on nodes 1, 0, 1, 0 in the order of the bus, each
// behind a root complex of its own.
class Placements : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("mpiexec-placement-" + std::to_string(getpid()));
    write("sys/devices/system/cpu/online", "0-7");
    write("sys/devices/system/node/node0/cpulist", "0-3");
    write("sys/devices/system/node/node1/cpulist", "4-7");
    for (int cpu = 0; cpu < 8; ++cpu) {
      write("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/physical_package_id", std::to_string(cpu / 4));
    }
    for (int gpu = 0; gpu < 4; ++gpu) add_gpu(gpu, 1 - gpu % 2);
    here_.root = root_;
    here_.allowed.resize(8);
    std::iota(here_.allowed.begin(), here_.allowed.end(), 0);
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const fs::path& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << "\n";
  }
  void add_gpu(int gpu, int numa) {
    const std::string bus = "0000:" + std::to_string(gpu) + "0";
    const fs::path device = fs::path("sys/devices") / ("pci" + bus) / (bus + ":00.0");
    write(device / "vendor", "0x10de");
    write(device / "class", "0x030200");
    write(device / "device", "0x2335");
    write(device / "numa_node", std::to_string(numa));
    fs::create_directories(root_ / "sys/bus/pci/devices");
    fs::create_symlink(root_ / device, root_ / "sys/bus/pci/devices" / (bus + ":00.0"));
    write("dev/nvidia" + std::to_string(gpu), "");
    write(fs::path("proc/driver/nvidia/gpus") / (bus + ":00.0") / "information",
          "Model: \t\t Test GPU\nGPU UUID: \t GPU-" + std::to_string(gpu) + "abc\nDevice Minor: \t " + std::to_string(gpu));
  }

  PlacementPlan plan(int ranks, BindTo bind = BindTo::kAuto, int gpus_per_rank = 0) {
    Options options;
    options.parts.resize(1);
    options.parts.front().ranks = ranks;
    options.bind_to = bind;
    options.gpus_per_rank = gpus_per_rank;
    PlacementPlan out;
    status_ = plan_placement(options, here_, &out);
    return out;
  }

  fs::path root_;
  Surroundings here_;
  Status status_;
};

TEST_F(Placements, CoresOfTheGpusNodeAreShared) {
  const PlacementPlan placement_plan = plan(4);
  EXPECT_THAT(placement_plan.cpus, ElementsAre(Cpus{4, 5}, Cpus{0, 1}, Cpus{6, 7}, Cpus{2, 3}));
  EXPECT_THAT(placement_plan.gpus, IsEmpty());
}

TEST_F(Placements, VisibleGpusCountInTheirOrder) {
  here_.visible = "GPU-1,GPU-3abc";
  EXPECT_THAT(plan(2).cpus, ElementsAre(Cpus{0, 1}, Cpus{2, 3}));
  here_.visible = "2,1";
  EXPECT_THAT(plan(2).cpus, ElementsAre(Cpus{4, 5, 6, 7}, Cpus{0, 1, 2, 3}));
}

TEST_F(Placements, NobodyIsBoundWhereThatWouldHarm) {
  EXPECT_THAT(plan(1).cpus, IsEmpty());
  EXPECT_THAT(plan(9).cpus, IsEmpty());
  EXPECT_THAT(plan(9).decision, HasSubstr("9 ranks on 8 cores"));
  here_.visible = "MIG-7";
  EXPECT_THAT(plan(2).decision, HasSubstr("does not tell"));
  here_.visible.reset();
  here_.unbound = true;
  EXPECT_THAT(plan(2).decision, HasSubstr("MV2_ENABLE_AFFINITY=0"));
  here_.unbound = false;
  here_.allowed = {0, 1, 4};
  EXPECT_THAT(plan(2).cpus, IsEmpty());
  EXPECT_THAT(plan(2).decision, HasSubstr("bound to 3 of 8 processors"));
  EXPECT_THAT(plan(2, BindTo::kGpu).cpus, ElementsAre(Cpus{4}, Cpus{0, 1}));
}

TEST_F(Placements, WhatWasAskedForHolds) {
  EXPECT_THAT(plan(2, BindTo::kNone).cpus, IsEmpty());
  EXPECT_THAT(plan(2, BindTo::kNuma).cpus, ElementsAre(Cpus{0, 1, 2, 3}, Cpus{4, 5, 6, 7}));
  here_.visible = "";
  plan(2, BindTo::kGpu);
  EXPECT_EQ(status_.code(), Code::kSystem);
  EXPECT_THAT(std::string(status_.message()), HasSubstr("--bind-to core"));
}

TEST_F(Placements, GpusOfARankAreNearEachOther) {
  const PlacementPlan pairs = plan(2, BindTo::kAuto, 2);
  EXPECT_THAT(pairs.gpus, ElementsAre("0,2", "1,3"));
  EXPECT_THAT(pairs.cpus, ElementsAre(Cpus{4, 5, 6, 7}, Cpus{0, 1, 2, 3}));
  EXPECT_TRUE(pairs.numbered);
  EXPECT_THAT(describe(pairs), HasSubstr("0,2 (0000:00:00.0)"));
  here_.visible = "3,2,1";
  EXPECT_THAT(plan(3, BindTo::kNone, 1).gpus, ElementsAre("3", "1", "2"));
  plan(4, BindTo::kAuto, 1);
  EXPECT_EQ(status_.code(), Code::kArg);
}

TEST_F(Placements, OnlyGpusWithADeviceFileCount) {
  fs::remove(root_ / "dev/nvidia0");
  fs::remove(root_ / "dev/nvidia2");
  EXPECT_THAT(plan(2).cpus, ElementsAre(Cpus{0, 1}, Cpus{2, 3}));
  fs::remove_all(root_ / "proc");  // then it is unknown which four they are
  EXPECT_THAT(plan(2).decision, HasSubstr("does not tell"));
}

TEST_F(Placements, WithoutGpusTheCoresAreSharedOut) {
  here_.visible = "";
  EXPECT_THAT(plan(2).cpus, ElementsAre(Cpus{0, 1, 2, 3}, Cpus{4, 5, 6, 7}));
  EXPECT_THAT(plan(2).decision, HasSubstr("bound to their share of the cores"));
  here_.visible.reset();
  for (int gpu = 0; gpu < 4; ++gpu) fs::remove(root_ / "dev" / ("nvidia" + std::to_string(gpu)));
  EXPECT_THAT(plan(4).cpus, ElementsAre(Cpus{0, 1}, Cpus{2, 3}, Cpus{4, 5}, Cpus{6, 7}));
  here_.allowed = {1, 4, 6};
  EXPECT_THAT(plan(3).cpus, ElementsAre(Cpus{1}, Cpus{4}, Cpus{6})) << "within what is allowed";
  EXPECT_THAT(plan(4).cpus, IsEmpty());
  here_.unbound = true;
  EXPECT_THAT(plan(2).cpus, IsEmpty());
}

TEST_F(Placements, OneRankOrNoBindingNeedNoLook) {
  for (int gpu = 0; gpu < 4; ++gpu) fs::remove(root_ / "dev" / ("nvidia" + std::to_string(gpu)));
  EXPECT_THAT(plan(1).placements, IsEmpty());
  EXPECT_THAT(plan(2, BindTo::kNone).placements, IsEmpty());
}

}  // namespace
}  // namespace penstock::mpiexec
