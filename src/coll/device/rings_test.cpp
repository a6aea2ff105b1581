// Rings: who writes where, how slots are cut up, and what is emptied.
#include "coll/device/rings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "coll/device/host_device.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

class RingsTest : public testing::Test {
 protected:
  std::unique_ptr<Rings> make(int rank, int size, std::uint64_t bytes) {
    std::unique_ptr<Rings> made;
    EXPECT_TRUE(Rings::make(device_, scratch_, 0, rank, size, bytes, 64, &made).is_ok());
    return made;
  }
  Config config_;
  Log log_;
  Scratch scratch_{config_, log_};
  test::HostDevice device_;
};

TEST_F(RingsTest, EveryMemberHasASlotAtEveryOther) {
  for (const int size : {2, 3, 16}) {
    std::vector<std::unique_ptr<Rings>> all;
    for (int rank = 0; rank < size; ++rank) all.push_back(make(rank, size, 4 * kMiB));
    for (auto& each : all) {
      for (int i = 0; i < size; ++i) {
        each->set(i, reinterpret_cast<std::uint64_t>(all[static_cast<std::size_t>(i)]->address()));
      }
    }
    const std::uint64_t slot = all[0]->shape_for(64 * kMiB).slot_bytes();
    for (int owner = 0; owner < size; ++owner) {
      const Rings& rings = *all[static_cast<std::size_t>(owner)];
      std::vector<std::uint64_t> slots;
      for (int writer = 0; writer < size; ++writer) {
        if (writer == owner) continue;
        slots.push_back(rings.peer(writer).mine);
        EXPECT_EQ(slots.back(), all[static_cast<std::size_t>(writer)]->peer(owner).theirs);
        EXPECT_EQ(slots.back() % 16, 0U);
      }
      const auto first = reinterpret_cast<std::uint64_t>(rings.address());
      std::sort(slots.begin(), slots.end());
      EXPECT_GE(slots.front(), first + sizeof(std::uint32_t)) << "the abort word";
      for (std::size_t i = 1; i < slots.size(); ++i) EXPECT_GE(slots[i], slots[i - 1] + slot);
      EXPECT_LE(slots.back() + slot, first + rings.bytes());
    }
  }
}

TEST_F(RingsTest, PiecesFillWhatThereIsAndNoMore) {
  const auto rings = make(0, 2, 32 * kMiB);
  rings->use_channels(1024);
  EXPECT_EQ(rings->shape_for(1).piece, 512U);
  EXPECT_EQ(rings->shape_for(kMiB).piece, 1024U) << "one step";
  EXPECT_LE(rings->shape_for(64 * kMiB).slot_bytes(), 32 * kMiB);
  EXPECT_GE(rings->shape_for(64 * kMiB).piece, 7U << 10);
  EXPECT_EQ(rings->shape_for(std::uint64_t{1} << 50).channels, 0U) << "more pieces than are counted";
}

TEST_F(RingsTest, NoneWithoutRoom) {
  EXPECT_EQ(make(0, 2, 0), nullptr) << "PENSTOCK_COLL_FLOW=0";
  EXPECT_EQ(make(0, 2, 1 << 10), nullptr) << "no piece for each channel";
  EXPECT_EQ(make(0, 17, kMiB), nullptr) << "more members than a kernel serves";
  config_.coll_scratch = 64 << 10;
  EXPECT_EQ(make(0, 2, kMiB), nullptr) << "PENSTOCK_COLL_SCRATCH";
}

TEST_F(RingsTest, WordsAreEmptiedAndNumbersGrow) {
  const auto rings = make(1, 3, kMiB);
  ASSERT_NE(rings, nullptr);
  for (const int member : {0, 2}) {
    const auto* words = reinterpret_cast<const std::byte*>(rings->peer(member).mine);
    const std::uint64_t bytes = rings->channels() * kernels::FlowShape::kWordBytes;
    EXPECT_TRUE(std::all_of(words, words + bytes, [](std::byte b) { return b == std::byte{0}; }));
  }
  std::uint32_t word = 7;
  std::memcpy(&word, reinterpret_cast<const void*>(rings->abort().address()), sizeof word);
  EXPECT_EQ(word, 0U);
  EXPECT_EQ(rings->next(), 1U);
  EXPECT_EQ(rings->next(), 2U);
}

TEST_F(RingsTest, WhatIsGivenUpIsNobodysAgain) {
  auto rings = make(0, 2, kMiB);
  const std::byte* before = rings->address();
  ASSERT_TRUE(rings->abort().give_up().is_ok());
  rings.reset();
  rings = make(0, 2, kMiB);
  EXPECT_NE(rings->address(), before) << "a peer may still write there";
  device_.fails = true;
  EXPECT_EQ(rings->abort().give_up().code(), Code::kDriver);
  std::unique_ptr<Rings> made;
  EXPECT_EQ(Rings::make(device_, scratch_, 0, 0, 2, 4 * kMiB, 64, &made).code(), Code::kDriver);
  EXPECT_EQ(made, nullptr);
}

}  // namespace
}  // namespace penstock::coll
