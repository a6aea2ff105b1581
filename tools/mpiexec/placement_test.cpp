// Tests cores and GPUs of ranks, from copies of machines' files.
#include "mpiexec/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace penstock::mpiexec {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// The machine has two sockets of two cores of two threads, numbered as Linux does: threads of one core are 4 apart.
class Machine : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("mpiexec-placement-" + std::to_string(getpid()));
    for (int cpu = 0; cpu < 8; ++cpu) {
      const fs::path topology = root_ / "devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "topology";
      write(topology / "thread_siblings_list", std::to_string(cpu % 4) + "," + std::to_string(cpu % 4 + 4));
      write(topology / "physical_package_id", std::to_string(cpu % 4 / 2));
    }
    write(root_ / "devices/system/node/node0/cpulist", "0-1,4-5");
    write(root_ / "devices/system/node/node1/cpulist", "2-3,6-7");
    write(root_ / "devices/system/node/node2/cpulist", "");  // memory without processors
  }
  void TearDown() override { fs::remove_all(root_); }

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text << "\n";
  }
  std::vector<Cpus> plan(BindTo to, int ranks, const Cpus& allowed = {0, 1, 2, 3, 4, 5, 6, 7}) {
    std::vector<Cpus> out;
    const Status status = plan_binding(to, ranks, allowed, root_, &out);
    EXPECT_TRUE(status.is_ok()) << status.message();
    return out;
  }

  fs::path root_;
};

TEST_F(Machine, CoresAreDealtOutInTurnWithAllTheirThreads) {
  EXPECT_THAT(plan(BindTo::kCore, 5), ElementsAre(Cpus{0, 4}, Cpus{1, 5}, Cpus{2, 6}, Cpus{3, 7}, Cpus{0, 4}));
}

TEST_F(Machine, SocketsAndNodesGoToBlocksOfRanks) {
  const Cpus first{0, 1, 4, 5};
  const Cpus second{2, 3, 6, 7};
  EXPECT_THAT(plan(BindTo::kSocket, 4), ElementsAre(first, first, second, second));
  EXPECT_THAT(plan(BindTo::kNuma, 3), ElementsAre(first, first, second));
  EXPECT_THAT(plan(BindTo::kNuma, 1), ElementsAre(first));
}

TEST_F(Machine, OnlyWhatThisProcessMayUseCounts) {
  EXPECT_THAT(plan(BindTo::kCore, 3, {3, 6, 7}), ElementsAre(Cpus{3, 7}, Cpus{6}, Cpus{3, 7}));
  EXPECT_THAT(plan(BindTo::kNuma, 2, {2, 3}), ElementsAre(Cpus{2, 3}, Cpus{2, 3}));
}

TEST_F(Machine, RanksAreMappedOverResources) {
  const Cpus all = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto map = [&](const Mapping& mapping, BindTo to, int ranks) {
    std::vector<Cpus> out;
    const Status status = plan_mapping(mapping, to, ranks, all, root_, &out);
    EXPECT_TRUE(status.is_ok()) << status.message();
    return out;
  };
  const Cpus first{0, 1, 4, 5};
  const Cpus second{2, 3, 6, 7};
  EXPECT_THAT(map({.over = BindTo::kSocket}, BindTo::kAuto, 3), ElementsAre(first, second, first));
  EXPECT_THAT(map({.over = BindTo::kSocket, .per = 2}, BindTo::kAuto, 4), ElementsAre(first, first, second, second));
  EXPECT_THAT(map({.over = BindTo::kSocket}, BindTo::kCore, 4), ElementsAre(Cpus{0, 4}, Cpus{2, 6}, Cpus{1, 5}, Cpus{3, 7}));
  EXPECT_THAT(map({.over = BindTo::kCore}, BindTo::kSocket, 3), ElementsAre(first, first, second));
  EXPECT_THAT(map({.over = BindTo::kSocket, .per = 1, .cores = 2}, BindTo::kAuto, 2), ElementsAre(first, second));
  EXPECT_THAT(map({.cores = 2}, BindTo::kAuto, 2), ElementsAre(first, second));
  EXPECT_THAT(map({.per = 2}, BindTo::kThread, 2), ElementsAre(Cpus{0}, Cpus{1}));
}

TEST_F(Machine, WhereThereIsNoRoomThatIsCounted) {
  std::vector<Cpus> out;
  const Cpus all = {0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_THAT(std::string(plan_mapping({.over = BindTo::kSocket, .per = 2}, BindTo::kAuto, 5, all, root_, &out).message()),
              HasSubstr("room for 4 ranks on this machine's 2 sockets, not for 5"));
  EXPECT_THAT(std::string(plan_mapping({.over = BindTo::kSocket, .cores = 2}, BindTo::kAuto, 3, all, root_, &out).message()),
              HasSubstr("2 ranks with 2 cores each need 4 cores in one place, and there are 2"));
  EXPECT_EQ(count_resources(BindTo::kCore, all, root_), 4);
  EXPECT_EQ(count_resources(BindTo::kNone, all, root_), 1);
}

TEST_F(Machine, AMachineThatDoesNotSayIsNamed) {
  std::vector<Cpus> out;
  for (BindTo to : {BindTo::kCore, BindTo::kSocket, BindTo::kNuma}) {
    const Status status = plan_binding(to, 2, {0, 1}, root_ / "nowhere", &out);
    EXPECT_EQ(status.code(), Code::kSystem);
    EXPECT_THAT(std::string(status.message()), HasSubstr("--bind-to none"));
  }
}

TEST(Binding, ThisProcessMayRunSomewhere) {
  Cpus cpus;
  ASSERT_TRUE(allowed_cpus(&cpus).is_ok());
  EXPECT_FALSE(cpus.empty());
}

std::vector<base::VisibleGpu> gpus(std::optional<std::string_view> visible, int present = 0) {
  base::Machine machine;
  machine.gpus.resize(static_cast<std::size_t>(present));
  return base::visible_gpus(machine, visible);
}

TEST(Gpus, AreSharedInOrder) {
  std::vector<std::string> out;
  ASSERT_TRUE(share_gpus(2, 2, gpus({}, 5), false, &out).is_ok());
  EXPECT_THAT(out, ElementsAre("0,1", "2,3"));
}

TEST(Gpus, NamesOfTheVisibleOnesAreKept) {
  std::vector<std::string> out;
  ASSERT_TRUE(share_gpus(1, 3, gpus("GPU-8a,MIG-1/2/3,6"), true, &out).is_ok());
  EXPECT_THAT(out, ElementsAre("GPU-8a", "MIG-1/2/3", "6"));
}

TEST(Gpus, TooFewAreRefused) {
  std::vector<std::string> out;
  EXPECT_THAT(std::string(share_gpus(1, 4, {}, false, &out).message()), HasSubstr("needs 4 GPUs, and 0 are on this machine"));
  for (const char* visible : {"", "-1", "0,-1,2", "0,,2"}) {
    const Status status = share_gpus(1, 2, gpus(visible, 8), true, &out);
    EXPECT_EQ(status.code(), Code::kArg) << visible;
    EXPECT_THAT(std::string(status.message()), HasSubstr("CUDA_VISIBLE_DEVICES"));
  }
}

}  // namespace
}  // namespace penstock::mpiexec
