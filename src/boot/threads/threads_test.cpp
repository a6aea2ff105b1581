// The tests run a job of threads and a job of one.
#include "boot/threads/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "boot/single/single.hpp"

namespace penstock::boot {
namespace {

std::vector<std::byte> bytes_of(int rank, int round) {
  return {static_cast<std::byte>(rank), static_cast<std::byte>(round), std::byte{42}};
}

TEST(ThreadJob, EveryRankSeesWhatOthersPublishedBeforeTheFence) {
  constexpr int kRanks = 8;
  constexpr int kRounds = 50;
  auto ranks = make_thread_job(kRanks);
  std::atomic<int> checked{0};
  std::vector<std::thread> threads;
  for (auto& boot : ranks) {
    threads.emplace_back([&boot, &checked] {
      for (int round = 0; round < kRounds; ++round) {
        ASSERT_TRUE(boot->put("value", bytes_of(boot->rank(), round)).is_ok());
        ASSERT_TRUE(boot->fence().is_ok());
        for (int rank = 0; rank < boot->size(); ++rank) {
          std::vector<std::byte> value;
          ASSERT_TRUE(boot->get(rank, "value", &value).is_ok());
          EXPECT_EQ(value, bytes_of(rank, round));
          ++checked;
        }
        ASSERT_TRUE(boot->fence().is_ok());
      }
      ASSERT_TRUE(boot->finalize().is_ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(checked.load(), kRanks * kRanks * kRounds);
}

TEST(ThreadJob, ValuesAreInvisibleBeforeTheFence) {
  auto ranks = make_thread_job(1);
  ASSERT_TRUE(ranks[0]->put("value", bytes_of(0, 0)).is_ok());
  std::vector<std::byte> value;
  EXPECT_EQ(ranks[0]->get(0, "value", &value).code(), Code::kProtocol);
  ASSERT_TRUE(ranks[0]->fence().is_ok());
  EXPECT_TRUE(ranks[0]->get(0, "value", &value).is_ok());
  EXPECT_EQ(ranks[0]->get(1, "value", &value).code(), Code::kProtocol);
}

TEST(ThreadJob, JobsAreApart) {
  auto first = make_thread_job(2);
  auto second = make_thread_job(2);
  EXPECT_EQ(first[0]->job_id(), first[1]->job_id());
  EXPECT_NE(first[0]->job_id(), second[0]->job_id());
  JobKey a{};
  JobKey b{};
  JobKey c{};
  ASSERT_TRUE(first[0]->job_key(&a).is_ok() && first[1]->job_key(&b).is_ok() && second[0]->job_key(&c).is_ok());
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
}

TEST(ThreadJob, AbortIsHeardOnce) {
  int calls = 0;
  std::string reason;
  auto ranks = make_thread_job(2, [&](int exit_code, std::string_view why) {
    ++calls;
    reason = fmt::format("{} {}", exit_code, why);
  });
  ranks[1]->abort(3, "enough");
  ranks[0]->abort(4, "me too");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(reason, "3 enough");
}

TEST(Single, IsAWholeJob) {
  Log log;
  std::unique_ptr<Boot> boot;
  std::unique_ptr<Boot> other;
  ASSERT_TRUE(make_single(log, &boot).is_ok());
  ASSERT_TRUE(make_single(log, &other).is_ok());
  EXPECT_EQ(boot->size(), 1);
  EXPECT_NE(boot->job_id(), other->job_id());
  std::vector<std::byte> value;
  ASSERT_TRUE(boot->put("a", bytes_of(0, 1)).is_ok());
  EXPECT_FALSE(boot->get(0, "a", &value).is_ok());
  ASSERT_TRUE(boot->fence().is_ok());
  ASSERT_TRUE(boot->get(0, "a", &value).is_ok());
  EXPECT_EQ(value, bytes_of(0, 1));
  EXPECT_TRUE(boot->finalize().is_ok());
}

TEST(SingleDeathTest, AbortSaysWhyAndExits) {
  Log log;
  std::unique_ptr<Boot> boot;
  ASSERT_TRUE(make_single(log, &boot).is_ok());
  EXPECT_EXIT(boot->abort(9, "no reason"), testing::ExitedWithCode(9), "aborting: no reason");
}

}  // namespace
}  // namespace penstock::boot
