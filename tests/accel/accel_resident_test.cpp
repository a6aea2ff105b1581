// Tests the kernel that stays on the device and makes small copies: on a GPU, or on the stand-in driver
// if the library path leads there.

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "common/standin.hpp"
#include "fixture.hpp"
#include "kernels/accumulate/accumulate.hpp"

namespace penstock::accel {
namespace {

namespace standin = test::standin;

class ResidentTest : public AccelTest {
 protected:
  // The lives are long: on a loaded machine the stand-in's kernel polls seldom.
  void live(int idle_us, int life_us) {
    accel_.reset();
    config_.resident_idle_us = idle_us;
    config_.resident_life_us = life_us;
    create();
    ASSERT_OK(accel_->queues().queue(0, 0, &queue_));
  }
  // Makes one copy of random bytes, as a rank that waits for it does.
  void copy_one(char* to, const char* from, std::size_t bytes) {
    Ticket ticket;
    Progress progress = Progress::kPending;
    ASSERT_OK(queue_->copy_and_mark(to, from, bytes, By::kEngineOrKernel, &ticket));
    while (progress == Progress::kPending) ASSERT_OK(accel_->queues().test(ticket, &progress));
    if (accel_->queues().restless()) accel_->queues().tend();
  }
  void copy_and_check(int copies, unsigned seed) {
    Block source(PENSTOCK_GPU_DEVICE, kBytes), destination(PENSTOCK_GPU_DEVICE, kBytes);
    const auto bytes = pattern(kBytes, seed);
    std::vector<unsigned char> expected(kBytes, 0x11), got(kBytes);
    ASSERT_OK(accel_->queues().copy_now(source.at(), bytes.data(), kBytes));
    ASSERT_EQ(penstock_gpu_fill(destination.at(), 0x11, kBytes), 0);
    std::mt19937 random(seed);
    for (int i = 0; i < copies; ++i) {
      const std::size_t length = 1 + random() % (random() % 4 == 0 ? 60'000 : 64);
      const std::size_t to = random() % (kBytes - length), from = random() % (kBytes - length);
      std::memcpy(expected.data() + to, bytes.data() + from, length);
      copy_one(destination.at(to), source.at(from), length);
    }
    ASSERT_OK(accel_->queues().copy_now(got.data(), destination.at(), kBytes));
    ASSERT_EQ(got, expected);
  }

  Queue* queue_ = nullptr;
};

TEST_F(ResidentTest, ManyCopiesCostFewCallsOfTheDriver) {
  if (!standin::is_there()) GTEST_SKIP() << "a GPU's driver does not count its calls: run this on the stand-in driver";
  live(1'000'000, 1'000'000);  // longer than a busy machine takes for a copy
  const auto sum = [&] { return standin::calls("cuLaunchKernel") + standin::calls("cuMemcpyAsync"); };
  copy_and_check(20, 1);
  const long before = sum();
  copy_and_check(400, 2);
  const long made = sum() - before;
  EXPECT_LT(made, 200) << "most copies are made by a kernel that runs already";
  std::printf("400 copies: %ld launches and copies given to the driver\n", made);
}

TEST_F(ResidentTest, WhatALifeDoesNotMakeIsMadeAllTheSame) {
  for (const int microseconds : {1, 20, 200, 2000}) {
    live(microseconds, microseconds);
    copy_and_check(300, static_cast<unsigned>(microseconds));
  }
}

// One run of the kernel publishes which work it has done, so that the next run does not repeat it.
TEST_F(ResidentTest, WorkIsMadeOnce) {
  constexpr int kJobs = 700;
  Block counter(PENSTOCK_GPU_DEVICE, 8);
  for (const int microseconds : {1, 20, 200, 2000}) {
    live(microseconds, microseconds);
    ASSERT_EQ(penstock_gpu_fill(counter.at(), 0, 8), 0);
    const std::uint32_t one = 1;
    kernels::AccumulateShape shape;
    shape.block = sizeof one;
    kernels::AccumulateTask task;
    task.what.step = kernels::AccumulateStep::kAdd;
    task.width = sizeof one;
    task.count = 1;
    task.target = reinterpret_cast<std::uint64_t>(counter.at());
    task.shape = &shape;
    task.operand.here = reinterpret_cast<const std::byte*>(&one);
    for (int i = 0; i < kJobs; ++i) {
      Ticket ticket;
      Progress progress = Progress::kPending;
      ASSERT_OK(kernels::accumulate(config_, *queue_, task, &ticket));
      while (progress == Progress::kPending) ASSERT_OK(accel_->queues().test(ticket, &progress));
      if (accel_->queues().restless()) accel_->queues().tend();
    }
    int made = 0;
    ASSERT_OK(accel_->queues().copy_now(&made, counter.at(), sizeof made));
    EXPECT_EQ(made, kJobs) << microseconds;
  }
}

// The data of each copy are written while the kernel runs: it must not take them from a cache of its own.
TEST_F(ResidentTest, SeesWhatWasWrittenSinceItBegan) {
  live(10'000, 10'000);
  Block source(PENSTOCK_GPU_DEVICE, 4096), destination(PENSTOCK_GPU_DEVICE, 4096);
  for (unsigned round = 0; round < 200; ++round) {
    const auto value = static_cast<unsigned char>(round);
    std::vector<unsigned char> got(4096);
    ASSERT_EQ(penstock_gpu_fill(source.at(), value, 4096), 0);
    copy_one(destination.at(), source.at(), 4096);
    copy_one(destination.at(), source.at(), 4096);
    ASSERT_OK(accel_->queues().copy_now(got.data(), destination.at(), 4096));
    ASSERT_EQ(got, std::vector<unsigned char>(4096, value)) << "round " << round;
  }
}

// The length does not fit into 32 bits. It exceeds the memory, so the driver has to refuse it; the kernel must not truncate it.
TEST_F(ResidentTest, DoesNotTakeWhatItCannotCount) {
  live(10'000, 10'000);
  copy_and_check(30, 5);
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  copy_one(one.at(), two.at(), 8);
  Ticket ticket;
  const std::size_t beyond = (std::size_t{1} << 32) + 8;
  EXPECT_FALSE(queue_->copy_and_mark(one.at(), two.at(), beyond, By::kEngineOrKernel, &ticket).is_ok());
}

TEST_F(ResidentTest, EndsWithItsOwner) {
  live(10'000, 10'000);
  copy_and_check(10, 3);
  accel_.reset();  // the kernel may still poll
  create();
  ASSERT_EQ(penstock_gpu_synchronize(), 0);
}

// The other process only has memory on the device, none of which is mapped here.
TEST_F(ResidentTest, IsOffOnceAnotherProcessWorksOnTheDevice) {
  constexpr std::string_view kOff =
      "device 0: small copies go by the copy engine from now on: another process works on the device";
  log_.set_level(base::Level::kInfo);
  live(1'000'000, 10'000);  // on a busy machine copies take long, but there are many
  copy_and_check(20, 6);
  Exporter other;
  Export exported;
  ASSERT_OK(other.start());
  if (devices_ > 1) {
    ASSERT_OK(other.next(1, kBytes, &exported));
    copy_and_check(20, 7);
    EXPECT_EQ(lines_.find(kOff), std::string::npos) << "the other process is on another device";
  }
  ASSERT_OK(other.next(0, kBytes, &exported));
  copy_and_check(20, 8);
  EXPECT_NE(lines_.find(kOff), std::string::npos) << lines_;
  log_.set_level(base::Level::kWarn);
  lines_.clear();
}

// Without the kernel everything continues with the copy engine.
TEST_F(ResidentTest, ALaunchThatFailsEndsItsUseAndLosesNothing) {
  if (!standin::is_there()) GTEST_SKIP() << "run this on the stand-in driver";
  for (const char* entry : {"cuLaunchKernel", "cuModuleGetFunction", "cuStreamCreateWithPriority", "cuMemHostAlloc"}) {
    accel_.reset();
    log_.set_level(base::Level::kInfo);
    live(10'000, 10'000);
    standin::fail(entry, 1, 2 /* CUDA_ERROR_OUT_OF_MEMORY */);
    copy_and_check(50, 4);
    standin::fail(entry, 0, 0);
    EXPECT_NE(lines_.find(std::string("by the copy engine from now on: ") + entry + " failed"), std::string::npos)
        << entry << ": " << lines_;
    log_.set_level(base::Level::kWarn);
    lines_.clear();
  }
}

}  // namespace
}  // namespace penstock::accel

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--exporter") return penstock::accel::Exporter::run();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
