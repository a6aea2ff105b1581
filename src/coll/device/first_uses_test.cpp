// When allocations are worth mapping.
#include "coll/device/first_uses.hpp"

#include <gtest/gtest.h>

namespace penstock::coll {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

class FirstUsesTest : public testing::Test {
 protected:
  FirstUsesTest() { config_.map_after_us = 200; }

  Config config_;
};

// How often an allocation is used before it is mapped.
int uses_before(FirstUses& uses, std::uint64_t buffer_id, std::uint64_t bytes) {
  int count = 0;
  while (count < 1000 && !uses.worth_mapping(buffer_id, bytes, FirstUses::kWorkspace)) ++count;
  return count;
}

TEST_F(FirstUsesTest, LongDataAreMappedAfterFewUses) {
  FirstUses uses(config_);
  const int of_short = uses_before(uses, 1, 8);
  const int of_long = uses_before(uses, 2, 16 * kMiB);
  const int of_longest = uses_before(uses, 3, FirstUses::kWorkspace.most);
  EXPECT_LT(of_short, 20);
  EXPECT_LT(of_long, of_short);
  EXPECT_LT(of_longest, of_long);
  EXPECT_GE(of_longest, 1);
  EXPECT_EQ(uses_before(uses, 4, FirstUses::kWorkspace.most + 1), 0);
}

TEST_F(FirstUsesTest, WhatWasWorthItStaysSo) {
  FirstUses uses(config_);
  EXPECT_GT(uses_before(uses, 1, kMiB), 0);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(uses.worth_mapping(1, kMiB, FirstUses::kWorkspace));
}

TEST_F(FirstUsesTest, EachAllocationHasItsOwn) {
  FirstUses uses(config_);
  const int alone = uses_before(uses, 1, kMiB);
  for (std::uint64_t id = 2; id < 400; ++id) EXPECT_FALSE(uses.worth_mapping(id, kMiB, FirstUses::kWorkspace)) << id;
  EXPECT_EQ(uses_before(uses, 2, kMiB), alone - 1);
  EXPECT_TRUE(uses.worth_mapping(1, kMiB, FirstUses::kWorkspace));
}

// A program that allocates anew for each call has other names each time.
TEST_F(FirstUsesTest, NewAllocationsAreNeverWorthIt) {
  FirstUses uses(config_);
  for (std::uint64_t id = 1; id < 10000; ++id)
    ASSERT_FALSE(uses.worth_mapping(id, FirstUses::kWorkspace.most, FirstUses::kWorkspace)) << id;
}

// Memory is bounded, so that one may be forgotten for another: it starts anew, and is never thought of as worth it.
TEST_F(FirstUsesTest, WhoSharesAPlaceStartsAnew) {
  FirstUses uses(config_);
  EXPECT_GT(uses_before(uses, 7, kMiB), 0);
  for (std::uint64_t id = 8; id < 8 + 4096; ++id) EXPECT_FALSE(uses.worth_mapping(id, kMiB, FirstUses::kWorkspace));
  EXPECT_FALSE(uses.worth_mapping(7, kMiB, FirstUses::kWorkspace));
}

TEST_F(FirstUsesTest, MappingsWithoutCostAreMadeAtOnce) {
  config_.map_after_us = 0;
  FirstUses uses(config_);
  EXPECT_TRUE(uses.worth_mapping(1, 1, FirstUses::kWorkspace));
}

}  // namespace
}  // namespace penstock::coll
