#include "proto/p2p/host_copies.hpp"

#include <gtest/gtest.h>

namespace penstock::proto {
namespace {

void wait_once(HostCopies* copies) {
  copies->begin_wait();
  copies->end_wait();
}

// From the clock's point of view the program was away for a long time.
void compute(HostCopies* copies) {
  copies->worked(base::now_ns() - 10'000'000);
}

TEST(HostCopies, WhoWaitsAttends) {
  HostCopies copies{Config()};
  EXPECT_FALSE(copies.attends());
  copies.begin_wait();
  EXPECT_TRUE(copies.attends());
  copies.begin_wait();
  copies.end_wait();
  EXPECT_TRUE(copies.attends()) << "another thread waits still";
  copies.end_wait();
  EXPECT_FALSE(copies.attends());
}

TEST(HostCopies, WaitingSoonIsAHabit) {
  HostCopies copies{Config()};
  int waits = 0;
  for (; !copies.attends() && waits < 100; ++waits) {
    copies.began();
    wait_once(&copies);
  }
  EXPECT_GT(waits, 1) << "once is no habit";
  EXPECT_LT(waits, 10);
}

TEST(HostCopies, WhoComputesInBetweenHasNone) {
  HostCopies copies{Config()};
  for (int i = 0; i < 20; ++i) {
    copies.began();
    compute(&copies);
    copies.began();
    wait_once(&copies);
    ASSERT_FALSE(copies.attends()) << "round " << i;
  }
}

TEST(HostCopies, OneComputationBreaksTheHabit) {
  HostCopies copies{Config()};
  for (int i = 0; i < 20; ++i) {
    copies.began();
    wait_once(&copies);
  }
  ASSERT_TRUE(copies.attends());
  copies.began();
  compute(&copies);
  wait_once(&copies);
  EXPECT_FALSE(copies.attends());
}

TEST(HostCopies, WaitsWithoutMessagesSayNothing) {
  HostCopies copies{Config()};
  for (int i = 0; i < 20; ++i) wait_once(&copies);
  EXPECT_FALSE(copies.attends());
}

constexpr std::uint64_t kBytes = 64 << 10;

// One message that takes so long the one way or the other; whether it went twice.
bool receive(HostCopies* copies, std::uint64_t once_ns, std::uint64_t twice_ns, std::uint64_t bytes = kBytes) {
  const bool twice = copies->twice(bytes);
  copies->begin_receive();
  EXPECT_TRUE(copies->end_receive());
  copies->took(twice, bytes, twice ? twice_ns : once_ns);
  return twice;
}

TEST(HostCopies, TheQuickerWayStays) {
  for (const bool quick : {false, true}) {
    HostCopies copies{Config()};
    int tried = 0;
    for (int i = 0; i < 40; ++i) tried += receive(&copies, 1000, quick ? 500 : 2000) ? 1 : 0;
    EXPECT_GT(tried, 1) << "each way is tried";
    for (int i = 0; i < 40; ++i) ASSERT_EQ(receive(&copies, 1000, 1000), quick);
  }
}

TEST(HostCopies, SizesAreApart) {
  HostCopies copies{Config()};
  for (int i = 0; i < 40; ++i) receive(&copies, 1000, 500, 16 << 10);
  for (int i = 0; i < 40; ++i) receive(&copies, 1000, 2000, 16 << 20);
  EXPECT_TRUE(copies.twice(16 << 10));
  EXPECT_FALSE(copies.twice(16 << 20));
}

TEST(HostCopies, OneThatWasSlowOnceIsNotJudgedByThat) {
  HostCopies copies{Config()};
  for (int i = 0; i < 40; ++i) receive(&copies, 1000, i == 8 ? 100'000 : 500);
  EXPECT_TRUE(copies.twice(kBytes));
}

TEST(HostCopies, WhatComesAmongOthersIsNotTimed) {
  HostCopies copies{Config()};
  copies.begin_receive();
  copies.begin_receive();
  EXPECT_FALSE(copies.end_receive());
  copies.begin_receive();
  EXPECT_FALSE(copies.end_receive()) << "it began beside another";
  EXPECT_FALSE(copies.end_receive());
  copies.begin_receive();
  EXPECT_TRUE(copies.end_receive());
}

TEST(HostCopies, MessagesThatAreNeverAloneStayWithOneCopy) {
  HostCopies copies{Config()};
  for (int i = 0; i < 20; ++i) copies.took(false, kBytes, 1000);
  int tried = 0;
  for (int i = 0; i < 200; ++i) tried += copies.twice(kBytes) ? 1 : 0;
  EXPECT_GT(tried, 0);
  EXPECT_LT(tried, 100);
  EXPECT_FALSE(copies.twice(kBytes));
}

TEST(HostCopies, NotAmongCrowds) {
  HostCopies copies{Config()};
  copies.met(true);
  for (int i = 0; i < 40; ++i) ASSERT_FALSE(receive(&copies, 1000, 500));
}

TEST(HostCopies, AsToldWhateverTheMachine) {
  for (const auto mode : {Config::HostCopies::kOnce, Config::HostCopies::kTwice}) {
    Config config;
    config.host_copies = mode;
    HostCopies copies(config);
    EXPECT_EQ(copies.twice(kBytes), mode == Config::HostCopies::kTwice);
    copies.met(true);
    EXPECT_EQ(copies.twice(kBytes), mode == Config::HostCopies::kTwice);
  }
}

}  // namespace
}  // namespace penstock::proto
