// Tests accel and kernels on a GPU, or on the stand-in driver if the library path leads there. It fails if there is neither.
#include "accel/accel.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <thread>

#include "accel/driver/driver.hpp"
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
  EXPECT_EQ(accel_->exports().export_memory(memory, &exported).code(), Code::kInternal);
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
      ASSERT_OK(accel_->queues().copy_now(from, expected.data(), kBytes));
      ASSERT_OK(accel_->queues().copy_now(to, from, kBytes));
      std::vector<unsigned char> back(kBytes);
      ASSERT_OK(accel_->queues().copy_now(back.data(), to, kBytes));
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
    ASSERT_OK(accel_->queues().queue(0, round, &queue));
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
    while (progress == Progress::kPending) ASSERT_OK(accel_->queues().test(late, &progress));
    ASSERT_OK(accel_->queues().test(early, &progress));
    EXPECT_EQ(progress, Progress::kDone);
    ASSERT_EQ(std::memcmp(pinned.at(), expected.data() + kBytes / 2, kBytes / 2), 0);
  }
}

TEST_F(AccelTest, StridedKernelsMoveColumns) {
  constexpr std::uint64_t kRows = 300, kColumns = 97;
  Block field(PENSTOCK_GPU_DEVICE, kRows * kColumns * 16), packed(PENSTOCK_GPU_DEVICE, kRows * 16 + 16);
  const auto content = pattern(kRows * kColumns * 16, 9);
  ASSERT_OK(accel_->queues().copy_now(field.at(), content.data(), content.size()));
  Queue* queue = nullptr;
  Ticket ticket;
  ASSERT_OK(accel_->queues().queue(0, 0, &queue));
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
    ASSERT_OK(accel_->queues().wait(ticket));
    std::vector<unsigned char> got(to.block), want(to.block);
    ASSERT_OK(accel_->queues().copy_now(got.data(), packed.at(), got.size()));
    from.base = reinterpret_cast<std::uint64_t>(content.data() + 5 * element);
    to.base = reinterpret_cast<std::uint64_t>(want.data());
    kernels::copy_strided_host(to, from, element, to.block - element);
    ASSERT_EQ(std::memcmp(got.data() + element, want.data() + element, got.size() - element), 0) << "element of " << element;
  }
}

TEST_F(AccelTest, StridedKernelsMoveBlocksOfManyDimensionsBothWays) {
  Block one(PENSTOCK_GPU_DEVICE, kBytes), two(PENSTOCK_GPU_DEVICE, kBytes);
  const auto content = pattern(kBytes, 5);
  ASSERT_OK(accel_->queues().copy_now(one.at(), content.data(), kBytes));
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
  ASSERT_OK(accel_->queues().queue(0, 1, &queue));
  ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, 0, to.packed_bytes(), By::kEngine, &ticket));
  ASSERT_OK(accel_->queues().wait(ticket));
  std::vector<unsigned char> got(kBytes), want(kBytes, 0x11);
  ASSERT_OK(accel_->queues().copy_now(got.data(), two.at(), kBytes));
  from.base = reinterpret_cast<std::uint64_t>(content.data());
  to.base = reinterpret_cast<std::uint64_t>(want.data());
  kernels::copy_strided_host(to, from, 0, to.packed_bytes());
  ASSERT_EQ(got, want);
}

// Makes blocks of `element` times a random number, in a random box; `merged` packs the two outer dimensions as one.
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
  ASSERT_OK(accel_->queues().copy_now(one.at(), content.data(), kBytes));
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
    ASSERT_OK(accel_->queues().queue(0, static_cast<unsigned>(i), &queue));
    ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, first, bytes, By::kEngineOrKernel, &ticket));
    ASSERT_OK(accel_->queues().wait(ticket));
    ASSERT_OK(accel_->queues().copy_now(got.data(), two.at(), kBytes));
    ASSERT_EQ(got, want) << "shape " << i;
  }
}

TEST_F(AccelTest, LaunchFailuresAreNamed) {
  Queue* queue = nullptr;
  ASSERT_OK(accel_->queues().queue(0, 0, &queue));
  const int nothing = 0;
  const Status foreign = queue->launch("no_such_kernel", {}, {}, &nothing, sizeof nothing);
  EXPECT_EQ(foreign.code(), Code::kUnsupported);
  EXPECT_NE(foreign.message().find("no_such_kernel"), std::string_view::npos) << foreign.message();
  const Status unknown = queue->launch("penstock_copy_nothing", {}, {}, &nothing, sizeof nothing);
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
    EXPECT_TRUE(accel_->queues().copy_now(device.at(), expected.data(), kBytes).is_ok());
    EXPECT_TRUE(accel_->queues().copy_now(got.data(), device.at(), kBytes).is_ok());
  }).join();
  EXPECT_EQ(got, expected);
}

TEST_F(AccelTest, RegistersHostMemoryOnce) {
  void* area = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(area, MAP_FAILED);
  ASSERT_OK(accel_->allocations().register_host(area, kBytes));
  ASSERT_OK(accel_->allocations().register_host(area, kBytes));
  EXPECT_EQ(what(area).kind, MemoryKind::kPinned);
  ASSERT_OK(accel_->allocations().unregister_host(area));
  EXPECT_EQ(what(area).kind, MemoryKind::kHost);
  ASSERT_OK(accel_->allocations().register_host(area, kBytes));
  accel_.reset();  // undoes it
  create();
  EXPECT_EQ(what(area).kind, MemoryKind::kHost);
  munmap(area, kBytes);
}

TEST_F(AccelTest, AllocatesBuffersThatPeersCanMap) {
  Memory memory;
  ASSERT_OK(accel_->allocations().allocate(0, kBytes, &memory));
  EXPECT_TRUE(memory.exportable);
  EXPECT_EQ(memory.device, 0);
  ASSERT_OK(accel_->allocations().release(memory));
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
    ASSERT_OK(accel_->queues().order_after_application(0));
    Queue* queue = nullptr;
    ASSERT_OK(accel_->queues().queue(0, round, &queue));
    ASSERT_OK(queue->copy(pinned.at(), device.at(), kBytes));
    finish(queue);
    ASSERT_EQ(static_cast<unsigned char>(pinned.at()[kBytes - 1]), round);
  }
}

TEST_F(AccelTest, AForkedChildLeavesTheGpuAlone) {
  Queue* queue = nullptr;
  ASSERT_OK(accel_->queues().queue(0, 0, &queue));
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

TEST_F(AccelTest, TheHelperCopiesRowsOnStreams) {
  constexpr std::size_t kRows = 1000, kPitch = 24, kWidth = 8;
  const auto data = pattern(kRows * kPitch, 5);
  Block device(PENSTOCK_GPU_DEVICE, data.size()), pinned(PENSTOCK_GPU_PINNED, kRows * kWidth);
  ASSERT_EQ(penstock_gpu_copy(device.at(), data.data(), data.size()), 0) << penstock_gpu_error();
  penstock_gpu_stream stream = nullptr;
  ASSERT_EQ(penstock_gpu_stream_create(&stream), 0) << penstock_gpu_error();
  ASSERT_EQ(penstock_gpu_copy_rows_on(stream, pinned.at(), kWidth, device.at(3), kPitch, kWidth, kRows), 0);
  while (penstock_gpu_stream_idle(stream) == 0) {
  }
  ASSERT_EQ(penstock_gpu_stream_idle(stream), 1) << penstock_gpu_error();
  auto expected = data;
  for (std::size_t row = 0; row < kRows; ++row) {
    ASSERT_EQ(std::memcmp(pinned.at(row * kWidth), data.data() + row * kPitch + 3, kWidth), 0) << row;
    std::memcpy(expected.data() + row * kPitch + 11, pinned.at(row * kWidth), kWidth);
  }
  ASSERT_EQ(penstock_gpu_copy_rows_on(stream, device.at(11), kPitch, pinned.at(), kWidth, kWidth, kRows), 0);
  ASSERT_EQ(penstock_gpu_stream_synchronize(stream), 0) << penstock_gpu_error();
  std::vector<unsigned char> all(data.size());
  ASSERT_EQ(penstock_gpu_copy_rows(all.data(), kPitch, device.at(), kPitch, kPitch, kRows), 0) << penstock_gpu_error();
  EXPECT_EQ(all, expected);
  EXPECT_EQ(penstock_gpu_stream_destroy(stream), 0);
}

}  // namespace
}  // namespace penstock::accel
