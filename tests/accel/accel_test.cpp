// accel and kernels on a GPU, or on the stand-in driver where the library path leads there. Fails where there is neither.
#include "accel/accel.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <thread>

#include "accel/driver.hpp"
#include "accel/flag.hpp"
#include "fixture.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::accel {
namespace {

TEST_F(AccelTest, KnowsEveryKindOfMemory) {
  Block device(PENSTOCK_GPU_DEVICE, kBytes), managed(PENSTOCK_GPU_MANAGED, kBytes), pinned(PENSTOCK_GPU_PINNED, kBytes);
  const Memory a = what(device.at(1000));
  EXPECT_EQ(a.kind, MemoryKind::kDevice);
  EXPECT_TRUE(a.exportable);
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(a.base, reinterpret_cast<std::uintptr_t>(device.at()));
  EXPECT_GE(a.size, kBytes);
  EXPECT_NE(a.buffer_id, 0U);
  const Memory b = what(managed.at(7));
  EXPECT_EQ(b.kind, MemoryKind::kManaged);
  EXPECT_FALSE(b.exportable);
  EXPECT_FALSE(b.on_host());
  const Memory c = what(pinned.at(7));
  EXPECT_EQ(c.kind, MemoryKind::kPinned);
  EXPECT_TRUE(c.on_host());
  const auto heap = std::make_unique<char[]>(8 << 20);
  int local = 0;
  EXPECT_EQ(what(heap.get()).kind, MemoryKind::kHost);
  EXPECT_EQ(what(&local).kind, MemoryKind::kHost);
  EXPECT_EQ(what(nullptr).kind, MemoryKind::kHost);
  EXPECT_EQ(what(heap.get()).device, -1);
}

TEST_F(AccelTest, PoolMemoryIsDeviceMemoryThatCannotBeExported) {
  Block pool(PENSTOCK_GPU_POOL, kBytes);
  const Memory memory = what(pool.at(64));
  EXPECT_EQ(memory.kind, MemoryKind::kDevice);
  EXPECT_FALSE(memory.exportable);
  Export exported;
  EXPECT_EQ(accel_->export_memory(memory, &exported).code(), Code::kInternal);
}

TEST_F(AccelTest, AnAddressUsedAgainHasANewBufferId) {
  std::uint64_t before = 0;
  {
    Block first(PENSTOCK_GPU_DEVICE, kBytes);
    before = what(first.at()).buffer_id;
  }
  Block second(PENSTOCK_GPU_DEVICE, kBytes);
  EXPECT_NE(what(second.at()).buffer_id, before);
}

TEST_F(AccelTest, CopiesBetweenAllKinds) {
  Block device(PENSTOCK_GPU_DEVICE, kBytes), managed(PENSTOCK_GPU_MANAGED, kBytes), pinned(PENSTOCK_GPU_PINNED, kBytes);
  auto host = pattern(kBytes, 3);
  const auto expected = host;
  std::vector<char*> places{device.at(), managed.at(), pinned.at(), reinterpret_cast<char*>(host.data())};
  for (char* to : places) {
    for (char* from : places) {
      if (to == from) continue;
      ASSERT_OK(accel_->copy_now(from, expected.data(), kBytes));
      ASSERT_OK(accel_->copy_now(to, from, kBytes));
      std::vector<unsigned char> back(kBytes);
      ASSERT_OK(accel_->copy_now(back.data(), to, kBytes));
      ASSERT_EQ(back, expected);
    }
  }
}

TEST_F(AccelTest, AQueueRunsInOrderAndItsTicketsComplete) {
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes), pinned(PENSTOCK_GPU_PINNED, kBytes);
  for (unsigned round = 0; round < 20; ++round) {
    const auto expected = pattern(kBytes, round);
    std::memcpy(pinned.at(), expected.data(), kBytes);
    Queue* queue = nullptr;
    ASSERT_OK(accel_->queue(0, round, &queue));
    EXPECT_EQ(queue->device(), 0);
    EXPECT_GT(queue->limits().multiprocessors, 0);
    ASSERT_OK(queue->copy(one.at(), pinned.at(), kBytes));
    ASSERT_OK(queue->copy(two.at(), one.at(), kBytes));
    Ticket early, late;
    ASSERT_OK(queue->mark(&early));
    ASSERT_OK(queue->copy(pinned.at(), two.at(kBytes / 2), kBytes / 2));
    ASSERT_OK(queue->mark(&late));
    EXPECT_GT(late.sequence, early.sequence);
    Progress progress = Progress::kPending;
    while (progress == Progress::kPending) ASSERT_OK(accel_->test(late, &progress));
    ASSERT_OK(accel_->test(early, &progress));
    EXPECT_EQ(progress, Progress::kDone);
    ASSERT_EQ(std::memcmp(pinned.at(), expected.data() + kBytes / 2, kBytes / 2), 0);
  }
}

TEST_F(AccelTest, StridedKernelsMoveColumns) {
  constexpr std::uint64_t kRows = 300, kColumns = 97;
  Block field(PENSTOCK_GPU_DEVICE, kRows * kColumns * 16), packed(PENSTOCK_GPU_DEVICE, kRows * 16 + 16);
  const auto content = pattern(kRows * kColumns * 16, 9);
  ASSERT_OK(accel_->copy_now(field.at(), content.data(), content.size()));
  Queue* queue = nullptr;
  Ticket ticket;
  ASSERT_OK(accel_->queue(0, 0, &queue));
  for (const std::uint64_t element : {1, 2, 4, 8, 16}) {
    kernels::Strided from, to;
    from.base = reinterpret_cast<std::uint64_t>(field.at(5 * element));
    from.block = element;
    from.dims = 1;
    from.count[0] = kRows;
    from.stride[0] = static_cast<std::int64_t>(kColumns * element);
    to.base = reinterpret_cast<std::uint64_t>(packed.at());
    to.block = kRows * element;
    ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, element, to.block - element, By::kEngine, &ticket));
    ASSERT_OK(accel_->wait(ticket));
    std::vector<unsigned char> got(to.block), want(to.block);
    ASSERT_OK(accel_->copy_now(got.data(), packed.at(), got.size()));
    from.base = reinterpret_cast<std::uint64_t>(content.data() + 5 * element);
    to.base = reinterpret_cast<std::uint64_t>(want.data());
    kernels::copy_strided_host(to, from, element, to.block - element);
    ASSERT_EQ(std::memcmp(got.data() + element, want.data() + element, got.size() - element), 0) << "element of " << element;
  }
}

TEST_F(AccelTest, StridedKernelsMoveBlocksOfManyDimensionsBothWays) {
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  const auto content = pattern(kBytes, 5);
  ASSERT_OK(accel_->copy_now(one.at(), content.data(), kBytes));
  kernels::Strided from, to;
  from.block = 24, from.dims = 3;
  from.count[0] = 10, from.stride[0] = 32;
  from.count[1] = 7, from.stride[1] = 1000;
  from.count[2] = 6, from.stride[2] = 20000;
  to.block = 40, to.dims = 2;
  to.count[0] = 36, to.stride[0] = 48;
  to.count[1] = 7, to.stride[1] = 4000;
  ASSERT_EQ(from.packed_bytes(), to.packed_bytes());
  from.base = reinterpret_cast<std::uint64_t>(one.at());
  to.base = reinterpret_cast<std::uint64_t>(two.at());
  ASSERT_EQ(penstock_gpu_fill(two.at(), 0x11, kBytes), 0);
  Queue* queue = nullptr;
  Ticket ticket;
  ASSERT_OK(accel_->queue(0, 1, &queue));
  ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, 0, to.packed_bytes(), By::kEngine, &ticket));
  ASSERT_OK(accel_->wait(ticket));
  std::vector<unsigned char> got(kBytes), want(kBytes, 0x11);
  ASSERT_OK(accel_->copy_now(got.data(), two.at(), kBytes));
  from.base = reinterpret_cast<std::uint64_t>(content.data());
  to.base = reinterpret_cast<std::uint64_t>(want.data());
  kernels::copy_strided_host(to, from, 0, to.packed_bytes());
  ASSERT_EQ(got, want);
}

// Blocks of `element` times a random number, in a random box; `merged` packs the two outer dimensions as one.
kernels::Strided random_shape(std::mt19937& random, std::uint64_t element, std::uint64_t block, std::uint64_t inner,
                              std::uint64_t outer, bool merged) {
  const auto padding = [&] { return random() % 4 * element; };
  kernels::Strided shape;
  shape.block = block;
  shape.dims = merged ? 1 : 2;
  shape.count[0] = merged ? inner * outer : inner;
  shape.stride[0] = static_cast<std::int64_t>(block + padding());
  shape.count[1] = outer;
  shape.stride[1] = shape.stride[0] * static_cast<std::int64_t>(inner) + static_cast<std::int64_t>(padding());
  return shape;
}

TEST_F(AccelTest, StridedKernelsMatchTheCpuOnRandomShapes) {
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  const auto content = pattern(kBytes, 5);
  ASSERT_OK(accel_->copy_now(one.at(), content.data(), kBytes));
  std::mt19937 random(11);
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t element = 1U << random() % 5, block = (1 + random() % 9) * element;
    const std::uint64_t inner = 1 + random() % 25, outer = 1 + random() % 25;
    auto from = random_shape(random, element, block, inner, outer, random() % 3 == 0);
    auto to = random_shape(random, element, block, inner, outer, random() % 3 == 0);
    const std::uint64_t units = from.packed_bytes() / element, first = random() % units * element;
    const std::uint64_t bytes = (1 + random() % (units - first / element)) * element;
    const std::uint64_t shift = random() % 4 * element;
    ASSERT_EQ(penstock_gpu_fill(two.at(), 0x11, kBytes), 0);
    std::vector<unsigned char> got(kBytes), want(kBytes, 0x11);
    from.base = reinterpret_cast<std::uint64_t>(content.data()) + shift;
    to.base = reinterpret_cast<std::uint64_t>(want.data());
    kernels::copy_strided_host(to, from, first, bytes);
    from.base = reinterpret_cast<std::uint64_t>(one.at(shift));
    to.base = reinterpret_cast<std::uint64_t>(two.at());
    Queue* queue = nullptr;
    Ticket ticket;
    ASSERT_OK(accel_->queue(0, static_cast<unsigned>(i), &queue));
    ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, first, bytes, By::kEngineOrKernel, &ticket));
    ASSERT_OK(accel_->wait(ticket));
    ASSERT_OK(accel_->copy_now(got.data(), two.at(), kBytes));
    ASSERT_EQ(got, want) << "shape " << i;
  }
}

TEST_F(AccelTest, LaunchFailuresAreNamed) {
  Queue* queue = nullptr;
  ASSERT_OK(accel_->queue(0, 0, &queue));
  const int nothing = 0;
  const Status unknown = queue->launch("no_such_kernel", {}, {}, &nothing, sizeof nothing);
  EXPECT_EQ(unknown.code(), Code::kDriver);
  EXPECT_NE(unknown.message().find("cuModuleGetFunction"), std::string_view::npos) << unknown.message();
  const Status wide = queue->launch("penstock_copy_strided_1", {}, {100000, 1, 1}, &nothing, sizeof nothing);
  EXPECT_EQ(wide.code(), Code::kConfig) << wide.message();
}

TEST_F(AccelTest, WorksOnThreadsWithoutAContext) {
  Block device(PENSTOCK_GPU_DEVICE, kBytes);
  const auto expected = pattern(kBytes, 12);
  std::vector<unsigned char> got(kBytes);
  std::thread([&] {
    EXPECT_EQ(what(device.at()).kind, MemoryKind::kDevice);
    EXPECT_EQ(accel_->working_device(), 0);
    EXPECT_TRUE(accel_->copy_now(device.at(), expected.data(), kBytes).is_ok());
    EXPECT_TRUE(accel_->copy_now(got.data(), device.at(), kBytes).is_ok());
  }).join();
  EXPECT_EQ(got, expected);
}

TEST_F(AccelTest, RegistersHostMemoryOnce) {
  void* area = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(area, MAP_FAILED);
  ASSERT_OK(accel_->register_host(area, kBytes));
  ASSERT_OK(accel_->register_host(area, kBytes));
  EXPECT_EQ(what(area).kind, MemoryKind::kPinned);
  ASSERT_OK(accel_->unregister_host(area));
  EXPECT_EQ(what(area).kind, MemoryKind::kHost);
  ASSERT_OK(accel_->register_host(area, kBytes));
  accel_.reset();  // undoes it
  create();
  EXPECT_EQ(what(area).kind, MemoryKind::kHost);
  munmap(area, kBytes);
}

TEST_F(AccelTest, AllocatesBuffersThatPeersCanMap) {
  Memory memory;
  ASSERT_OK(accel_->allocate(0, kBytes, &memory));
  EXPECT_TRUE(memory.exportable);
  EXPECT_EQ(memory.device, 0);
  ASSERT_OK(accel_->release(memory));
}

TEST_F(AccelTest, WaitsForTheApplicationsDefaultStreamIfTold) {
  accel_.reset();
  config_.sync_stream = Config::SyncStream::kLegacy;
  create();
  Driver driver;
  ASSERT_OK(driver.load());
  Block device(PENSTOCK_GPU_DEVICE, kBytes), pinned(PENSTOCK_GPU_PINNED, kBytes);
  for (unsigned round = 1; round <= 20; ++round) {
    ASSERT_OK(driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(device.at()), static_cast<unsigned char>(round), kBytes,
                                     CU_STREAM_LEGACY));
    ASSERT_OK(accel_->order_after_application(0));
    Queue* queue = nullptr;
    ASSERT_OK(accel_->queue(0, round, &queue));
    ASSERT_OK(queue->copy(pinned.at(), device.at(), kBytes));
    finish(queue);
    ASSERT_EQ(static_cast<unsigned char>(pinned.at()[kBytes - 1]), round);
  }
}

// Many at once, of lengths that go by kernel and by copy engine, some of which must not overtake another.
TEST_F(AccelTest, CopiesWithTheirMarksKeepTheirOrder) {
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  std::mt19937 random(3);
  for (int round = 0; round < 8; ++round) {
    auto expected = pattern(kBytes, static_cast<unsigned>(round));
    ASSERT_OK(accel_->copy_now(one.at(), expected.data(), kBytes));
    ASSERT_EQ(penstock_gpu_fill(two.at(), 0x11, kBytes), 0);
    std::vector<unsigned char> other(kBytes, 0x11);
    Queue* queue = nullptr;
    ASSERT_OK(accel_->queue(0, 0, &queue));
    std::vector<Ticket> tickets(100);
    for (Ticket& ticket : tickets) {
      const std::size_t most = random() % 8 == 0 ? kBytes : random() % 2 == 0 ? 40'000 : 64;
      const std::size_t bytes = random() % most, to = random() % (kBytes - bytes), from = random() % (kBytes - bytes);
      const bool there = random() % 2 == 0;
      std::memcpy((there ? other : expected).data() + to, (there ? expected : other).data() + from, bytes);
      ASSERT_OK(
          queue->copy_and_mark((there ? two : one).at(to), (there ? one : two).at(from), bytes, By::kEngineOrKernel, &ticket));
    }
    std::shuffle(tickets.begin(), tickets.end(), random);
    for (const Ticket& ticket : tickets) ASSERT_OK(accel_->wait(ticket));
    std::vector<unsigned char> got(kBytes);
    ASSERT_OK(accel_->copy_now(got.data(), one.at(), kBytes));
    ASSERT_EQ(got, expected) << "round " << round;
    ASSERT_OK(accel_->copy_now(got.data(), two.at(), kBytes));
    ASSERT_EQ(got, other) << "round " << round;
  }
}

TEST_F(AccelTest, ChecksForABusyDefaultStreamOnce) {
  accel_.reset();
  config_.check = true;
  create();
  Driver driver;
  ASSERT_OK(driver.load());
  ASSERT_EQ(penstock_gpu_synchronize(), 0);
  ASSERT_OK(accel_->check_application(0));
  EXPECT_EQ(lines_, "") << "nothing is running";
  // Enough of it that some is still to do when the check asks.
  Block device(PENSTOCK_GPU_DEVICE, 64 * kBytes);
  for (int i = 0; i < 500; ++i) {
    ASSERT_OK(driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(device.at()), 1, 64 * kBytes, CU_STREAM_LEGACY));
    if (i % 8 == 0) ASSERT_OK(accel_->check_application(0));
    if (!lines_.empty()) break;
  }
  EXPECT_NE(lines_.find("synchronise"), std::string::npos) << lines_;
  EXPECT_NE(lines_.find("PENSTOCK_SYNC_STREAM=legacy"), std::string::npos) << lines_;
  lines_.clear();
  ASSERT_OK(driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(device.at()), 1, 64 * kBytes, CU_STREAM_LEGACY));
  ASSERT_OK(accel_->check_application(0));
  EXPECT_EQ(lines_, "") << "said once";
  ASSERT_EQ(penstock_gpu_synchronize(), 0);
}

// Calls of an entry point of the stand-in so far; 0 on a GPU, whose driver does not count.
long calls(const char* entry) {
  using Calls = long (*)(const char*);
  static const auto found = reinterpret_cast<Calls>(dlsym(RTLD_DEFAULT, "penstock_fakecuda_calls"));
  static void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  static const auto counted =
      found != nullptr || library == nullptr ? found : reinterpret_cast<Calls>(dlsym(library, "penstock_fakecuda_calls"));
  return counted != nullptr ? counted(entry) : 0;
}

TEST_F(AccelTest, AsksNothingUnlessToldToCheck) {
  if (!penstock_gpu_is_standin()) GTEST_SKIP() << "a GPU's driver does not count its calls: run this on the stand-in driver";
  const long before = calls("cuStreamQuery");
  ASSERT_OK(accel_->check_application(0));
  EXPECT_EQ(calls("cuStreamQuery"), before);
  for (const auto sync : {Config::SyncStream::kNone, Config::SyncStream::kLegacy}) {
    accel_.reset();
    config_.check = true;
    config_.sync_stream = sync;
    create();
    ASSERT_OK(accel_->check_application(0));
  }
  EXPECT_EQ(calls("cuStreamQuery"), before + 1) << "with the legacy stream waited for, there is nothing to check";
}

constexpr const char* kHotCalls[] = {
    "cuCtxGetCurrent", "cuCtxPushCurrent",     "cuCtxPopCurrent", "cuThreadExchangeStreamCaptureMode",
    "cuMemcpyAsync",   "cuStreamWriteValue32", "cuLaunchKernel"};

TEST_F(AccelTest, ASmallCopyIsOneLaunchAndManyAreToo) {
  if (!penstock_gpu_is_standin()) GTEST_SKIP() << "a GPU's driver does not count its calls: run this on the stand-in driver";
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  Queue* queue = nullptr;
  ASSERT_OK(accel_->queue(0, 0, &queue));
  const auto count = [&](unsigned messages, std::size_t bytes, By by) {
    long before = 0, after = 0;
    for (const char* entry : kHotCalls) before += calls(entry);
    std::vector<Ticket> tickets(messages);
    for (unsigned i = 0; i < messages; ++i) {
      EXPECT_TRUE(queue->copy_and_mark(one.at(i * bytes), two.at(i * bytes), bytes, by, &tickets[i]).is_ok());
    }
    Progress progress = Progress::kPending;
    EXPECT_TRUE(accel_->test(tickets.back(), &progress).is_ok());
    for (const char* entry : kHotCalls) after += calls(entry);
    for (const Ticket& ticket : tickets) EXPECT_TRUE(accel_->wait(ticket).is_ok());
    const char* by_name = by == By::kEngine ? "copy engine" : "kernel";
    std::printf("%2u messages of %zu bytes, %s: %ld driver calls\n", messages, bytes, by_name, after - before);
    return after - before;
  };
  count(1, 8, By::kEngineOrKernel), count(2, 8, By::kEngineOrKernel);  // finds the kernels
  EXPECT_EQ(count(1, 8, By::kEngineOrKernel), 2) << "which context is current, and the launch";
  EXPECT_EQ(count(kMostCopyParts, 8, By::kEngineOrKernel), 2);
  EXPECT_EQ(count(2 * kMostCopyParts, 8, By::kEngineOrKernel), 4);
  EXPECT_LE(count(1, 8, By::kEngine), 6);
  EXPECT_LE(count(64, 8, By::kEngine), 64 * 4 + 2) << "one word for all";
}

TEST_F(AccelTest, AForkedChildLeavesTheGpuAlone) {
  Queue* queue = nullptr;
  ASSERT_OK(accel_->queue(0, 0, &queue));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    accel_.reset();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  finish(queue);
}

TEST_F(AccelTest, DescribesTheMachine) {
  const std::string text = accel_->describe();
  EXPECT_NE(text.find(penstock_gpu_is_standin() ? "stand-in driver" : "CUDA "), std::string::npos) << text;
}

}  // namespace
}  // namespace penstock::accel
