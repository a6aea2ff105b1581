#include "core/comm/rank_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <set>

namespace penstock::core {
namespace {

constexpr int kMost = std::numeric_limits<int>::max();

void expect_found(const std::vector<int>& numbers) {
  const RankIndex index(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(index.find(numbers[i]), static_cast<int>(i));
  const std::set<int> members(numbers.begin(), numbers.end());
  for (const int other : {-1, 0, 1, 5, 4096, 1'000'000, kMost - 1, kMost}) {
    if (!members.contains(other)) EXPECT_EQ(index.find(other), RankIndex::kNone) << other;
  }
}

TEST(RankIndexTest, FindsMembersWhateverTheirNumbersAre) {
  expect_found({});
  expect_found({0});
  expect_found({kMost});
  expect_found({3, 4, 5, 6});
  expect_found({6, 5, 4, 3});
  expect_found({0, kMost, 1, kMost - 1});
  std::vector<int> strided;
  for (int i = 0; i < 1000; ++i) strided.push_back(i * 4096);
  expect_found(strided);
}

TEST(RankIndexTest, FindsMembersOfAnyOrder) {
  std::mt19937 random(29);
  for (int round = 0; round < 50; ++round) {
    std::set<int> chosen;
    while (static_cast<int>(chosen.size()) < 1 + round * 7) chosen.insert(static_cast<int>(random() >> (1 + round % 20)));
    std::vector<int> numbers(chosen.begin(), chosen.end());
    std::ranges::shuffle(numbers, random);
    expect_found(numbers);
  }
}

}  // namespace
}  // namespace penstock::core
