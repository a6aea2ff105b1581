// Workspace slices on a device: what is kept, what is given again, and where there is no room.
#include "coll/device/workspace.hpp"

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

class WorkspaceTest : public testing::Test {
 protected:
  WorkspaceTest() {
    config_.coll_workspace = 1 << 20;
    log_.set_sink([this](base::Level, std::string_view line) { warnings_.emplace_back(line); });
  }
  Workspace::Slice take(std::uint64_t bytes, int device = 0) { return workspace_.take(memories_, device, bytes); }

  Config config_;
  Log log_;
  std::vector<std::string> warnings_;
  Memories memories_;
  Workspace workspace_{config_, log_};
};

TEST_F(WorkspaceTest, GivesPowersOfTwo) {
  const Workspace::Slice small = take(1);
  const Workspace::Slice odd = take((64 << 10) + 1);
  const Workspace::Slice even = take(256 << 10);
  ASSERT_TRUE(small && odd && even);
  EXPECT_EQ(memories_.lengths, (std::vector<std::size_t>{64 << 10, 128 << 10, 256 << 10}));
  EXPECT_EQ(workspace_.held(), 448U << 10);
}

TEST_F(WorkspaceTest, GivesTheSameAgain) {
  const std::byte* address = nullptr;
  {
    const Workspace::Slice first = take(100 << 10);
    address = first.address();
    const Workspace::Slice second = take(100 << 10);
    ASSERT_TRUE(second);
    EXPECT_NE(second.address(), address);
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(take(128 << 10).address(), address);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

TEST_F(WorkspaceTest, AreasAreTheirDevices) {
  static_cast<void>(take(1, 0));
  const Workspace::Slice other = take(1, 1);
  ASSERT_TRUE(other);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

TEST_F(WorkspaceTest, GivesTheShortestThatIsLongEnough) {
  const std::byte* middle = nullptr;
  {
    const Workspace::Slice long_one = take(512 << 10);
    const Workspace::Slice slice = take(128 << 10);
    middle = slice.address();
  }
  const Workspace::Slice first = take(70 << 10);
  const Workspace::Slice second = take(70 << 10);
  EXPECT_EQ(first.address(), middle);
  ASSERT_TRUE(second);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

TEST_F(WorkspaceTest, HoldsNoMoreThanItMay) {
  EXPECT_FALSE(take((1 << 20) + 1));
  EXPECT_FALSE(take(~std::uint64_t{0}));
  std::vector<Workspace::Slice> slices;
  for (int i = 0; i < 4; ++i) slices.push_back(take(256 << 10));
  EXPECT_TRUE(slices.back());
  EXPECT_FALSE(take(1));
  EXPECT_EQ(workspace_.held(), 1U << 20);
  slices.pop_back();
  EXPECT_TRUE(take(1));
  EXPECT_EQ(workspace_.held(), 1U << 20);
}

TEST_F(WorkspaceTest, NoneIsHeldWhereNoneMayBe) {
  config_.coll_workspace = 0;
  EXPECT_FALSE(take(1));
  EXPECT_TRUE(memories_.lengths.empty());
}

TEST_F(WorkspaceTest, WhatTheDeviceRefusesIsNoRoom) {
  memories_.fails = true;
  EXPECT_FALSE(take(1));
  EXPECT_FALSE(take(1));
  EXPECT_EQ(workspace_.held(), 0U);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY"), std::string::npos) << warnings_[0];
  memories_.fails = false;
  EXPECT_TRUE(take(1));
}

TEST_F(WorkspaceTest, AnAreaIsGivenOn) {
  Workspace::Slice first = take(1);
  Workspace::Slice second = std::move(first);
  EXPECT_TRUE(second);
  EXPECT_NE(take(1).address(), second.address());
  second = take(1);
  EXPECT_EQ(memories_.lengths.size(), 2U);
}

}  // namespace
}  // namespace penstock::coll
