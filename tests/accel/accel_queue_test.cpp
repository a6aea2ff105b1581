// Tests copies with their marks, their cost in driver calls, and the check for a busy default stream: on a GPU, or on the
// stand-in driver if the library path leads there.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <utility>

#include "accel/queue/copies.hpp"
#include "accel/driver/driver.hpp"
#include "accel/queue/stream_queue.hpp"
#include "accel/queue/flag.hpp"
#include "common/standin.hpp"
#include "fixture.hpp"

namespace penstock::accel {
namespace {

// Many copies are in flight, with lengths for kernels and for the copy engine, and are waited for in any order.
TEST_F(AccelTest, CopiesWithTheirMarksArrive) {
  constexpr std::size_t kCopies = 100, kRoom = kBytes / kCopies / 16 * 16;
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  std::mt19937 random(3);
  for (int round = 0; round < 8; ++round) {
    const auto source = pattern(kBytes, static_cast<unsigned>(round));
    std::vector<unsigned char> expected(kBytes, 0x11), got(kBytes);
    ASSERT_OK(accel_->queues().copy_now(one.at(), source.data(), kBytes));
    ASSERT_EQ(penstock_gpu_fill(two.at(), 0x11, kBytes), 0);
    Queue* queue = nullptr;
    ASSERT_OK(accel_->queues().queue(0, 0, &queue));
    std::vector<Ticket> tickets(kCopies);
    for (std::size_t i = 0; i < kCopies; ++i) {
      const std::size_t bytes = random() % 2 == 0 ? random() % 64 : random() % (kRoom - 16), to = i * kRoom + random() % 16;
      const std::size_t from = random() % 2 == 0 ? random() % (kBytes - bytes) : to;
      std::memcpy(expected.data() + to, source.data() + from, bytes);
      const By by = random() % 4 == 0 ? By::kEngine : By::kEngineOrKernel;
      ASSERT_OK(queue->copy_and_mark(two.at(to), one.at(from), bytes, by, &tickets[i]));
      if (random() % 8 == 0 && accel_->queues().restless()) accel_->queues().tend();
    }
    std::shuffle(tickets.begin(), tickets.end(), random);
    for (const Ticket& ticket : tickets) ASSERT_OK(accel_->queues().wait(ticket));
    ASSERT_OK(accel_->queues().copy_now(got.data(), two.at(), kBytes));
    ASSERT_EQ(got, expected) << "round " << round;
  }
}

TEST_F(AccelTest, ChecksForABusyDefaultStreamOnce) {
  accel_.reset();
  config_.check = true;
  create();
  Driver driver;
  ASSERT_OK(driver.load());
  ASSERT_EQ(penstock_gpu_synchronize(), 0);
  ASSERT_OK(accel_->queues().check_application(0));
  EXPECT_EQ(lines_, "") << "nothing is running";
  // The memory is so large that some work is left when the check asks.
  Block device(PENSTOCK_GPU_DEVICE, 64 * kBytes);
  for (int i = 0; i < 500; ++i) {
    ASSERT_OK(driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(device.at()), 1, 64 * kBytes, CU_STREAM_LEGACY));
    if (i % 8 == 0) ASSERT_OK(accel_->queues().check_application(0));
    if (!lines_.empty()) break;
  }
  EXPECT_NE(lines_.find("synchronise"), std::string::npos) << lines_;
  EXPECT_NE(lines_.find("PENSTOCK_SYNC_STREAM=legacy"), std::string::npos) << lines_;
  lines_.clear();
  ASSERT_OK(driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(device.at()), 1, 64 * kBytes, CU_STREAM_LEGACY));
  ASSERT_OK(accel_->queues().check_application(0));
  EXPECT_EQ(lines_, "") << "said once";
  ASSERT_EQ(penstock_gpu_synchronize(), 0);
}

using test::standin::calls;

TEST_F(AccelTest, AsksNothingUnlessToldToCheck) {
  if (!penstock_gpu_is_standin()) GTEST_SKIP() << "a GPU's driver does not count its calls: run this on the stand-in driver";
  const long before = calls("cuStreamQuery");
  ASSERT_OK(accel_->queues().check_application(0));
  EXPECT_EQ(calls("cuStreamQuery"), before);
  for (const auto sync : {Config::SyncStream::kNone, Config::SyncStream::kLegacy}) {
    accel_.reset();
    config_.check = true;
    config_.sync_stream = sync;
    create();
    ASSERT_OK(accel_->queues().check_application(0));
  }
  EXPECT_EQ(calls("cuStreamQuery"), before + 1) << "with the legacy stream waited for, there is nothing to check";
}

constexpr const char* kHotCalls[] = {
    "cuCtxGetCurrent", "cuCtxPushCurrent",     "cuCtxPopCurrent", "cuThreadExchangeStreamCaptureMode",
    "cuMemcpyAsync",   "cuStreamWriteValue32", "cuLaunchKernel"};

TEST_F(AccelTest, OneSmallCopyIsTheEnginesAndManyAreOneLaunch) {
  if (!penstock_gpu_is_standin()) GTEST_SKIP() << "a GPU's driver does not count its calls: run this on the stand-in driver";
  config_.resident_limit = 0;
  create();
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  Queue* queue = nullptr;
  ASSERT_OK(accel_->queues().queue(0, 0, &queue));
  const auto count = [&](unsigned messages, std::size_t bytes, By by) {
    long before = 0, after = 0;
    for (const char* entry : kHotCalls) before += calls(entry);
    std::vector<Ticket> tickets(messages);
    for (unsigned i = 0; i < messages; ++i) {
      EXPECT_TRUE(queue->copy_and_mark(one.at(i * bytes), two.at(i * bytes), bytes, by, &tickets[i]).is_ok());
    }
    Progress progress = Progress::kPending;
    EXPECT_TRUE(accel_->queues().test(tickets.back(), &progress).is_ok());
    for (const char* entry : kHotCalls) after += calls(entry);
    for (const Ticket& ticket : tickets) EXPECT_TRUE(accel_->queues().wait(ticket).is_ok());
    const char* by_name = by == By::kEngine ? "copy engine" : "kernel";
    std::printf("%2u messages of %zu bytes, %s: %ld driver calls\n", messages, bytes, by_name, after - before);
    return after - before;
  };
  count(1, 8, By::kEngineOrKernel), count(2, 8, By::kEngineOrKernel);  // loads the kernels
  EXPECT_LE(count(1, 8, By::kEngineOrKernel), 6) << "which context is current, the copy within its guard, the word";
  EXPECT_EQ(count(kMostCopyParts, 8, By::kEngineOrKernel), 2) << "which context is current, and the launch";
  EXPECT_EQ(count(2 * kMostCopyParts, 8, By::kEngineOrKernel), 4);
  EXPECT_LE(count(1, 8, By::kEngine), 6);
  EXPECT_LE(count(64, 8, By::kEngine), 64 * 4 + 2) << "one word for all";
}

// Branches hold copies of the pieces of a block: the copies of a branch run in order.
TEST_F(AccelTest, AGraphRunsAgainAndAgain) {
  constexpr std::size_t kPieces = 8, kPiece = 512;
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes), three(PENSTOCK_GPU_DEVICE, kBytes);
  std::unique_ptr<Graph> graph;
  Queue* queue = nullptr;
  Ticket ticket;
  ASSERT_OK(accel_->queues().queue(0, 1, &queue));  // its making is not counted below
  ASSERT_OK(accel_->queues().make_graph(0, &graph));
  for (std::size_t i = 0; i < kPieces; ++i) {
    Queue& branch = graph->add_branch();
    ASSERT_OK(branch.copy_and_mark(two.at(i * kPiece), one.at(i * kPiece), kPiece, By::kEngine, &ticket));
    ASSERT_OK(branch.copy(three.at(i * kPiece), two.at(i * kPiece), kPiece));
  }
  EXPECT_EQ(graph->parts(), 2 * kPieces);
  ASSERT_OK(graph->close());
  for (unsigned round = 0; round < 5; ++round) {
    const auto source = pattern(kPieces * kPiece, round);
    std::vector<unsigned char> got(source.size());
    ASSERT_OK(accel_->queues().copy_now(one.at(), source.data(), source.size()));
    const long begun = calls("cuGraphLaunch"), copied = calls("cuMemcpyAsync"), launched = calls("cuLaunchKernel");
    ASSERT_OK(accel_->queues().launch_graph(0, 1, *graph, &ticket));
    ASSERT_OK(accel_->queues().wait(ticket));
    if (penstock_gpu_is_standin() != 0) {
      EXPECT_EQ(calls("cuGraphLaunch"), begun + 1);
      EXPECT_EQ(calls("cuMemcpyAsync") + calls("cuLaunchKernel"), copied + launched);
    }
    ASSERT_OK(accel_->queues().copy_now(got.data(), three.at(), got.size()));
    ASSERT_EQ(got, source) << "round " << round;
  }
}

// A kernel in a graph does not mark its end: the mark belongs to the launch.
TEST_F(AccelTest, AGraphTakesCopiesByKernel) {
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  std::unique_ptr<Graph> graph;
  Ticket ticket;
  ASSERT_OK(accel_->queues().make_graph(0, &graph));
  Copies copies(kBytes, 64, 8);
  ASSERT_TRUE(copies.add(reinterpret_cast<std::uint64_t>(two.at()), reinterpret_cast<std::uint64_t>(one.at()), 1000));
  Copies::Plan plan = copies.plan({.word = 1, .counter = 1, .value = 1});
  ASSERT_OK(graph->add_branch().launch_and_mark(kCopyManyKernel, {plan.blocks, 1, 1}, {plan.threads, 1, 1}, &plan.arguments,
                                                sizeof plan.arguments, &plan.arguments.finish, &ticket));
  ASSERT_OK(graph->close());
  for (unsigned round = 0; round < 5; ++round) {
    const auto source = pattern(1000, round);
    std::vector<unsigned char> got(source.size());
    ASSERT_OK(accel_->queues().copy_now(one.at(), source.data(), source.size()));
    ASSERT_OK(accel_->queues().launch_graph(0, 1, *graph, &ticket));
    ASSERT_OK(accel_->queues().wait(ticket));
    ASSERT_OK(accel_->queues().copy_now(got.data(), two.at(), got.size()));
    ASSERT_EQ(got, source) << "round " << round;
  }
}

// Enqueues a copy as another library would, or refuses.
class CopyOfAnother final : public ForeignWork {
 public:
  CopyOfAnother(const Driver& driver, void* to, const void* from, std::size_t bytes)
      : driver_(driver), to_(to), from_(from), bytes_(bytes) {}
  Status enqueue(void* stream) override {
    if (bytes_ == 0) return Status::error(Code::kDriver, "the other library has nothing to copy");
    return driver_.cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(to_), reinterpret_cast<CUdeviceptr>(from_), bytes_,
                                 static_cast<CUstream>(stream));
  }

 private:
  const Driver& driver_;
  void* to_;
  const void* from_;
  std::size_t bytes_;
};

// The work runs behind earlier work of the queue, and has a mark of its own.
TEST_F(AccelTest, WorkOfAnotherLibraryIsMarked) {
  Driver driver;
  ASSERT_OK(driver.load());
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes), three(PENSTOCK_GPU_DEVICE, kBytes);
  Queue* queue = nullptr;
  Ticket ticket, copied;
  ASSERT_OK(accel_->queues().queue(0, Queues::kWaitingQueue, &queue));
  const auto source = pattern(kBytes, 1);
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->queues().copy_now(one.at(), source.data(), kBytes));
  ASSERT_OK(queue->copy_and_mark(two.at(), one.at(), kBytes, By::kEngine, &copied));
  CopyOfAnother work(driver, three.at(), two.at(), kBytes);
  ASSERT_OK(accel_->queues().enqueue_foreign(0, Queues::kWaitingQueue, work, &ticket));
  ASSERT_OK(accel_->queues().wait(ticket));
  ASSERT_OK(accel_->queues().copy_now(got.data(), three.at(), kBytes));
  EXPECT_EQ(got, source);
  CopyOfAnother nothing(driver, three.at(), two.at(), 0);
  EXPECT_EQ(accel_->queues().enqueue_foreign(0, Queues::kWaitingQueue, nothing, &ticket).code(), Code::kDriver);
  ASSERT_OK(accel_->queues().wait(copied));
}

TEST_F(AccelTest, WorkBesideHasTheDevicesContext) {
  Driver driver;
  ASSERT_OK(driver.load());
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  const auto source = pattern(kBytes, 2);
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->queues().copy_now(one.at(), source.data(), kBytes));
  std::unique_ptr<Beside> beside;
  const auto from = reinterpret_cast<CUdeviceptr>(one.at()), to = reinterpret_cast<CUdeviceptr>(two.at());
  ASSERT_OK(accel_->queues().run_beside(
      0,
      [&]() -> Status {
        PENSTOCK_TRY(driver.cuMemcpyAsync(to, from, kBytes, CU_STREAM_PER_THREAD));
        return driver.cuStreamSynchronize(CU_STREAM_PER_THREAD);
      },
      &beside));
  while (!beside->over()) {
  }
  ASSERT_OK(std::move(beside->status()));
  ASSERT_OK(accel_->queues().copy_now(got.data(), two.at(), kBytes));
  EXPECT_EQ(got, source);
}

// No one waits for it: it ends at any time, together with the objects that it owns.
TEST_F(AccelTest, WorkBesideMayBeLeftBehind) {
  const auto go = std::make_shared<std::atomic<int>>(0);
  std::unique_ptr<Beside> beside;
  ASSERT_OK(accel_->queues().run_beside(
      0,
      [go]() -> Status {
        go->wait(0);
        go->store(2);
        go->notify_all();
        return Status::error(Code::kDriver, "nobody hears this");
      },
      &beside));
  EXPECT_FALSE(beside->over());
  beside.reset();
  go->store(1);
  go->notify_all();
  go->wait(1);
  EXPECT_EQ(go->load(), 2);
}

}  // namespace
}  // namespace penstock::accel
