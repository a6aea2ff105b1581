// FIFOs: who writes where, how slots are cut up, and what is emptied.
#include "coll/device/fifos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "coll/device/host_device.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

class FifosTest : public testing::Test {
 protected:
  std::unique_ptr<Fifos> make(int rank, int size, std::uint64_t bytes) {
    std::unique_ptr<Fifos> made;
    EXPECT_TRUE(Fifos::make(device_, workspace_, 0, rank, size, bytes, 64, &made).is_ok());
    return made;
  }
  Config config_;
  Log log_;
  Workspace workspace_{config_, log_};
  test::HostDevice device_;
};

TEST_F(FifosTest, EveryMemberHasASlotAtEveryOther) {
  for (const int size : {2, 3, 16}) {
    std::vector<std::unique_ptr<Fifos>> all;
    for (int rank = 0; rank < size; ++rank) all.push_back(make(rank, size, 4 * kMiB));
    for (auto& each : all) {
      for (int i = 0; i < size; ++i) {
        each->set(i, reinterpret_cast<std::uint64_t>(all[static_cast<std::size_t>(i)]->address()));
      }
    }
    const std::uint64_t slot = all[0]->shape_for(64 * kMiB).slot_bytes();
    for (int owner = 0; owner < size; ++owner) {
      const Fifos& fifos = *all[static_cast<std::size_t>(owner)];
      std::vector<std::uint64_t> slots;
      for (int writer = 0; writer < size; ++writer) {
        if (writer == owner) continue;
        slots.push_back(fifos.peer(writer).mine);
        EXPECT_EQ(slots.back(), all[static_cast<std::size_t>(writer)]->peer(owner).theirs);
        EXPECT_EQ(slots.back() % 16, 0U);
      }
      const auto first = reinterpret_cast<std::uint64_t>(fifos.address());
      std::sort(slots.begin(), slots.end());
      EXPECT_GE(slots.front(), first + sizeof(std::uint32_t)) << "the abort word";
      for (std::size_t i = 1; i < slots.size(); ++i) EXPECT_GE(slots[i], slots[i - 1] + slot);
      EXPECT_LE(slots.back() + slot, first + fifos.bytes());
    }
  }
}

TEST_F(FifosTest, PiecesFillWhatThereIsAndNoMore) {
  const auto fifos = make(0, 2, 32 * kMiB);
  fifos->use_channels(1024);
  EXPECT_EQ(fifos->shape_for(1).piece, 512U);
  EXPECT_EQ(fifos->shape_for(kMiB).piece, 1024U) << "one step";
  EXPECT_LE(fifos->shape_for(64 * kMiB).slot_bytes(), 32 * kMiB);
  EXPECT_GE(fifos->shape_for(64 * kMiB).piece, 7U << 10);
  EXPECT_EQ(fifos->shape_for(std::uint64_t{1} << 50).channels, 0U) << "more pieces than are counted";
}

TEST_F(FifosTest, NoneWithoutRoom) {
  EXPECT_EQ(make(0, 2, 0), nullptr) << "PENSTOCK_COLL_PIPELINE=0";
  EXPECT_EQ(make(0, 2, 1 << 10), nullptr) << "no piece for each channel";
  EXPECT_EQ(make(0, 17, kMiB), nullptr) << "more members than a kernel serves";
  config_.coll_workspace = 64 << 10;
  EXPECT_EQ(make(0, 2, kMiB), nullptr) << "PENSTOCK_COLL_WORKSPACE";
}

TEST_F(FifosTest, WordsAreEmptiedAndNumbersGrow) {
  const auto fifos = make(1, 3, kMiB);
  ASSERT_NE(fifos, nullptr);
  for (const int member : {0, 2}) {
    const auto* words = reinterpret_cast<const std::byte*>(fifos->peer(member).mine);
    const std::uint64_t bytes = fifos->channels() * kernels::FifoShape::kWordBytes;
    EXPECT_TRUE(std::all_of(words, words + bytes, [](std::byte b) { return b == std::byte{0}; }));
  }
  std::uint32_t word = 7;
  std::memcpy(&word, reinterpret_cast<const void*>(fifos->abort().address()), sizeof word);
  EXPECT_EQ(word, 0U);
  EXPECT_EQ(fifos->next(), 1U);
  EXPECT_EQ(fifos->next(), 2U);
}

TEST_F(FifosTest, WhatIsGivenUpIsNobodysAgain) {
  auto fifos = make(0, 2, kMiB);
  const std::byte* before = fifos->address();
  ASSERT_TRUE(fifos->abort().give_up().is_ok());
  fifos.reset();
  fifos = make(0, 2, kMiB);
  EXPECT_NE(fifos->address(), before) << "a peer may still write there";
  device_.fails = true;
  EXPECT_EQ(fifos->abort().give_up().code(), Code::kDriver);
  std::unique_ptr<Fifos> made;
  EXPECT_EQ(Fifos::make(device_, workspace_, 0, 0, 2, 4 * kMiB, 64, &made).code(), Code::kDriver);
  EXPECT_EQ(made, nullptr);
}

}  // namespace
}  // namespace penstock::coll
