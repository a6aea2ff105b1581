// Exchange slots over a made-up GPU: own slots are handed out and come back; nothing that a peer says is believed unchecked.
#include "transport/ipc/exchange.hpp"

#include <gtest/gtest.h>

#include <set>

#include "transport/testing/no_gpu.hpp"

namespace penstock::transport::ipc {
namespace {

constexpr std::uint64_t kSlot = 4096;
constexpr std::uint64_t kMapped = 0x500000000000;
const accel::ProcessId kPeer{1, 2, 11, 0};

class MadeUp final : public transport::testing::NoGpu {
 public:
  Status allocate(int device, std::size_t bytes, accel::Memory* out) override {
    ++allocations;
    if (!memory) return Status::error(Code::kDriver, "cuMemAlloc failed");
    *out = {.kind = accel::MemoryKind::kDevice, .exportable = true, .device = device, .size = bytes};
    out->base = 0x100000000000 + static_cast<std::uint64_t>(device) * 0x1000000;
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
  int allocations = 0, releases = 0, imports = 0, pins = 0;
};

class NoCards final : public CardSource {
 public:
  Status card(int, const Card**) override { return Status::error(Code::kInternal, "no cards here"); }
};

class DeviceSlotsTest : public ::testing::Test {
 protected:
  DeviceSlotsTest() {
    config_.exchange_slots = 3;
    config_.exchange_slot_size = kSlot;
  }
  DeviceSlots make() {
    return DeviceSlots({config_, log_, gpu_, cards_, 0, 2}, [](int peer, accel::ProcessId* out) {
      *out = kPeer;
      return peer == 1 ? Status::ok() : Status::error(Code::kRank, "no such rank");
    });
  }
  static ExchangeArea area_of_peer() {
    ExchangeArea area;
    area.number = 2;
    area.slots = 4;
    area.slot_bytes = 100;
    area.memory.owner = kPeer;
    area.memory.size = 400;
    return area;
  }

  Config config_;
  Log log_{base::Level::kError};
  MadeUp gpu_;
  NoCards cards_;
};

TEST_F(DeviceSlotsTest, AreMadeOnFirstUseOfADeviceAndHandedOutOnce) {
  DeviceSlots slots = make();
  EXPECT_EQ(slots.acquire(0), -1) << "nobody has asked for the area";
  const ExchangeArea* zero = nullptr;
  const ExchangeArea* four = nullptr;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(slots.area(0, &zero).is_ok());
    ASSERT_TRUE(slots.area(4, &four).is_ok());
  }
  EXPECT_EQ(gpu_.allocations, 2);
  ASSERT_NE(zero, nullptr);
  EXPECT_EQ(zero->number, 0U);
  EXPECT_EQ(four->number, 1U);
  EXPECT_EQ(four->slots, 3U);
  EXPECT_EQ(four->memory.size, 3 * kSlot);
  std::set<int> taken;
  for (int i = 0; i < 3; ++i) {
    const int slot = slots.acquire(4);
    EXPECT_TRUE(taken.insert(slot).second);
    const auto address = reinterpret_cast<std::uint64_t>(slots.local(slot));
    EXPECT_GE(address, four->memory.base);
    EXPECT_LE(address + kSlot, four->memory.base + four->memory.size);
  }
  EXPECT_EQ(slots.acquire(4), -1);
  EXPECT_GE(slots.acquire(0), 0) << "each device has its own";
  slots.release(*taken.begin());
  EXPECT_EQ(slots.acquire(4), *taken.begin());
}

TEST_F(DeviceSlotsTest, AFailureIsToldOnceAndNothingIsLeft) {
  for (const bool memory : {false, true}) {
    gpu_.memory = memory;
    gpu_.exports = !memory;
    DeviceSlots slots = make();
    const ExchangeArea* area = nullptr;
    EXPECT_EQ(slots.area(0, &area).code(), Code::kDriver);
    EXPECT_TRUE(slots.area(0, &area).is_ok());
    EXPECT_EQ(area, nullptr);
    EXPECT_EQ(slots.acquire(0), -1);
  }
  EXPECT_EQ(gpu_.releases, 1);
}

TEST_F(DeviceSlotsTest, APeersAreaMustBePossible) {
  const auto learnt = [this](const auto& change, int peer = 1) {
    DeviceSlots slots = make();
    ExchangeArea area = area_of_peer();
    change(area);
    return slots.learn(peer, area).code();
  };
  EXPECT_EQ(learnt([](ExchangeArea&) {}), Code::kOk);
  EXPECT_EQ(learnt([](ExchangeArea&) {}, 0), Code::kRank);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.number = Exchange::kMostAreas; }), Code::kProtocol);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.slots = 0; }), Code::kProtocol);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.slots = 65, a.memory.size = 6500; }), Code::kProtocol);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.slot_bytes = 0; }), Code::kProtocol);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.slot_bytes = 101; }), Code::kProtocol);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.slot_bytes = ~std::uint64_t{0} / 2; }), Code::kProtocol);
  EXPECT_EQ(learnt([](ExchangeArea& a) { a.memory.owner.pid = 12; }), Code::kProtocol);
  DeviceSlots slots = make();
  EXPECT_TRUE(slots.learn(1, area_of_peer()).is_ok());
  EXPECT_EQ(slots.learn(1, area_of_peer()).code(), Code::kProtocol) << "told twice";
}

TEST_F(DeviceSlotsTest, OnlyWhatWasMappedIsReached) {
  std::byte* at = nullptr;
  {
    DeviceSlots slots = make();
    EXPECT_FALSE(slots.reaches(1, 2, 0));
    EXPECT_EQ(slots.map(1, 2, 0).code(), Code::kProtocol);
    ASSERT_TRUE(slots.learn(1, area_of_peer()).is_ok());
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
    EXPECT_EQ(slots.remote(1, 3, 1, 5, &at).code(), Code::kProtocol) << "another area";
    EXPECT_EQ(slots.remote(0, kFirst, 1, 5, &at).code(), Code::kProtocol) << "another rank";
    EXPECT_EQ(slots.remote(1, -1, 1, 5, &at).code(), Code::kProtocol);
    EXPECT_EQ(gpu_.pins, 2);
  }
  EXPECT_EQ(gpu_.pins, 0);
}

TEST_F(DeviceSlotsTest, LetGoAreMappedNoMore) {
  DeviceSlots slots = make();
  ASSERT_TRUE(slots.learn(1, area_of_peer()).is_ok());
  ASSERT_TRUE(slots.map(1, 2, 0).is_ok());
  slots.let_go();
  EXPECT_EQ(gpu_.pins, 0);
  std::byte* at = nullptr;
  EXPECT_EQ(slots.remote(1, 2 * 64, 1, 0, &at).code(), Code::kProtocol);
  EXPECT_FALSE(slots.reaches(1, 2, 0));
}

TEST_F(DeviceSlotsTest, AMappingThatFailedIsNotTriedAgain) {
  DeviceSlots slots = make();
  ASSERT_TRUE(slots.learn(1, area_of_peer()).is_ok());
  gpu_.maps = false;
  EXPECT_EQ(slots.map(1, 2, 0).code(), Code::kDriver);
  gpu_.maps = true;
  EXPECT_FALSE(slots.reaches(1, 2, 0));
  EXPECT_EQ(slots.map(1, 2, 0).code(), Code::kTransport);
  EXPECT_EQ(gpu_.imports, 1);
}

}  // namespace
}  // namespace penstock::transport::ipc
