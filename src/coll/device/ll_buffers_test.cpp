// LL buffers: who writes where, numbers of calls, and what is emptied when.
#include "coll/device/ll_buffers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "coll/device/host_device.hpp"

namespace penstock::coll {
namespace {

class LlBuffersTest : public testing::Test {
 protected:
  std::unique_ptr<LlBuffers> make(int rank, int size, std::uint64_t most, std::uint32_t calls = LlBuffers::kCalls) {
    std::unique_ptr<LlBuffers> made;
    EXPECT_TRUE(LlBuffers::make(device_, workspace_, 0, rank, size, most, &made, calls).is_ok());
    return made;
  }
  static bool is_empty(const LlBuffers& ll_buffers) {
    return std::all_of(ll_buffers.address(), ll_buffers.address() + ll_buffers.bytes(),
                       [](std::byte b) { return b == std::byte{0}; });
  }

  Config config_;
  Log log_;
  Workspace workspace_{config_, log_};
  test::HostDevice device_;
};

TEST_F(LlBuffersTest, EveryMemberHasASlotAtEveryOther) {
  for (const int size : {2, 3, 16}) {
    std::vector<std::unique_ptr<LlBuffers>> all;
    for (int rank = 0; rank < size; ++rank) all.push_back(make(rank, size, 64 << 10));
    for (auto& each : all) {
      ASSERT_TRUE(is_empty(*each));
      for (int i = 0; i < size; ++i) {
        each->set(i, reinterpret_cast<std::uint64_t>(all[static_cast<std::size_t>(i)]->address()));
      }
    }
    for (int i = 0; i < size; ++i) {
      for (int k = 0; k < size; ++k) {
        const LlBuffers& writer = *all[static_cast<std::size_t>(i)];
        const LlBuffers& reader = *all[static_cast<std::size_t>(k)];
        EXPECT_EQ(writer.slot_at(k), reader.slot_of(i));
        EXPECT_EQ(writer.slot_at(k) % 16, 0U);
      }
    }
    EXPECT_GE(all[0]->slot_bytes() * static_cast<std::uint64_t>(size), (256U << 10) - 16U * static_cast<unsigned>(size));
  }
}

TEST_F(LlBuffersTest, NoneWithoutRoom) {
  EXPECT_EQ(make(0, 2, 0), nullptr) << "PENSTOCK_COLL_ONE_SHOT=0";
  EXPECT_EQ(make(0, 17, 64 << 10), nullptr) << "more members than a kernel serves";
  config_.coll_workspace = 64 << 10;
  EXPECT_EQ(make(0, 2, 64 << 10), nullptr) << "PENSTOCK_COLL_WORKSPACE";
  EXPECT_NE(make(0, 2, 16 << 10), nullptr);
}

TEST_F(LlBuffersTest, IsEmptiedBeforeANumberComesAgain) {
  const auto ll_buffers = make(0, 2, 1 << 10, 3);
  const auto fill = [&] { std::memset(const_cast<std::byte*>(ll_buffers->address()), 1, ll_buffers->bytes()); };
  for (int round = 0; round < 3; ++round) {
    for (const std::uint32_t number : {1U, 2U}) {
      std::uint32_t next = 0;
      ASSERT_TRUE(ll_buffers->next(&next).is_ok());
      EXPECT_EQ(next, number);
      EXPECT_EQ(is_empty(*ll_buffers), number == 1) << "round " << round;
      fill();
    }
    std::uint32_t none = 7;
    ASSERT_TRUE(ll_buffers->next(&none).is_ok());
    EXPECT_EQ(none, 0U) << "the call that empties it";
    EXPECT_TRUE(is_empty(*ll_buffers));
  }
}

TEST_F(LlBuffersTest, WhatIsGivenUpIsNobodysAgain) {
  auto ll_buffers = make(1, 2, 32 << 10);
  EXPECT_FALSE(ll_buffers->abort().given_up());
  ASSERT_TRUE(ll_buffers->abort().give_up().is_ok());
  EXPECT_TRUE(ll_buffers->abort().given_up());
  std::uint32_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(ll_buffers->abort().address()), sizeof word);
  EXPECT_NE(word, 0U);
  EXPECT_GE(ll_buffers->abort().address(), reinterpret_cast<std::uint64_t>(ll_buffers->address()));
  const std::byte* before = ll_buffers->address();
  ll_buffers.reset();
  ll_buffers = make(1, 2, 32 << 10);
  EXPECT_NE(ll_buffers->address(), before) << "a peer may still write there";
  before = ll_buffers->address();
  ll_buffers.reset();
  EXPECT_EQ(make(1, 2, 32 << 10)->address(), before);
}

TEST_F(LlBuffersTest, FailuresOfTheDeviceAreTold) {
  const auto ll_buffers = make(0, 2, 1 << 10, 2);
  device_.fails = true;
  std::unique_ptr<LlBuffers> made;
  EXPECT_EQ(LlBuffers::make(device_, workspace_, 0, 0, 2, 1 << 10, &made).code(), Code::kDriver);
  EXPECT_EQ(made, nullptr);
  std::uint32_t number = 0;
  ASSERT_TRUE(ll_buffers->next(&number).is_ok());
  EXPECT_EQ(ll_buffers->next(&number).code(), Code::kDriver);
  EXPECT_EQ(ll_buffers->abort().give_up().code(), Code::kDriver);
}

}  // namespace
}  // namespace penstock::coll
