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

TEST(HostCopies, NotAmongCrowds) {
  HostCopies copies{Config()};
  copies.met(true);
  EXPECT_FALSE(copies.twice());
}

TEST(HostCopies, AsToldWhateverTheMachine) {
  for (const auto mode : {Config::HostCopies::kOnce, Config::HostCopies::kTwice}) {
    Config config;
    config.host_copies = mode;
    HostCopies copies(config);
    EXPECT_EQ(copies.twice(), mode == Config::HostCopies::kTwice);
    copies.met(true);
    EXPECT_EQ(copies.twice(), mode == Config::HostCopies::kTwice);
  }
}

TEST(HostCopies, MeasuresOnce) {
  HostCopies copies{Config()};
  const bool first = copies.twice();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(copies.twice(), first);
}

TEST(CopyRates, AreThoseOfAMachine) {
  const base::CopyRates rates = base::measure_copy_rates();
  EXPECT_GT(rates.own, 100) << "MB/s";
  EXPECT_LT(rates.own, 1e7);
  EXPECT_GE(rates.kernel, 0);
  EXPECT_LT(rates.kernel, 1e7);
}

}  // namespace
}  // namespace penstock::proto
