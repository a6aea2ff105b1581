// Compares grids of processes with all possible grids.
#include "core/topology/dims.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>
#include <vector>

#include "base/clock.hpp"

namespace penstock::core {
namespace {

using Ints = std::vector<int>;

// Tries every factorisation of a number into so many factors, none larger than the one before, without any other bound.
class AllWays {
 public:
  AllWays(int number, std::size_t factors) : factors_(factors) {
    for (std::int64_t d = 1; d * d <= number; ++d) {
      if (number % d != 0) continue;
      divisors_.push_back(static_cast<int>(d));
      if (d * d != number) divisors_.push_back(static_cast<int>(number / d));
    }
    go(number, {});
  }
  // Returns the factors with the smallest sum; of several sets with that sum, the set with the largest
  // last factor, then the largest last but one.
  [[nodiscard]] const Ints& best() const { return best_; }

 private:
  void go(int left, Ints taken) {
    const int most = taken.empty() ? left : taken.back();
    taken.push_back(left);
    if (taken.size() == factors_) {
      if (left <= most && (best_.empty() || is_better(taken))) best_ = taken;
      return;
    }
    for (const int d : divisors_) {
      if (d > most || left % d != 0) continue;
      taken.back() = d;
      go(left / d, taken);
    }
  }
  [[nodiscard]] bool is_better(const Ints& taken) const {
    const auto sum = std::accumulate(taken.begin(), taken.end(), std::int64_t{0});
    const auto best = std::accumulate(best_.begin(), best_.end(), std::int64_t{0});
    return sum < best ||
           (sum == best && std::ranges::lexicographical_compare(best_ | std::views::reverse, taken | std::views::reverse));
  }

  std::size_t factors_;
  Ints divisors_;
  Ints best_;
};

Ints grid(int nodes, std::size_t ndims) {
  Ints dims(ndims);
  const Status status = balance(nodes, dims);
  EXPECT_TRUE(status.is_ok()) << status.message();
  return dims;
}

TEST(Dims, NoneIsMoreEven) {
  for (int nodes = 1; nodes <= 3000; ++nodes) {
    for (std::size_t ndims = 1; ndims <= 6; ++ndims) {
      ASSERT_EQ(grid(nodes, ndims), AllWays(nodes, ndims).best()) << nodes << " in " << ndims;
    }
  }
  EXPECT_EQ(grid(5616, 4), (Ints{13, 9, 8, 6}));
  EXPECT_EQ(grid(5040, 3), (Ints{21, 16, 15})) << "20, 18 and 14 have the same sum, and are thinner";
}

TEST(Dims, NoneIsMoreEvenOfLargeNumbersEither) {
  for (const int nodes : {1 << 30, 2147483647, 2147483646, 2095133040, 2147395600, 1102701600}) {
    for (const std::size_t ndims : {1, 2, 3}) {
      EXPECT_EQ(grid(nodes, ndims), AllWays(nodes, ndims).best()) << nodes << " in " << ndims;
    }
  }
}

// These numbers have the most divisors, and are tried with all numbers of dimensions: only a search of all factorisations, of
// which there are more than 10^9, would exceed the loose bound on time.
TEST(Dims, LargeNumbersAreQuick) {
  const std::uint64_t begun = base::now_ns();
  for (const int nodes : {2095133040, 1396755360, 1862340480, 2147472000, 2058376320}) {
    for (std::size_t ndims = 1; ndims <= 40; ++ndims) {
      const Ints dims = grid(nodes, ndims);
      EXPECT_EQ(std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>()), nodes);
      EXPECT_TRUE(std::ranges::is_sorted(dims, std::greater<>()));
    }
  }
  EXPECT_LT(base::now_ns() - begun, 60'000'000'000U);
  EXPECT_EQ(grid(6, 100000).front(), 3);
}

TEST(Dims, GivenOnesStay) {
  Ints dims = {0, 6, 0, 2, 0};
  EXPECT_TRUE(balance(5616 * 12, dims).is_ok());
  EXPECT_EQ(dims, (Ints{24, 6, 18, 2, 13}));
  Ints all = {3, 4};
  EXPECT_TRUE(balance(12, all).is_ok());
  EXPECT_EQ(all, (Ints{3, 4}));
}

TEST(Dims, WhatCannotBeIsRefused) {
  Ints not_all = {3, 4};
  EXPECT_EQ(balance(24, not_all).code(), Code::kDims);
  Ints no_divisor = {5, 0};
  EXPECT_EQ(balance(12, no_divisor).code(), Code::kDims);
  Ints negative = {-1, 0};
  EXPECT_EQ(balance(12, negative).code(), Code::kDims);
  Ints open = {0};
  EXPECT_EQ(balance(0, open).code(), Code::kArg);
}

}  // namespace
}  // namespace penstock::core
