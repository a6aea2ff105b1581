#include "proto/p2p/host_copies.hpp"

#include <cfenv>

#include <gtest/gtest.h>

namespace penstock::proto {
namespace {

void wait_once(HostCopies* copies) {
  copies->begin_wait();
  copies->end_wait();
}

// Makes the clock show that the program was away for a long time.
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

void pause(std::uint64_t ns) {
  const std::uint64_t end = base::now_ns() + ns;
  while (base::now_ns() < end) {
  }
}

// Receives one message that takes a given time by each method; tells if it was copied twice.
bool receive(HostCopies* copies, std::uint64_t once_ns, std::uint64_t twice_ns, std::uint64_t bytes = kBytes) {
  const bool twice = copies->twice(bytes, false);
  if (!twice) {
    copies->read(bytes, false, once_ns);
    return false;
  }
  copies->begin_receive(true, bytes);
  pause(twice_ns);
  copies->end_receive(bytes, true);
  return true;
}

// Receives a window of messages, each of which takes a given time; returns how many were copied twice.
int receive_window(HostCopies* copies, std::uint64_t once_ns, std::uint64_t twice_ns, bool read_at_once = true) {
  constexpr int kMessages = 8;
  int begun = 0;
  int twice = 0;
  for (int i = 0; i < kMessages; ++i) {
    const bool both = copies->twice(kBytes, i + 1 < kMessages);
    if (!both && read_at_once) {
      copies->read(kBytes, i + 1 < kMessages, once_ns);
      continue;
    }
    copies->begin_receive(both, kBytes);
    ++begun;
    twice += both ? 1 : 0;
    pause(both ? twice_ns : once_ns);
  }
  for (int i = 0; i < begun; ++i) copies->end_receive(kBytes, true);
  return twice;
}

constexpr std::uint64_t kQuickNs = 5'000;
constexpr std::uint64_t kSlowNs = 50'000;

TEST(HostCopies, TheQuickerWayStays) {
  for (const bool quick : {false, true}) {
    HostCopies copies{Config()};
    int tried = 0;
    for (int i = 0; i < 40; ++i) tried += receive(&copies, kQuickNs * 4, quick ? kQuickNs : kSlowNs) ? 1 : 0;
    EXPECT_GT(tried, 1) << "each way is tried";
    for (int i = 0; i < 40; ++i) ASSERT_EQ(receive(&copies, kQuickNs, kQuickNs), quick);
  }
}

// The first message is slow with either method, since its memory was never touched.
TEST(HostCopies, NothingOverflows) {
  std::feclearexcept(FE_ALL_EXCEPT);
  HostCopies copies{Config()};
  for (int i = 0; i < 20; ++i) {
    copies.begin_receive(copies.twice(1 << 20, false), 1 << 20);
    copies.end_receive(1 << 20, true);
  }
  EXPECT_EQ(std::fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW), 0) << "a program that traps these would end here";
}

TEST(HostCopies, FirstMessagesDecideNothing) {
  for (const bool quick : {false, true}) {
    HostCopies copies{Config()};
    for (int i = 0; i < 40; ++i) {
      const std::uint64_t more = i < 2 ? 10 * kSlowNs : 0;
      receive(&copies, more + (quick ? 2 * kSlowNs : kSlowNs), more + (quick ? kQuickNs : 2 * kSlowNs));
    }
    EXPECT_EQ(copies.twice(kBytes, false), quick);
  }
}

TEST(HostCopies, MessagesThatNobodyAttendsDecideNothing) {
  HostCopies copies{Config()};
  copies.once_anyway();
  for (int i = 0; i < 40; ++i) {
    EXPECT_FALSE(copies.times_reads(kBytes, false));
    copies.begin_receive(false, kBytes);
    copies.end_receive(kBytes, true);
  }
  for (int i = 0; i < 40; ++i) receive(&copies, kSlowNs, kQuickNs);
  EXPECT_TRUE(copies.twice(kBytes, false));
}

TEST(HostCopies, WhatIsQuickerForHalfTheSizeComesFirst) {
  for (const bool quick : {false, true}) {
    HostCopies copies{Config()};
    for (int i = 0; i < 40; ++i) receive(&copies, quick ? kSlowNs : kQuickNs, quick ? kQuickNs : kSlowNs);
    EXPECT_EQ(receive(&copies, kSlowNs, kSlowNs, 2 * kBytes), quick);
    for (int i = 0; i < 40; ++i) receive(&copies, quick ? kQuickNs : kSlowNs, quick ? kSlowNs : kQuickNs, 2 * kBytes);
    EXPECT_EQ(copies.twice(2 * kBytes, false), !quick) << "the other way is tried too";
  }
}

TEST(HostCopies, TwoCopiesHaveToBeWorthIt) {
  HostCopies copies{Config()};
  for (int i = 0; i < 40; ++i) receive(&copies, 10 * kSlowNs, 10 * kSlowNs - kQuickNs);
  EXPECT_FALSE(copies.twice(kBytes, false));
}

TEST(HostCopies, SizesAreApart) {
  HostCopies copies{Config()};
  for (int i = 0; i < 40; ++i) receive(&copies, kSlowNs, kQuickNs, 16 << 10);
  for (int i = 0; i < 40; ++i) receive(&copies, kQuickNs, kSlowNs, 16 << 20);
  EXPECT_TRUE(copies.twice(16 << 10, false));
  EXPECT_FALSE(copies.twice(16 << 20, false));
}

TEST(HostCopies, EverySizeHasAPlace) {
  for (unsigned shift = 0; shift < 64; ++shift) {
    HostCopies copies{Config()};
    EXPECT_FALSE(copies.twice(std::uint64_t{1} << shift, false)) << "one copy is tried first";
  }
}

TEST(HostCopies, OneThatWasSlowOnceIsNotJudgedByThat) {
  HostCopies copies{Config()};
  for (int i = 0; i < 40; ++i) receive(&copies, kSlowNs, i == 8 ? 1'000'000 : kQuickNs);
  EXPECT_TRUE(copies.twice(kBytes, false));
}

TEST(HostCopies, AWindowIsJudgedByWhatItTakesInAll) {
  for (const bool read_at_once : {true, false}) {
    for (const bool quick : {false, true}) {
      HostCopies copies{Config()};
      int tried = 0;
      for (int i = 0; i < 30; ++i) {
        tried += receive_window(&copies, quick ? kSlowNs : kQuickNs, quick ? kQuickNs : kSlowNs, read_at_once);
      }
      EXPECT_GT(tried, 6) << "both ways are tried";
      EXPECT_EQ(copies.twice(kBytes, true), quick) << (read_at_once ? "read at once" : "in turns");
    }
  }
}

TEST(HostCopies, FewWindowsAreTriedTheSlowWay) {
  for (const bool quick : {false, true}) {
    HostCopies copies{Config()};
    int twice = 0;
    for (int i = 0; i < 10; ++i)
      twice += receive_window(&copies, quick ? kSlowNs : kQuickNs, quick ? kQuickNs : kSlowNs, false) != 0;
    EXPECT_GE(quick ? 10 - twice : twice, 1);
    EXPECT_LE(quick ? 10 - twice : twice, 3);
  }
}

TEST(HostCopies, MessagesAloneAreJudgedApartFromWindows) {
  HostCopies copies{Config()};
  for (int i = 0; i < 30; ++i) receive_window(&copies, kSlowNs, kQuickNs);
  for (int i = 0; i < 40; ++i) receive(&copies, kQuickNs, kSlowNs);
  EXPECT_TRUE(copies.twice(kBytes, true));
  EXPECT_FALSE(copies.twice(kBytes, false));
}

TEST(HostCopies, WhatIsAlwaysExpectedAmongOthersAndComesAloneGoesAsThose) {
  HostCopies copies{Config()};
  for (int i = 0; i < 1000; ++i) {
    const bool twice = copies.twice(kBytes, true);
    if (!twice) {
      copies.read(kBytes, true, kSlowNs);
      copies.read(kBytes, false, kSlowNs);
      continue;
    }
    copies.begin_receive(true, kBytes);
    pause(1'000);
    copies.end_receive(kBytes, true);
  }
  EXPECT_TRUE(copies.twice(kBytes, true));
}

TEST(HostCopies, AStreamThatNeverEndsIsJudgedToo) {
  HostCopies copies{Config()};
  copies.begin_receive(copies.twice(kBytes, true), kBytes);
  for (int i = 0; i < 2000; ++i) {
    const bool twice = copies.twice(kBytes, true);
    copies.begin_receive(twice, kBytes);
    pause(twice ? 500 : 5'000);
    copies.end_receive(kBytes, true);
  }
  EXPECT_TRUE(copies.twice(kBytes, true));
}

TEST(HostCopies, FailuresSayNothing) {
  HostCopies copies{Config()};
  for (int i = 0; i < 6; ++i) copies.read(kBytes, false, kSlowNs);
  for (int i = 0; i < 6; ++i) {
    EXPECT_TRUE(copies.twice(kBytes, false));
    copies.begin_receive(true, kBytes);
    copies.end_receive(kBytes, false);
  }
  EXPECT_TRUE(copies.twice(kBytes, false)) << "two copies were not timed yet";
  for (int i = 0; i < 6; ++i) receive(&copies, kSlowNs, 2 * kSlowNs);
  EXPECT_FALSE(copies.twice(kBytes, false));
}

TEST(HostCopies, NotAmongCrowds) {
  HostCopies copies{Config()};
  copies.met(true);
  for (int i = 0; i < 40; ++i) ASSERT_FALSE(receive(&copies, kSlowNs, kQuickNs));
}

TEST(HostCopies, AsToldWhateverTheMachine) {
  for (const auto mode : {Config::HostCopies::kOnce, Config::HostCopies::kTwice}) {
    Config config;
    config.host_copies = mode;
    HostCopies copies(config);
    EXPECT_EQ(copies.twice(kBytes, false), mode == Config::HostCopies::kTwice);
    copies.met(true);
    EXPECT_EQ(copies.twice(kBytes, true), mode == Config::HostCopies::kTwice);
  }
}

}  // namespace
}  // namespace penstock::proto
