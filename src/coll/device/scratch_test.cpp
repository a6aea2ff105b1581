// Areas on a device: what is kept, what is given again, and where there is no room.
#include "coll/device/scratch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "transport/testing/no_gpu.hpp"

namespace penstock::coll {
namespace {

// Allocations one after another, none at the same address.
class Memories final : public transport::testing::NoGpu {
 public:
  Status allocate(int device, std::size_t bytes, accel::Memory* out) override {
    if (fails) return Status::error(Code::kDriver, "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY");
    lengths.push_back(bytes);
    out->kind = accel::MemoryKind::kDevice;
    out->device = device;
    out->base = next_;
    out->size = bytes;
    next_ += bytes;
    return Status::ok();
  }
  std::vector<std::size_t> lengths;
  bool fails = false;

 private:
  std::uintptr_t next_ = 1 << 20;
};

class ScratchTest : public testing::Test {
 protected:
  ScratchTest() {
    config_.coll_scratch = 1 << 20;
    log_.set_sink([this](base::Level, std::string_view line) { warnings_.emplace_back(line); });
  }
  Scratch::Area take(std::uint64_t bytes, int device = 0) { return scratch_.take(memories_, device, bytes); }

  Config config_;
  Log log_;
  std::vector<std::string> warnings_;
  Memories memories_;
  Scratch scratch_{config_, log_};
};

TEST_F(ScratchTest, GivesPowersOfTwo) {
  const Scratch::Area small = take(1);
  const Scratch::Area odd = take((64 << 10) + 1);
  const Scratch::Area even = take(256 << 10);
  ASSERT_TRUE(small && odd && even);
  EXPECT_EQ(memories_.lengths, (std::vector<std::size_t>{64 << 10, 128 << 10, 256 << 10}));
  EXPECT_EQ(scratch_.held(), 448U << 10);
}

TEST_F(ScratchTest, GivesTheSameAgain) {
  const std::byte* address = nullptr;
  {
    const Scratch::Area first = take(100 << 10);
    address = first.address();
    const Scratch::Area second = take(100 << 10);
    ASSERT_TRUE(second);
    EXPECT_NE(second.address(), address);
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(take(128 << 10).address(), address);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

TEST_F(ScratchTest, AreasAreTheirDevices) {
  static_cast<void>(take(1, 0));
  const Scratch::Area other = take(1, 1);
  ASSERT_TRUE(other);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

TEST_F(ScratchTest, GivesTheShortestThatIsLongEnough) {
  const std::byte* middle = nullptr;
  {
    const Scratch::Area long_one = take(512 << 10);
    const Scratch::Area area = take(128 << 10);
    middle = area.address();
  }
  const Scratch::Area first = take(70 << 10);
  const Scratch::Area second = take(70 << 10);
  EXPECT_EQ(first.address(), middle);
  ASSERT_TRUE(second);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

TEST_F(ScratchTest, HoldsNoMoreThanItMay) {
  EXPECT_FALSE(take((1 << 20) + 1));
  EXPECT_FALSE(take(~std::uint64_t{0}));
  std::vector<Scratch::Area> areas;
  for (int i = 0; i < 4; ++i) areas.push_back(take(256 << 10));
  EXPECT_TRUE(areas.back());
  EXPECT_FALSE(take(1));
  EXPECT_EQ(scratch_.held(), 1U << 20);
  areas.pop_back();
  EXPECT_TRUE(take(1));
  EXPECT_EQ(scratch_.held(), 1U << 20);
}

TEST_F(ScratchTest, NoneIsHeldWhereNoneMayBe) {
  config_.coll_scratch = 0;
  EXPECT_FALSE(take(1));
  EXPECT_TRUE(memories_.lengths.empty());
}

TEST_F(ScratchTest, WhatTheDeviceRefusesIsNoRoom) {
  memories_.fails = true;
  EXPECT_FALSE(take(1));
  EXPECT_FALSE(take(1));
  EXPECT_EQ(scratch_.held(), 0U);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY"), std::string::npos) << warnings_[0];
  memories_.fails = false;
  EXPECT_TRUE(take(1));
}

TEST_F(ScratchTest, AnAreaIsGivenOn) {
  Scratch::Area first = take(1);
  Scratch::Area second = std::move(first);
  EXPECT_TRUE(second);
  EXPECT_NE(take(1).address(), second.address());
  second = take(1);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

}  // namespace
}  // namespace penstock::coll
