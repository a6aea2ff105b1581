#include "core/partitioned/tags.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>
#include <vector>

namespace penstock::core {
namespace {

TEST(PartitionTags, AreNegativeAndNobodyElses) {
  PartitionTags tags;
  std::minstd_rand random(7);
  std::vector<std::pair<int, int>> taken;
  std::set<int> used;
  for (int step = 0; step < 3000; ++step) {
    if (taken.empty() || random() % 3 != 0) {
      const int count = static_cast<int>(random() % 40);
      int first = 1;
      ASSERT_TRUE(tags.take(count, &first).is_ok());
      ASSERT_LT(static_cast<std::int64_t>(first) + count, -1000);
      for (int i = 0; i < count; ++i) ASSERT_TRUE(used.insert(first + i).second);
      taken.emplace_back(first, count);
      continue;
    }
    std::swap(taken[random() % taken.size()], taken.back());
    const auto [first, count] = taken.back();
    taken.pop_back();
    for (int i = 0; i < count; ++i) used.erase(first + i);
    tags.give(first, count);
  }
  for (const auto& [first, count] : taken) tags.give(first, count);
  int again = 0;
  ASSERT_TRUE(tags.take(2'000'000'000, &again).is_ok());  // tags that were returned form one range again
}

TEST(PartitionTags, EndAtSomePoint) {
  PartitionTags tags;
  int first = 0, second = 0;
  ASSERT_TRUE(tags.take(2'000'000'000, &first).is_ok());
  EXPECT_EQ(tags.take(200'000'000, &second).code(), Code::kNoMemory);
  tags.give(first, 2'000'000'000);
  EXPECT_TRUE(tags.take(2'000'000'000, &second).is_ok());
}

}  // namespace
}  // namespace penstock::core
