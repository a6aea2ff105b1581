// Tests rows of tuning tables in front of the compiled-in ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "coll/select/gpu_choice.hpp"
#include "coll/select/preference.hpp"
#include "coll/select/select.hpp"
#include "coll/select/why.hpp"

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
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("T:8: bcast has no algorithm 'ring'; there are shm, binomial, hierarchical, knomial8, pipeline"));
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

Status parse(std::string_view text, Preference* out, const Collective* only = nullptr) {
  return Preference::parse(text, "here", Code::kInfoValue, only, out);
}

TEST(Preference, NamesAlgorithmsUpToSizes) {
  Preference named;
  const Status status = parse(" bcast = binomial:1K , bcast=pipeline,, allreduce=ring", &named);
  ASSERT_TRUE(status.is_ok()) << status.message();
  Query query{.collective = Collective::kBcast, .ranks = 4, .bytes = 1024};
  EXPECT_EQ(named.select(query)->algorithm, "binomial");
  query.bytes = 1025;
  EXPECT_EQ(named.select(query)->algorithm, "pipeline");
  EXPECT_EQ(named.select(query)->origin, "here");
  query.collective = Collective::kBarrier;
  EXPECT_EQ(named.select(query), nullptr);
}

// The requirements of an algorithm remain in force.
TEST(Preference, LeavesToOthersWhatItCannotTake) {
  Preference named;
  ASSERT_TRUE(parse("allreduce=ring, bcast=scatter_doubling, reduce=hierarchical", &named).is_ok());
  Query query{.collective = Collective::kAllreduce, .ranks = 8, .bytes = 56, .elements = 7};
  EXPECT_EQ(named.select(query), nullptr);
  query.elements = 8;
  EXPECT_NE(named.select(query), nullptr);
  query.commutative = false;
  EXPECT_EQ(named.select(query), nullptr);
  EXPECT_EQ(named.select({.collective = Collective::kBcast, .ranks = 6, .bytes = 8}), nullptr);
  EXPECT_NE(named.select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8}), nullptr);
  EXPECT_EQ(named.select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8, .inter = true}), nullptr);
  query = {.collective = Collective::kReduce, .ranks = 8, .bytes = 8, .commutative = false, .nodes = true};
  EXPECT_NE(named.select(query), nullptr);
  query.nodes_in_order = false;
  EXPECT_EQ(named.select(query), nullptr);
}

// The text is in the form of the info of MPI_Allreduce_init.
TEST(Preference, OfOneCall) {
  const Collective only = Collective::kAllreduce;
  Preference named;
  ASSERT_TRUE(parse("ring:64K", &named, &only).is_ok());
  EXPECT_EQ(named.select({.collective = only, .ranks = 4, .bytes = 64, .elements = 8})->algorithm, "ring");
  ASSERT_TRUE(parse("bcast=binomial, allreduce=tree", &named, &only).is_ok());
  ASSERT_EQ(named.rows().size(), 1U);
  EXPECT_EQ(named.rows().front().algorithm, "tree");
}

TEST(Preference, SaysWhatThereIs) {
  Preference named;
  for (const auto& [text, said] : {std::pair{"bcats=ring", "here: there is no collective 'bcats'; there are barrier, bcast"},
                                   {"bcast=ring", "here: bcast has no algorithm 'ring'; there are shm, binomial, hierarchical"},
                                   {"bcast", "'bcast' is not COLLECTIVE=ALGORITHM"},
                                   {"bcast=", "'bcast=' is not COLLECTIVE=ALGORITHM"},
                                   {"bcast=leader", "bcast has no algorithm 'leader'"},
                                   {"bcast=binomial:", "'' is no number of bytes in 'bcast=binomial:'"},
                                   {"bcast=binomial:64X", "'64X' is no number of bytes"}}) {
    const Status status = parse(text, &named);
    EXPECT_EQ(status.code(), Code::kInfoValue) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr(said));
  }
}

TEST(Selection, TheTunableIsTriedBeforeTables) {
  const std::vector<base::CollRow> tuned = {{.collective = "bcast", .algorithm = "pipeline", .origin = "T:1"}};
  Selection made;
  ASSERT_TRUE(Selection::create(tuned, "bcast=knomial4:1K", &made).is_ok());
  EXPECT_EQ(made.named(), 1U);
  EXPECT_EQ(made.select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8}).algorithm, "knomial4");
  EXPECT_EQ(made.select({.collective = Collective::kBcast, .ranks = 8, .bytes = 2048}).origin, "T:1");
  EXPECT_NE(made.digest(), selection_of(tuned).digest());
  const Status status = Selection::create(tuned, "bcast=knomial5", &made);
  EXPECT_EQ(status.code(), Code::kConfig);
  EXPECT_THAT(std::string(status.message()), HasSubstr("PENSTOCK_COLL_ALGORITHM: bcast has no algorithm 'knomial5'"));
}

Query on_gpus(Collective collective, std::uint64_t given) {
  return {.collective = collective,
          .ranks = 2,
          .bytes = given,
          .gpus = {.asked = true, .given = given, .one_shot = given <= 1 << 20, .pipeline = true}};
}

// Members decide in this way with the compiled-in rows.
TEST(GpuRows, AsTheyAreCompiledIn) {
  struct Wanted {
    std::uint64_t given;
    bool asks;
    Strategy otherwise;
  };
  for (const Wanted& wanted : {Wanted{8, false, Strategy::kOneShot}, Wanted{64 << 10, false, Strategy::kOneShot},
                               Wanted{(64 << 10) + 1, true, Strategy::kOneShot}, Wanted{1 << 20, true, Strategy::kOneShot},
                               Wanted{(1 << 20) + 1, true, Strategy::kPipeline}}) {
    const GpuChoice choice = choose_for_gpus(on_gpus(Collective::kAllreduce, wanted.given), nullptr, nullptr);
    EXPECT_EQ(choice.mapped != nullptr, wanted.asks) << wanted.given;
    EXPECT_EQ(choice.row->strategy, wanted.otherwise) << wanted.given;
  }
  Query query = on_gpus(Collective::kBcast, 4 << 20);
  query.gpus.as_they_lie = false;
  EXPECT_EQ(choose_for_gpus(query, nullptr, nullptr).row->strategy, Strategy::kWorkspace);
  query.gpus.mapped = OfGpus::Mapped::kYes;
  EXPECT_EQ(choose_for_gpus(query, nullptr, nullptr).row->strategy, Strategy::kDirect);
  const GpuChoice choice = choose_for_gpus(on_gpus(Collective::kAlltoallw, 8), nullptr, nullptr);
  EXPECT_EQ(choice.mapped->strategy, Strategy::kDirect);
  EXPECT_EQ(choice.row->strategy, Strategy::kWorkspace);
}

TEST(GpuRows, OfTablesAndNames) {
  const Selection tuned = selection_of(
      {{.gpu = true, .collective = "bcast", .algorithm = "message", .max_ranks = 2, .max_given = 4096, .origin = "T:1"},
       {.gpu = true, .collective = "bcast", .algorithm = "nccl", .origin = "T:2"}});
  EXPECT_FALSE(tuned.any_for_steps());
  EXPECT_EQ(choose_for_gpus(on_gpus(Collective::kBcast, 4096), nullptr, &tuned).row->strategy, Strategy::kMessage);
  Query query = on_gpus(Collective::kBcast, 1 << 20);
  EXPECT_EQ(choose_for_gpus(query, nullptr, &tuned).row->origin, "compiled in") << "there is no NCCL";
  query.gpus.nccl = true;
  EXPECT_EQ(choose_for_gpus(query, nullptr, &tuned).row->origin, "T:2");
  query.in_order = true;
  EXPECT_EQ(choose_for_gpus(query, nullptr, &tuned).row->origin, "compiled in") << "NCCL's order is its own";
  EXPECT_EQ(tuned.select({.collective = Collective::kBcast, .ranks = 2, .bytes = 8}).origin, "compiled in");

  Preference named;
  ASSERT_TRUE(Preference::parse("gpu bcast=pipeline:2M, bcast=pipeline", "here", Code::kInfoValue, nullptr, &named).is_ok());
  EXPECT_EQ(choose_for_gpus(on_gpus(Collective::kBcast, 8), &named, &tuned).row->strategy, Strategy::kPipeline);
  EXPECT_EQ(named.select({.collective = Collective::kBcast, .ranks = 2, .bytes = 8})->algorithm, "pipeline");
  const Collective only = Collective::kBcast;
  ASSERT_TRUE(Preference::parse("gpu workspace", "here", Code::kInfoValue, &only, &named).is_ok());
  EXPECT_EQ(choose_for_gpus(on_gpus(only, 8), &named, &tuned).row->strategy, Strategy::kWorkspace);
}

TEST(GpuRows, UnknownNamesAreRefused) {
  Selection made;
  Status status = Selection::create({{{.gpu = true, .collective = "bcast", .algorithm = "binomial", .origin = "T:7"}}}, &made);
  EXPECT_EQ(status.code(), Code::kConfig);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr(
          "T:7: bcast has no algorithm 'binomial' of GPU memory; there are one_shot, direct, pipeline, workspace, message, "
          "nccl"));
  status = Selection::create({{{.gpu = true, .collective = "barrier", .algorithm = "pipeline", .origin = "T:8"}}}, &made);
  EXPECT_THAT(std::string(status.message()), HasSubstr("barrier has no algorithm 'pipeline' of GPU memory; there are none"));
}

TEST(GpuRows, AreInTheDigest) {
  const std::vector<base::CollRow> one = {{.gpu = true, .collective = "bcast", .algorithm = "pipeline", .origin = "A:1"}};
  std::vector<base::CollRow> other = one;
  other[0].max_given = 4;
  EXPECT_NE(selection_of(one).digest(), 0U);
  EXPECT_NE(selection_of(one).digest(), selection_of(other).digest());
  other = one;
  other[0].algorithm = "workspace";
  EXPECT_NE(selection_of(one).digest(), selection_of(other).digest());
}

TEST(GpuRows, WhyNotAgreesWithTakes) {
  int cases = 0;
  for (const Row& row : gpu_rows()) {
    for (const std::uint64_t bytes : {0U, 8U, 1U << 20U}) {
      for (int flags = 0; flags < 32; ++flags) {
        Query query{.collective = row.collective, .ranks = 4, .bytes = bytes, .in_order = (flags & 1) != 0};
        query.gpus = {.asked = true,
                      .given = 3 * bytes,
                      .one_shot = (flags & 2) != 0,
                      .pipeline = (flags & 4) != 0,
                      .nccl = (flags & 2) == 0,
                      .mapped = (flags & 8) != 0 ? OfGpus::Mapped::kYes : OfGpus::Mapped::kNo,
                      .as_they_lie = (flags & 16) != 0};
        EXPECT_EQ(why_not(row, query).empty(), takes(row, query)) << row.algorithm << ": " << why_not(row, query);
        query.gpus = {};
        EXPECT_FALSE(takes(row, query));
        ++cases;
      }
    }
  }
  std::printf("%d cases, 0 skipped\n", cases);
}

// The reason that refuses a row is reported, and a row that is not refused is chosen.
TEST(Rows, WhyNotAgreesWithTakes) {
  int cases = 0;
  for (const Row& row : rows()) {
    for (const int ranks : {1, 2, 6, 16, 1000}) {
      for (const std::uint64_t bytes : {0U, 8U, 1U << 20U}) {
        for (int flags = 0; flags < 16; ++flags) {
          const Query query{.collective = row.collective,
                            .ranks = ranks,
                            .bytes = bytes,
                            .elements = bytes / 8,
                            .commutative = (flags & 1) != 0,
                            .inter = row.inter,
                            .crowded = (flags & 2) != 0,
                            .nodes = (flags & 4) != 0,
                            .nodes_in_order = (flags & 8) != 0};
          EXPECT_EQ(why_not(row, query).empty(), takes(row, query)) << row.algorithm << ": " << why_not(row, query);
          ++cases;
        }
      }
    }
  }
  std::printf("%d cases, 0 skipped\n", cases);
}

// A table's row takes its requirements from the first row of that algorithm.
TEST(Rows, OfOneAlgorithmNeedTheSame) {
  std::map<std::string, const Row*> seen;
  for (const Row& row : rows()) {
    if (row.inter) continue;
    const auto [first, fresh] =
        seen.emplace(std::string(collective_name(row.collective)) + " " + std::string(row.algorithm), &row);
    EXPECT_EQ(row.build, first->second->build) << first->first;
    EXPECT_EQ(row.needs_commutative, first->second->needs_commutative) << first->first;
    EXPECT_EQ(row.needs_elements, first->second->needs_elements) << first->first;
    EXPECT_EQ(row.needs_power, first->second->needs_power) << first->first;
    EXPECT_EQ(row.needs_even, first->second->needs_even) << first->first;
    EXPECT_EQ(row.needs_nodes, first->second->needs_nodes) << first->first;
  }
}

}  // namespace
}  // namespace penstock::coll
