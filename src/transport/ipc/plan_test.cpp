// The tests check which transfers can be one GPU operation, and that a peer's claim never reaches past its allocation.
#include "transport/ipc/plan.hpp"

#include <gtest/gtest.h>

#include <random>

#include "transport/testing/no_gpu.hpp"

namespace penstock::transport::ipc {
namespace {

using accel::MemoryKind;
using kernels::Strided;

constexpr std::uint64_t kBase = 0x700000000000;
constexpr std::uint64_t kSize = 1 << 20;
constexpr std::uint64_t kSmall = 2048;  // a kernel moves up to this size
const Config kConfig = [] {
  Config config;
  config.kernel_copy_limit = 0;
  config.resident_limit = kSmall;
  return config;
}();
const accel::ProcessId kSelf{1, 2, 10, 0};
const accel::ProcessId kPeer{1, 2, 11, 0};

// OneGpu has one device; this process's own GPU memory has the addresses of the peer's.
class OneGpu final : public transport::testing::NoGpu {
 public:
  bool live() noexcept override { return alive; }
  Status query(const void* pointer, accel::Memory* out) override {
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    *out = {};
    if (address >= kBase && address < kBase + kSize) {
      *out = {.kind = MemoryKind::kDevice, .device = 3, .base = kBase, .size = kSize};
    }
    return Status::ok();
  }
  bool importable(const accel::Export&, int device) override { return reachable && device >= 0; }
  int working_device() override { return 5; }
  bool alive = true;
  bool reachable = true;
};

// Makes a contiguous transfer between the peer's exported allocation and this process's device memory.
Bulk device_bulk() {
  Bulk bulk;
  bulk.remote.owner = kPeer;
  bulk.remote.kind = MemoryKind::kDevice;
  bulk.remote.exported = 1;
  bulk.remote.device.owner = kPeer;
  bulk.remote.device.base = kBase;
  bulk.remote.device.size = kSize;
  bulk.remote_shape = {.base = kBase + 256, .block = 4096};
  bulk.local.kind = MemoryKind::kDevice;
  bulk.local.device = 1;
  bulk.local_shape = {.base = 0x100000, .block = 4096};
  bulk.bytes = 4096;
  return bulk;
}

TEST(IpcPlan, MapsThePeersAllocation) {
  OneGpu gpu;
  const Plan made = plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, device_bulk());
  EXPECT_EQ(made.refusal, "");
  EXPECT_TRUE(made.mapped);
  EXPECT_EQ(made.device, 1);
  EXPECT_EQ(made.mapping_gap, 256U);
  EXPECT_GT(made.cost.of(4096), 6.0);
}

TEST(IpcPlan, AKernelMovesSmallCopiesThatItReaches) {
  OneGpu gpu;
  Bulk bulk = device_bulk();
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).by, accel::By::kEngine);
  const double engine = plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).cost.of(8);
  bulk.bytes = kSmall;
  const Plan small = plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk);
  EXPECT_EQ(small.by, accel::By::kEngineOrKernel);
  EXPECT_NE(small.cost.of(8), engine);
  bulk.local.kind = MemoryKind::kManaged;
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).by, accel::By::kEngine);
  // Memory of another device of this process has not been made accessible to kernels.
  bulk = device_bulk();
  bulk.bytes = 8;
  bulk.remote.owner = kSelf;
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kSelf, Verb::kGet, bulk).by, accel::By::kEngine);
  bulk.local.device = 3;
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kSelf, Verb::kGet, bulk).by, accel::By::kEngineOrKernel);
}

// The other rank's kernel touches blocks of 8 bytes in every 16: half of the bytes on the link are useless.
TEST(IpcPlan, WhoeverHasTheSmallerBlocksShouldMove) {
  OneGpu accel;
  Bulk bulk = device_bulk();
  const Strided fine{.base = kBase + 256, .block = 8, .dims = 1, .count = {512}, .stride = {16}};
  Cost pull;
  Cost push;
  bulk.remote_shape = fine;
  bulk.local.exportable = true;
  pull = plan(accel, kConfig, kSelf, kPeer, Verb::kGet, bulk).cost;
  ASSERT_TRUE(peer_can_put(accel, kConfig, bulk, &push));
  EXPECT_DOUBLE_EQ(pull.bytes_per_us, 0.5 * kConfig.cost_gpu_strided.bytes_per_us);
  EXPECT_EQ(push, kConfig.cost_gpu_strided);
  bulk.remote_shape = device_bulk().remote_shape;
  bulk.local_shape = fine;
  pull = plan(accel, kConfig, kSelf, kPeer, Verb::kGet, bulk).cost;
  ASSERT_TRUE(peer_can_put(accel, kConfig, bulk, &push));
  EXPECT_LT(pull.of(bulk.bytes), push.of(bulk.bytes));
}

// The peer does not have the list, so it cannot put. A list of this rank is no reason to refuse if both sides are device
// memory.
TEST(IpcPlan, ListsAreForTheRankThatHasThem) {
  OneGpu accel;
  Bulk bulk = device_bulk();
  bulk.by_list = true;
  bulk.local_shape = {};
  bulk.local.exportable = true;
  const Plan made = plan(accel, kConfig, kSelf, kPeer, Verb::kPut, bulk);
  EXPECT_EQ(made.refusal, "");
  EXPECT_EQ(made.device, bulk.local.device);
  EXPECT_EQ(made.cost, kConfig.cost_gpu_strided);
  Cost push;
  EXPECT_FALSE(peer_can_put(accel, kConfig, bulk, &push));
}

TEST(IpcPlan, HostSideUsesTheWorkingDeviceAndOnlyContiguousIfPageable) {
  OneGpu gpu;
  Bulk bulk = device_bulk();
  bulk.local = {};
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).device, 5);
  bulk.remote_shape = {.base = kBase, .block = 64, .dims = 1, .count = {64}, .stride = {128}};
  EXPECT_NE(plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).refusal, "");
  bulk.local.kind = MemoryKind::kPinned;
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).refusal, "");
  bulk.local.kind = MemoryKind::kManaged;
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).refusal, "");
}

TEST(IpcPlan, OwnProcessNeedsNoExport) {
  OneGpu gpu;
  Bulk bulk = device_bulk();
  bulk.remote.owner = kSelf;
  bulk.remote.exported = 0;
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kSelf, Verb::kGet, bulk).refusal, "");
  EXPECT_FALSE(plan(gpu, kConfig, kSelf, kSelf, Verb::kGet, bulk).mapped);
  bulk.local = {};
  EXPECT_EQ(plan(gpu, kConfig, kSelf, kSelf, Verb::kGet, bulk).device, 3);
  bulk.remote_shape.base = kBase + kSize - 4095;
  EXPECT_NE(plan(gpu, kConfig, kSelf, kSelf, Verb::kGet, bulk).refusal, "");
}

TEST(IpcPlan, RefusesWhatItCannotServe) {
  OneGpu gpu;
  const auto refused = [&](const auto& change) {
    Bulk bulk = device_bulk();
    change(bulk);
    return !plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).refusal.empty();
  };
  EXPECT_FALSE(refused([](Bulk&) {}));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote.exported = 0; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote.kind = MemoryKind::kManaged; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote.owner.pid = 12; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote.device.owner.pid = 12; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote_shape.base = kBase - 1; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote_shape.base = kBase + kSize - 4095; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.remote_shape.dims = 40; }));
  EXPECT_TRUE(refused([](Bulk& b) { b.bytes = 4097; }));
  EXPECT_TRUE(refused([](Bulk& b) {
    b.remote.kind = MemoryKind::kHost;
    b.local = {};
  }));
  gpu.reachable = false;
  EXPECT_TRUE(refused([](Bulk&) {}));
  gpu.reachable = true;
  gpu.alive = false;
  EXPECT_TRUE(refused([](Bulk&) {}));
}

// For any shape and any claimed allocation, an accepted transfer lies within the export.
TEST(IpcPlan, NeverReachesPastTheExport) {
  OneGpu gpu;
  std::mt19937_64 random(9);
  const auto any = [&](std::uint64_t around) {
    switch (random() % 4) {
      case 0: return random();
      case 1: return around + random() % 64 - 32;
      default: return random() % (around + 1);
    }
  };
  int accepted = 0;
  for (int round = 0; round < 200000; ++round) {
    Bulk bulk = device_bulk();
    kernels::Strided& shape = bulk.remote_shape;
    shape.base = kBase + any(kSize) % (2 * kSize) - (random() % 8 == 0 ? 64 : 0);
    shape.block = any(64);
    shape.dims = static_cast<std::int32_t>(random() % 3);
    for (int d = 0; d < shape.dims; ++d) {
      shape.count[d] = any(16);
      shape.stride[d] = static_cast<std::int64_t>(any(256)) * (random() % 4 == 0 ? -1 : 1);
    }
    bulk.local_shape.block = std::uint64_t{1} << 40;
    bulk.bytes = any(256);
    if (!plan(gpu, kConfig, kSelf, kPeer, Verb::kGet, bulk).refusal.empty()) continue;
    ++accepted;
    std::uint64_t reached = 0;
    PieceWalker walker(shape, 0, bulk.bytes);
    for (std::uint64_t at = 0, length = 0; walker.next(&at, &length); reached += length) {
      ASSERT_GE(at, kBase);
      ASSERT_LE(at + length, kBase + kSize);
    }
    ASSERT_EQ(reached, bulk.bytes);
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace penstock::transport::ipc
