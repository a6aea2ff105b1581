// Bounce buffers are tested over a made-up GPU: own slots are acquired and released, and no claim of a peer is used unchecked.
#include "transport/ipc/bounce_buffers.hpp"

#include <gtest/gtest.h>

#include <set>

#include <fcntl.h>

#include "transport/testing/no_gpu.hpp"

namespace penstock::transport::ipc {
namespace {

constexpr std::uint64_t kSlot = 4096;
constexpr std::uint64_t kMapped = 0x500000000000;
constexpr int kNear = 1;  // a rank in this PID namespace
constexpr int kFar = 2;   // a rank in another PID namespace

accel::ProcessId process_of(int peer) {
  accel::ProcessId process = accel::this_process(Config());
  process.pid = 10 + static_cast<std::uint32_t>(peer);
  if (peer == kFar) ++process.pid_namespace;
  return process;
}

class MadeUp final : public transport::testing::NoGpu {
 public:
  Status allocate(int device, std::size_t bytes, accel::Memory* out) override {
    ++allocations;
    if (!memory) return Status::error(Code::kDriver, "cuMemAlloc failed");
    *out = {.kind = accel::MemoryKind::kDevice, .exportable = true, .device = device, .size = bytes};
    out->base = 0x100000000000 + static_cast<std::uint64_t>(device) * 0x1000000;
    return Status::ok();
  }
  Status allocate_chunk(int device, std::size_t bytes, accel::Memory* out) override {
    ++chunks;
    const int before = allocations;
    Status made = allocate(device, bytes, out);
    allocations = before;
    out->base += 0x800000;
    out->by_descriptors = true;
    return made;
  }
  Status export_range(const accel::Memory& which, std::uint64_t low, std::uint64_t high, accel::Export* out) override {
    if (!exports) return Status::error(Code::kDriver, "cuPointerGetAttributes failed");
    out->base = low;
    out->size = high - low;
    out->token = 17;
    out->owner = accel::this_process(Config());
    return which.by_descriptors ? Status::ok() : Status::error(Code::kInternal, "no chunk");
  }
  Status descriptors(const accel::ExportName&, std::size_t, std::size_t, std::vector<accel::ChunkDescriptor>* out,
                     std::size_t* total) override {
    out->push_back({base::Fd(fcntl(0, F_DUPFD_CLOEXEC, 0)), 3 * kSlot});
    *total = 1;
    return Status::ok();
  }
  Status accept_descriptors(const accel::Export& exported, std::vector<accel::ChunkDescriptor>&& came) override {
    accepted += exported.token == 17 ? came.size() : 0;
    return Status::ok();
  }
  Status release(const accel::Memory&) override { return ++releases, Status::ok(); }
  Status export_memory(const accel::Memory& which, accel::Export* out) override {
    if (!exports) return Status::error(Code::kDriver, "cuIpcGetMemHandle failed");
    out->base = which.base;
    out->size = which.size;
    return Status::ok();
  }
  bool importable(const accel::Export&, int) override { return reachable; }
  Status import_memory(const accel::Export&, int device, accel::Mapping* out) override {
    ++imports;
    if (!maps) return Status::error(Code::kDriver, "cuIpcOpenMemHandle failed");
    *out = {kMapped + static_cast<std::uint64_t>(device) * 0x1000000, 7};
    return Status::ok();
  }
  void pin_mapping(const accel::Mapping&) noexcept override { ++pins; }
  void unpin_mapping(const accel::Mapping&) noexcept override { --pins; }

  bool memory = true, exports = true, reachable = true, maps = true;
  std::size_t accepted = 0;
  int chunks = 0, allocations = 0, releases = 0, imports = 0, pins = 0;
};

class NoAddresses final : public AddressSource {
 public:
  Status address(int, const WorkerAddress**) override { return Status::error(Code::kInternal, "no addresses here"); }
};

class DeviceBounceBuffersTest : public ::testing::Test {
 protected:
  DeviceBounceBuffersTest() {
    config_.bounce_buffers = 3;
    config_.bounce_buffer_size = kSlot;
  }
  DeviceBounceBuffers make() { return DeviceBounceBuffers(environment_, descriptors_); }
  // Opens the channel that rank kFar would have.
  Status open_far(FdChannel* fd_channel) {
    PENSTOCK_TRY(fd_channel->open());
    far_ = fd_channel->address();
    return descriptors_.open();
  }
  static BouncePool pool_of_peer() {
    BouncePool pool;
    pool.number = 2;
    pool.slots = 4;
    pool.slot_bytes = 100;
    pool.memory.owner = process_of(kNear);
    pool.memory.size = 400;
    return pool;
  }

  Config config_;
  Log log_{base::Level::kError};
  MadeUp gpu_;
  NoAddresses addresses_;
  Environment environment_{config_, log_, gpu_, addresses_, 0, 3};
  FdChannel::Address far_;
  Descriptors descriptors_{environment_, [this](int peer, IpcAddress* out) {
                             *out = {process_of(peer), far_};
                             return peer == kNear || peer == kFar ? Status::ok() : Status::error(Code::kRank, "no such rank");
                           }};
};

TEST_F(DeviceBounceBuffersTest, AreMadeOnFirstUseOfADeviceAndHandedOutOnce) {
  DeviceBounceBuffers slots = make();
  EXPECT_EQ(slots.acquire(0), -1) << "nobody has asked for the pool";
  const BouncePool* zero = nullptr;
  const BouncePool* four = nullptr;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(slots.pool(kNear, 0, &zero).is_ok());
    ASSERT_TRUE(slots.pool(kNear, 4, &four).is_ok());
  }
  EXPECT_EQ(gpu_.allocations, 2);
  ASSERT_NE(zero, nullptr);
  EXPECT_EQ(zero->number, 0U);
  EXPECT_EQ(four->number, 1U);
  EXPECT_EQ(four->slots, 3U);
  EXPECT_EQ(four->memory.size, 3 * kSlot);
  std::set<int> taken;
  for (int i = 0; i < 3; ++i) {
    const int slot = slots.acquire(1);
    EXPECT_TRUE(taken.insert(slot).second);
    const auto address = reinterpret_cast<std::uint64_t>(slots.local(slot));
    EXPECT_GE(address, four->memory.base);
    EXPECT_LE(address + kSlot, four->memory.base + four->memory.size);
  }
  EXPECT_EQ(slots.acquire(1), -1);
  EXPECT_GE(slots.acquire(0), 0) << "each device has its own";
  slots.release(*taken.begin());
  EXPECT_EQ(slots.acquire(1), *taken.begin());
}

// Descriptors replace legacy handles that are invalid for a peer; each peer gets them once,
// ahead of the message that names the pool.
TEST_F(DeviceBounceBuffersTest, PeersInAnotherNamespaceHaveAPoolByDescriptor) {
  FdChannel far;
  ASSERT_TRUE(open_far(&far).is_ok());
  DeviceBounceBuffers slots = make();
  const BouncePool* near_pool = nullptr;
  const BouncePool* far_pool = nullptr;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(slots.pool(kNear, 0, &near_pool).is_ok());
    ASSERT_TRUE(slots.pool(kFar, 0, &far_pool).is_ok());
  }
  ASSERT_NE(far_pool, nullptr);
  EXPECT_EQ(near_pool->memory.token, 0U);
  EXPECT_EQ(far_pool->memory.token, 17U);
  EXPECT_NE(near_pool->number, far_pool->number);
  EXPECT_EQ(gpu_.allocations, 1);
  EXPECT_EQ(gpu_.chunks, 1);
  std::vector<FdChannel::Received> came;
  far.collect();
  ASSERT_TRUE(far.take(17, &came));
  EXPECT_EQ(came.size(), 1U);
  far.collect();
  EXPECT_FALSE(far.take(17, &came)) << "handed over once";
  const int slot = slots.acquire(static_cast<int>(far_pool->number));
  EXPECT_EQ(reinterpret_cast<std::uint64_t>(slots.local(slot)), far_pool->memory.base + slot % 64 * kSlot);
}

// A failure of the descriptor channel only delays: the pool is available for the next message.
TEST_F(DeviceBounceBuffersTest, ADescriptorThatCannotBeHandedOverIsTriedAgain) {
  ASSERT_TRUE(descriptors_.open().is_ok());
  DeviceBounceBuffers slots = make();
  const BouncePool* pool = nullptr;
  EXPECT_TRUE(slots.pool(kFar, 0, &pool).is_ok());
  EXPECT_EQ(pool, nullptr) << "the peer has no socket";
  FdChannel far;
  ASSERT_TRUE(far.open().is_ok());
  far_ = far.address();
  EXPECT_TRUE(slots.pool(kFar, 0, &pool).is_ok());
  EXPECT_NE(pool, nullptr);
  EXPECT_EQ(gpu_.chunks, 1);
}

TEST_F(DeviceBounceBuffersTest, TheDescriptorsOfAPoolAreTakenWhenItIsLearnt) {
  FdChannel far;
  ASSERT_TRUE(open_far(&far).is_ok());
  DeviceBounceBuffers slots = make();
  BouncePool pool = pool_of_peer();
  pool.memory.owner = process_of(kFar);
  pool.memory.token = 17;
  const base::Fd file(fcntl(0, F_DUPFD_CLOEXEC, 0));
  const FdChannel::Item item{file.get(), 400};
  ASSERT_TRUE(far.send(descriptors_.address(), 17, 0, 1, std::span(&item, 1)).is_ok());
  ASSERT_TRUE(slots.learn(kFar, pool).is_ok());
  EXPECT_EQ(gpu_.accepted, 1U);
}

TEST_F(DeviceBounceBuffersTest, AFailureIsToldOnceAndNothingIsLeft) {
  for (const bool memory : {false, true}) {
    gpu_.memory = memory;
    gpu_.exports = !memory;
    DeviceBounceBuffers slots = make();
    const BouncePool* pool = nullptr;
    EXPECT_EQ(slots.pool(kNear, 0, &pool).code(), Code::kDriver);
    EXPECT_TRUE(slots.pool(kNear, 0, &pool).is_ok());
    EXPECT_EQ(pool, nullptr);
    EXPECT_EQ(slots.acquire(0), -1);
    EXPECT_EQ(slots.pool(kFar, 0, &pool).code(), Code::kDriver) << "another pool";
    EXPECT_TRUE(slots.pool(kFar, 0, &pool).is_ok());
    EXPECT_EQ(pool, nullptr);
  }
  EXPECT_EQ(gpu_.releases, 2);
}

TEST_F(DeviceBounceBuffersTest, APeersPoolMustBePossible) {
  const auto learnt = [this](const auto& change, int peer = 1) {
    DeviceBounceBuffers slots = make();
    BouncePool pool = pool_of_peer();
    change(pool);
    return slots.learn(peer, pool).code();
  };
  EXPECT_EQ(learnt([](BouncePool&) {}), Code::kOk);
  EXPECT_EQ(learnt([](BouncePool&) {}, 0), Code::kRank);
  EXPECT_EQ(learnt([](BouncePool& a) { a.number = BounceBuffers::kMostPools; }), Code::kProtocol);
  EXPECT_EQ(learnt([](BouncePool& a) { a.slots = 0; }), Code::kProtocol);
  EXPECT_EQ(learnt([](BouncePool& a) { a.slots = 65, a.memory.size = 6500; }), Code::kProtocol);
  EXPECT_EQ(learnt([](BouncePool& a) { a.slot_bytes = 0; }), Code::kProtocol);
  EXPECT_EQ(learnt([](BouncePool& a) { a.slot_bytes = 101; }), Code::kProtocol);
  EXPECT_EQ(learnt([](BouncePool& a) { a.slot_bytes = ~std::uint64_t{0} / 2; }), Code::kProtocol);
  EXPECT_EQ(learnt([](BouncePool& a) { a.memory.owner.pid += 2; }), Code::kProtocol);
  DeviceBounceBuffers slots = make();
  EXPECT_TRUE(slots.learn(1, pool_of_peer()).is_ok());
  EXPECT_EQ(slots.learn(1, pool_of_peer()).code(), Code::kProtocol) << "told twice";
}

TEST_F(DeviceBounceBuffersTest, OnlyWhatWasMappedIsReached) {
  std::byte* at = nullptr;
  {
    DeviceBounceBuffers slots = make();
    EXPECT_FALSE(slots.reaches(1, 2, 0));
    EXPECT_EQ(slots.map(1, 2, 0).code(), Code::kProtocol);
    ASSERT_TRUE(slots.learn(1, pool_of_peer()).is_ok());
    EXPECT_TRUE(slots.reaches(1, 2, 0));
    constexpr int kFirst = 2 * 64;
    EXPECT_EQ(slots.remote(1, kFirst, 100, 0, &at).code(), Code::kProtocol) << "not mapped";
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(slots.map(1, 2, 0).is_ok());
      ASSERT_TRUE(slots.map(1, 2, 5).is_ok());
    }
    EXPECT_EQ(gpu_.imports, 2) << "once for each device";
    ASSERT_TRUE(slots.remote(1, kFirst + 3, 100, 5, &at).is_ok());
    EXPECT_EQ(reinterpret_cast<std::uint64_t>(at), kMapped + 5 * 0x1000000 + 300);
    EXPECT_EQ(slots.remote(1, kFirst + 4, 1, 5, &at).code(), Code::kProtocol) << "beyond the last slot";
    EXPECT_EQ(slots.remote(1, kFirst, 101, 5, &at).code(), Code::kProtocol) << "more than a slot";
    EXPECT_EQ(slots.remote(1, kFirst, 1, 6, &at).code(), Code::kProtocol) << "not for this device";
    EXPECT_EQ(slots.remote(1, 3, 1, 5, &at).code(), Code::kProtocol) << "another pool";
    EXPECT_EQ(slots.remote(0, kFirst, 1, 5, &at).code(), Code::kProtocol) << "another rank";
    EXPECT_EQ(slots.remote(1, -1, 1, 5, &at).code(), Code::kProtocol);
    EXPECT_EQ(gpu_.pins, 2);
  }
  EXPECT_EQ(gpu_.pins, 0);
}

TEST_F(DeviceBounceBuffersTest, LetGoAreMappedNoMore) {
  DeviceBounceBuffers slots = make();
  ASSERT_TRUE(slots.learn(1, pool_of_peer()).is_ok());
  ASSERT_TRUE(slots.map(1, 2, 0).is_ok());
  slots.let_go();
  EXPECT_EQ(gpu_.pins, 0);
  std::byte* at = nullptr;
  EXPECT_EQ(slots.remote(1, 2 * 64, 1, 0, &at).code(), Code::kProtocol);
  EXPECT_FALSE(slots.reaches(1, 2, 0));
}

TEST_F(DeviceBounceBuffersTest, AMappingThatFailedIsNotTriedAgain) {
  DeviceBounceBuffers slots = make();
  ASSERT_TRUE(slots.learn(1, pool_of_peer()).is_ok());
  gpu_.maps = false;
  EXPECT_EQ(slots.map(1, 2, 0).code(), Code::kDriver);
  gpu_.maps = true;
  EXPECT_FALSE(slots.reaches(1, 2, 0));
  EXPECT_EQ(slots.map(1, 2, 0).code(), Code::kTransport);
  EXPECT_EQ(gpu_.imports, 1);
}

}  // namespace
}  // namespace penstock::transport::ipc
