// accel on a GPU, or on the stand-in driver where the library path leads there. Fails where there is neither.
#include "accel/accel.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "accel/driver.hpp"
#include "exporter.hpp"
#include "kernels/copy/strided.hpp"
#include "kernels/image.hpp"
#include "penstock_gpu.h"

namespace penstock::accel {
namespace {

constexpr std::size_t kBytes = 1 << 20;

#define ASSERT_OK(expression)                                          \
  do {                                                                 \
    const Status penstock_result = (expression);                       \
    ASSERT_TRUE(penstock_result.is_ok()) << penstock_result.message(); \
  } while (false)

// Memory of one kind, freed at scope end.
class Block {
 public:
  Block(penstock_gpu_kind kind, std::size_t bytes) : kind_(kind) {
    EXPECT_EQ(penstock_gpu_allocate(kind, bytes, &memory_), 0) << penstock_gpu_error();
  }
  ~Block() { EXPECT_EQ(penstock_gpu_free(kind_, memory_), 0) << penstock_gpu_error(); }
  [[nodiscard]] char* at(std::size_t offset = 0) const { return static_cast<char*>(memory_) + offset; }

 private:
  penstock_gpu_kind kind_;
  void* memory_ = nullptr;
};

std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed) {
  std::vector<unsigned char> out(bytes);
  for (std::size_t i = 0; i < bytes; ++i) out[i] = exported_byte(i, seed);
  return out;
}

class AccelTest : public testing::Test {
 protected:
  void SetUp() override {
    devices_ = penstock_gpu_open();
    ASSERT_GT(devices_, 0) << "no GPU: " << penstock_gpu_error()
                           << " (the test suite sets LD_LIBRARY_PATH to the stand-in driver)";
    ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
    log_.set_sink([this](base::Level, std::string_view line) { lines_ += std::string(line) + "\n"; });
    create();
  }
  void TearDown() override {
    accel_.reset();
    EXPECT_EQ(lines_, "") << "nothing was to be logged";
  }
  void create() { ASSERT_OK(Accel::create(config_, log_, kernels::image(), &accel_)); }
  Memory what(const void* pointer) {
    Memory memory;
    const Status asked = accel_->query(pointer, &memory);
    EXPECT_TRUE(asked.is_ok()) << asked.message();
    return memory;
  }
  void finish(Queue* queue) {
    Ticket ticket;
    ASSERT_OK(queue->mark(&ticket));
    ASSERT_OK(accel_->wait(ticket));
  }

  int devices_ = 0;
  Config config_;
  std::string lines_;
  Log log_;
  std::unique_ptr<Accel> accel_;
};

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
    ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, element, to.block - element));
    finish(queue);
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
  ASSERT_OK(accel_->queue(0, 1, &queue));
  ASSERT_OK(kernels::copy_strided(config_, *queue, to, from, 0, to.packed_bytes()));
  finish(queue);
  std::vector<unsigned char> got(kBytes), want(kBytes, 0x11);
  ASSERT_OK(accel_->copy_now(got.data(), two.at(), kBytes));
  from.base = reinterpret_cast<std::uint64_t>(content.data());
  to.base = reinterpret_cast<std::uint64_t>(want.data());
  kernels::copy_strided_host(to, from, 0, to.packed_bytes());
  ASSERT_EQ(got, want);
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

TEST_F(AccelTest, OwnExportsMapToThemselves) {
  Block device(PENSTOCK_GPU_DEVICE, kBytes);
  Export exported, again;
  ASSERT_OK(accel_->export_memory(what(device.at(5)), &exported));
  ASSERT_OK(accel_->export_memory(what(device.at(500)), &again));
  EXPECT_EQ(exported.handle, again.handle);
  EXPECT_EQ(exported.owner, this_process(config_));
  ASSERT_TRUE(accel_->importable(exported, 0));
  Mapping mapping;
  ASSERT_OK(accel_->import_memory(exported, 0, &mapping));
  EXPECT_EQ(mapping.address, reinterpret_cast<std::uintptr_t>(device.at()));
}

TEST_F(AccelTest, ReadsAndWritesAPeersMemoryThroughAMapping) {
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(0, kBytes, &exported));
  ASSERT_TRUE(accel_->importable(exported, 0));
  Mapping mapping, again;
  ASSERT_OK(accel_->import_memory(exported, 0, &mapping));
  ASSERT_OK(accel_->import_memory(exported, 0, &again));
  EXPECT_EQ(mapping.id, again.id);
  accel_->pin_mapping(mapping);
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
  EXPECT_EQ(got, pattern(kBytes, 1));
  const unsigned char mine = 0xab;
  unsigned char theirs = 0;
  ASSERT_OK(accel_->copy_now(reinterpret_cast<void*>(mapping.address + 777), &mine, 1));
  ASSERT_OK(peer.read_byte(777, &theirs));
  EXPECT_EQ(theirs, mine);
  accel_->unpin_mapping(mapping);
}

TEST_F(AccelTest, AStaleMappingIsReplaced) {
  Exporter peer;
  ASSERT_OK(peer.start());
  for (unsigned generation = 1; generation <= 5; ++generation) {
    Export exported;
    Mapping mapping;
    ASSERT_OK(peer.next(0, kBytes, &exported));
    ASSERT_OK(accel_->import_memory(exported, 0, &mapping));
    std::vector<unsigned char> got(kBytes);
    ASSERT_OK(accel_->copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
    ASSERT_EQ(got, pattern(kBytes, generation)) << "generation " << generation;
  }
}

TEST_F(AccelTest, MappingsStayWithinTheirBytesUnlessPinned) {
  accel_.reset();
  config_.ipc_cache_bytes = 3 * kBytes / 2;
  create();
  Exporter peers[3];
  Export exported[3];
  Mapping mapping[3], again;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(peers[i].start());
    ASSERT_OK(peers[i].next(0, kBytes, &exported[i]));
    ASSERT_OK(accel_->import_memory(exported[i], 0, &mapping[i]));
    if (i == 0) accel_->pin_mapping(mapping[0]);
  }
  ASSERT_OK(accel_->import_memory(exported[0], 0, &again));
  EXPECT_EQ(again.id, mapping[0].id) << "a pinned mapping was closed";
  ASSERT_OK(accel_->import_memory(exported[1], 0, &again));
  EXPECT_NE(again.id, mapping[1].id) << "mappings grow beyond PENSTOCK_IPC_CACHE_BYTES";
  accel_->unpin_mapping(mapping[0]);
}

TEST_F(AccelTest, WhatCannotBeMappedIsNotImportable) {
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(0, kBytes, &exported));
  Export elsewhere = exported;
  elsewhere.owner.host ^= 1;
  EXPECT_FALSE(accel_->importable(elsewhere, 0));
  elsewhere = exported;
  elsewhere.owner.pid_namespace ^= 1;
  EXPECT_FALSE(accel_->importable(elsewhere, 0));
  elsewhere = exported;
  elsewhere.gpu[3] ^= std::byte{1};
  EXPECT_FALSE(accel_->importable(elsewhere, 0));
  accel_.reset();
  config_.cuda_ipc = false;
  create();
  EXPECT_FALSE(accel_->importable(exported, 0));
}

TEST_F(AccelTest, MapsAcrossDevices) {
  if (devices_ < 2) GTEST_SKIP() << "one device only";
  ASSERT_EQ(penstock_gpu_select(1), 0) << penstock_gpu_error();
  ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(1, kBytes, &exported));
  if (!accel_->importable(exported, 0)) GTEST_SKIP() << "devices 0 and 1 cannot reach each other";
  Mapping mapping;
  ASSERT_OK(accel_->import_memory(exported, 0, &mapping));
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
  EXPECT_EQ(got, pattern(kBytes, 1));
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

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--exporter") return penstock::accel::Exporter::run();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
