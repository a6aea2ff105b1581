// Rows of tuning tables in front of the compiled-in ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "coll/select/select.hpp"

namespace penstock::coll {
namespace {

using testing::HasSubstr;

Selection selection_of(const std::vector<base::CollRow>& tuned) {
  Selection made;
  const Status status = Selection::create(tuned, &made);
  EXPECT_TRUE(status.is_ok()) << status.message();
  return made;
}

TEST(Selection, WithoutTablesIsTheCompiledInOne) {
  const Selection plain;
  EXPECT_EQ(plain.digest(), 0U);
  for (const std::uint64_t bytes : {8U, 65536U, 8U << 20U}) {
    const Query query{.collective = Collective::kBcast, .ranks = 8, .bytes = bytes};
    EXPECT_EQ(&plain.select(query), &select(query));
  }
}

TEST(Selection, TablesRowsAreTriedFirstInTheirOrder) {
  const Selection tuned =
      selection_of({{.collective = "bcast", .algorithm = "pipeline", .max_ranks = 4, .max_bytes = 100, .origin = "T:1"},
                    {.collective = "bcast", .algorithm = "binomial", .max_bytes = 1000, .origin = "T:2"},
                    {.collective = "bcast", .algorithm = "pipeline", .origin = "T:3"}});
  EXPECT_EQ(tuned.select({.collective = Collective::kBcast, .ranks = 4, .bytes = 100}).origin, "T:1");
  EXPECT_EQ(tuned.select({.collective = Collective::kBcast, .ranks = 5, .bytes = 100}).origin, "T:2");
  EXPECT_EQ(tuned.select({.collective = Collective::kBcast, .ranks = 4, .bytes = 1001}).algorithm, "pipeline");
  EXPECT_EQ(tuned.select({.collective = Collective::kBarrier, .ranks = 4}).origin, "compiled in");
  EXPECT_EQ(tuned.select({.collective = Collective::kBcast, .ranks = 4, .bytes = 8, .inter = true}).algorithm, "leader");
}

TEST(Selection, NoTableSelectsWhatWouldBeWrong) {
  const Selection tuned = selection_of({{.collective = "allreduce", .algorithm = "ring", .origin = "T:1"},
                                        {.collective = "reduce", .algorithm = "binomial", .origin = "T:2"}});
  Query query{.collective = Collective::kAllreduce, .ranks = 8, .bytes = 64, .elements = 8};
  EXPECT_EQ(tuned.select(query).algorithm, "ring");
  query.elements = 7;
  EXPECT_NE(tuned.select(query).algorithm, "ring");
  query = {.collective = Collective::kReduce, .ranks = 8, .bytes = 64, .commutative = false};
  EXPECT_EQ(tuned.select(query).algorithm, "ordered");
}

TEST(Selection, CrowdedAndUncrowded) {
  const Selection tuned = selection_of({{.collective = "barrier", .algorithm = "tree", .crowded = true, .origin = "T:1"},
                                        {.collective = "barrier", .algorithm = "star", .roomy = true, .origin = "T:2"}});
  EXPECT_EQ(tuned.select({.collective = Collective::kBarrier, .ranks = 4, .crowded = true}).origin, "T:1");
  EXPECT_EQ(tuned.select({.collective = Collective::kBarrier, .ranks = 4}).origin, "T:2");
}

TEST(Selection, UnknownNamesAreRefusedByOrigin) {
  Selection made;
  Status status = Selection::create({{{.collective = "bcats", .algorithm = "binomial", .origin = "T:7"}}}, &made);
  EXPECT_EQ(status.code(), Code::kConfig);
  EXPECT_THAT(std::string(status.message()), HasSubstr("T:7: there is no collective 'bcats'; there are barrier, bcast"));
  status = Selection::create({{{.collective = "bcast", .algorithm = "ring", .origin = "T:8"}}}, &made);
  EXPECT_THAT(std::string(status.message()), HasSubstr("T:8: bcast has no algorithm 'ring'; there are board, binomial, pipeline"));
  status = Selection::create({{{.collective = "bcast", .algorithm = "leader", .origin = "T:9"}}}, &made);
  EXPECT_FALSE(status.is_ok()) << "of inter-communicators alone";
}

TEST(Selection, DigestTellsRowsNotFiles) {
  const std::vector<base::CollRow> one = {{.collective = "bcast", .algorithm = "binomial", .origin = "A:1"}};
  std::vector<base::CollRow> other = one;
  other[0].origin = "B:9";
  EXPECT_EQ(selection_of(one).digest(), selection_of(other).digest());
  other[0].max_bytes = 4;
  EXPECT_NE(selection_of(one).digest(), selection_of(other).digest());
  other = one;
  other[0].roomy = true;
  EXPECT_NE(selection_of(one).digest(), selection_of(other).digest());
}

// A table's row takes its needs from the first row of that algorithm.
TEST(Rows, OfOneAlgorithmNeedTheSame) {
  std::map<std::string, const Row*> seen;
  for (const Row& row : rows()) {
    if (row.inter) continue;
    const auto [first, fresh] =
        seen.emplace(std::string(collective_name(row.collective)) + " " + std::string(row.algorithm), &row);
    EXPECT_EQ(row.build, first->second->build) << first->first;
    EXPECT_EQ(row.needs_commutative, first->second->needs_commutative) << first->first;
    EXPECT_EQ(row.needs_elements, first->second->needs_elements) << first->first;
  }
}

}  // namespace
}  // namespace penstock::coll
