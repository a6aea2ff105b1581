// What of a rank's data others touch, of each collective.
#include "coll/device/touched.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/reduce/reduce.hpp"

namespace penstock::coll {
namespace {

using enum Collective;
using Ranges = std::vector<Range>;

constexpr int kRanks = 4;
constexpr int kRoot = 2;
constexpr std::uint64_t kPart = 1 << 20;  // bytes of each rank's part, or of an operand

class TouchedTest : public testing::Test {
 protected:
  Touched of(Collective collective, int rank, int ranks = kRanks) {
    const bool whole = reduces(collective) && collective != kReduceScatterBlock;
    const auto parts = static_cast<std::uint64_t>(collective == kReduceScatterBlock ? ranks : 1);
    const Query query{.collective = collective, .ranks = ranks, .bytes = kPart * parts, .elements = kPart * parts / 4};
    Team team;
    team.rank = rank;
    team.size = ranks;
    Arguments arguments;
    arguments.root = kRoot % ranks;
    const proto::Layout& layout = reduces(collective) ? float_ : byte_;
    arguments.send = {send_, reduces(collective) ? kPart / 4 : kPart, &layout};
    arguments.recv = {recv_, whole ? kPart / 4 : arguments.send.count, &layout};
    arguments.reduction.kernel = base::find_kernel(base::Simd::kNone, base::Operation::kSum, base::Element::kFloat);
    return touched_by_others(query, team, arguments);
  }

  const proto::Layout byte_ = proto::Layout::bytes(1);
  const proto::Layout float_ = proto::Layout::bytes(4);
  std::byte send_[1];
  std::byte recv_[1];
};

Ranges all_but(std::uint64_t first, std::uint64_t bytes, std::uint64_t total) {
  Ranges ranges;
  if (first != 0) ranges.push_back({0, first});
  if (first + bytes != total) ranges.push_back({first + bytes, total - first - bytes});
  return ranges;
}

TEST_F(TouchedTest, AReductionForAllLeavesTheOwnShareAlone) {
  for (const Collective collective : {kAllreduce, kScan}) {
    for (int rank = 0; rank < kRanks; ++rank) {
      const Touched touched = of(collective, rank);
      const Ranges others = all_but(kPart / kRanks * static_cast<std::uint64_t>(rank), kPart / kRanks, kPart);
      EXPECT_EQ(touched.read, others);
      EXPECT_EQ(touched.written, others);
    }
  }
  EXPECT_EQ(of(kExscan, 0).written, Ranges{});
}

TEST_F(TouchedTest, AReductionForTheRootIsDoneByTheOthers) {
  EXPECT_EQ(of(kReduce, kRoot).read, (Ranges{{0, kPart}}));
  EXPECT_EQ(of(kReduce, kRoot).written, (Ranges{{0, kPart}}));
  std::uint64_t left = 0;
  for (const Range& range : of(kReduce, 0).read) left += range.bytes;
  EXPECT_GT(left, kPart / 2);
  EXPECT_LT(left, kPart);
  EXPECT_EQ(of(kReduce, 0).written, Ranges{});
  EXPECT_EQ(of(kReduce, 1, 2).read, (Ranges{{0, kPart}}));  // of two the root does all
  EXPECT_EQ(of(kReduce, 0, 2).read, Ranges{});
}

TEST_F(TouchedTest, APartOfAReductionIsItsOwnersAlone) {
  for (int rank = 0; rank < kRanks; ++rank) {
    const Touched touched = of(kReduceScatterBlock, rank);
    EXPECT_EQ(touched.read, all_but(kPart * static_cast<std::uint64_t>(rank), kPart, kPart * kRanks));
    EXPECT_EQ(touched.written, Ranges{});
  }
}

TEST_F(TouchedTest, WhoWritesItsPartIsNotReadByOthers) {
  for (const Collective collective : {kGather, kScatter, kAllgather, kAlltoall}) {
    for (int rank = 0; rank < kRanks; ++rank) EXPECT_EQ(of(collective, rank).read, Ranges{});
  }
  const Ranges parts = all_but(kPart * kRoot, kPart, kPart * kRanks);
  for (const Collective collective : {kGather, kAllgather, kAlltoall}) EXPECT_EQ(of(collective, kRoot).written, parts);
  EXPECT_EQ(of(kGather, 0).written, Ranges{});
  EXPECT_EQ(of(kScatter, kRoot).written, Ranges{});
  EXPECT_EQ(of(kScatter, 0).written, (Ranges{{0, kPart}}));
}

TEST_F(TouchedTest, ABroadcastIsReadBySharesAndWritten) {
  EXPECT_EQ(of(kBcast, kRoot).read, (Ranges{{0, kPart}}));
  std::uint64_t written = 0;
  for (const Range& range : of(kBcast, 0).written) written += range.bytes;
  EXPECT_GT(written, kPart / 2);
  EXPECT_LT(written, kPart);
  EXPECT_EQ(of(kBcast, 0, 2).read, Ranges{});
  EXPECT_EQ(of(kBcast, 1, 2).written, (Ranges{{0, kPart}}));
}

TEST_F(TouchedTest, SidesAreOwnWhereNobodyElseTouchesThem) {
  const Touched touched = of(kGatherv, 0);
  EXPECT_EQ(touched.read, (Ranges{{0, kPart}}));
  EXPECT_EQ(of(kGatherv, kRoot).read, Ranges{});
  EXPECT_EQ(of(kAllgatherv, kRoot).read, (Ranges{{0, kPart}}));
  EXPECT_EQ(of(kScatterv, 0).written, (Ranges{{0, kPart}}));
  EXPECT_EQ(of(kScatterv, kRoot).written, Ranges{});
}

}  // namespace
}  // namespace penstock::coll
