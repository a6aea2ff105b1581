// Tests barriers, the propagation of failures, and the table of algorithms.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::Rank;

constexpr Collective kAll[] = {Collective::kBarrier,
                               Collective::kBcast,
                               Collective::kGather,
                               Collective::kGatherv,
                               Collective::kScatter,
                               Collective::kScatterv,
                               Collective::kAllgather,
                               Collective::kAllgatherv,
                               Collective::kAlltoall,
                               Collective::kAlltoallw,
                               Collective::kReduce,
                               Collective::kAllreduce,
                               Collective::kReduceScatterBlock,
                               Collective::kReduceScatter,
                               Collective::kScan,
                               Collective::kExscan,
                               Collective::kNeighborAllgather,
                               Collective::kNeighborAlltoall};

bool within_a_group_only(Collective collective) {
  return collective == Collective::kScan || collective == Collective::kExscan || collective == Collective::kNeighborAllgather ||
         collective == Collective::kNeighborAlltoall;
}

#define EXPECT_OK(expression)                                                    \
  do {                                                                           \
    const Status status_of_expression = (expression);                            \
    EXPECT_TRUE(status_of_expression.is_ok()) << status_of_expression.message(); \
  } while (false)

class Coll : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Coll, ::testing::Range(1, 18), ::testing::PrintToStringParamName());

TEST_P(Coll, BarrierHoldsUntilAllAreIn) {
  std::atomic<int> entered{0};
  testing::on_all(GetParam(), [&](Rank& rank) {
    int round = 0;
    rank.for_algorithms(Collective::kBarrier, [&](const Row& row) {
      for (int last = round + 5; round < last;) {
        entered.fetch_add(1);
        EXPECT_OK(rank.run(row, {}));
        EXPECT_GE(entered.load(), ++round * rank.size()) << row.algorithm;
      }
    });
  });
}

// A rank that fails while building sends nothing useful; its peers must learn of the failure rather than
// wait or compute wrong results.
void fail_at(Rank& rank, Collective collective, int failing, Schedule& schedule, const Arguments& arguments,
             std::uint32_t sequence) {
  rank.for_algorithms(collective, [&](const Row& row) {
    schedule.reset(rank.team(), sequence);
    row.build(schedule, arguments);
    if (rank.rank() == failing) schedule.fail(Status::error(Code::kDriver, "made to fail"));
    EXPECT_FALSE(testing::finish(schedule).is_ok()) << collective_name(collective) << ' ' << row.algorithm << ", rank "
                                                    << rank.rank() << " of " << rank.size() << ", failing " << failing;
    sequence += 100;
  });
}

// A collective in which every rank's data reach every other ends with an error on all ranks, wherever the error began.
TEST_P(Coll, FailureReachesThePeers) {
  testing::on_all(GetParam(), [&](Rank& rank) {
    const auto ranks = static_cast<std::size_t>(rank.size());
    testing::Cells send(testing::dense_cells(), 20 * ranks);
    testing::Cells recv(testing::dense_cells(), 20 * ranks);
    std::vector<proto::Buffer> sends;
    std::vector<proto::Buffer> recvs;
    for (std::size_t i = 0; i < ranks; ++i) {
      sends.push_back(send.buffer(20 * i, 20));
      recvs.push_back(recv.buffer(20 * i, 20));
    }
    Arguments arguments;
    arguments.send = send.buffer(0, 20);
    arguments.recv = recv.buffer(0, 20);
    arguments.sends = sends;
    arguments.recvs = recvs;
    arguments.reduction = testing::reduction_of(true, testing::dense_cells());
    const std::vector<std::uint64_t> counts(ranks, 20);
    arguments.counts = counts;
    Schedule schedule(rank.engine());
    std::uint32_t sequence = 1000;
    for (const int failing : {0, rank.size() - 1}) {
      for (const Collective collective :
           {Collective::kBarrier, Collective::kAllgather, Collective::kAllgatherv, Collective::kAlltoall,
            Collective::kAlltoallw, Collective::kAllreduce, Collective::kReduceScatterBlock}) {
        fail_at(rank, collective, failing, schedule, arguments, sequence++);
      }
    }
    // The team still works.
    EXPECT_OK(rank.run(select({.collective = Collective::kBarrier, .ranks = rank.size()}), {}));
  });
}

// The second use of a schedule finds its scratch as the first left it.
TEST(Schedule, KeepsScratch) {
  testing::on_all(1, [](Rank& rank) {
    Schedule schedule(rank.engine());
    schedule.reset(rank.team(), 0);
    (void)schedule.scratch(3000);
    (void)schedule.scratch(90000);
    schedule.reset(rank.team(), 1);
    const std::byte* first = schedule.scratch(3000);
    const std::byte* second = schedule.scratch(90000);
    EXPECT_EQ(second - first, 3008);
    schedule.reset(rank.team(), 2);
    EXPECT_EQ(schedule.scratch(1), first);
  });
}

// Takes the engine's lock, and lets another thread progress meanwhile: either would wait for ever if the lock were held.
void add_and_progress(void* state, const void* in, void* inout, std::uint64_t count) {
  auto& engine = *static_cast<proto::Engine*>(state);
  std::thread other([&engine] {
    const std::lock_guard held(engine.lock());
    (void)engine.progress().poll();
  });
  other.join();
  const auto* from = static_cast<const std::uint64_t*>(in);
  auto* to = static_cast<std::uint64_t*>(inout);
  for (std::uint64_t i = 0; i < count; ++i) to[i] += from[i];
}

TEST(Schedule, FunctionsOfTheProgramRunWithTheLockReleased) {
  testing::on_all(5, [](Rank& rank) {
    const proto::Layout element = proto::Layout::bytes(sizeof(std::uint64_t));
    rank.engine().lock().enable();
    rank.engine().lock().lock();
    rank.for_algorithms(Collective::kAllreduce, [&](const Row& row) {
      std::vector<std::uint64_t> mine(20, static_cast<std::uint64_t>(rank.rank()) + 1);
      std::vector<std::uint64_t> sum(20);
      Arguments arguments;
      arguments.send = {mine.data(), mine.size(), &element};
      arguments.recv = {sum.data(), sum.size(), &element};
      arguments.reduction = {add_and_progress, &rank.engine(), true, true};
      EXPECT_OK(rank.run(row, arguments));
      EXPECT_EQ(sum, std::vector<std::uint64_t>(20, 15)) << row.algorithm;
    });
  });
}

TEST(Select, EveryCollectiveEndsWithARowForAnything) {
  for (const Collective collective : kAll) {
    for (const bool inter : {false, true}) {
      if (inter && within_a_group_only(collective)) continue;
      const Row* last = nullptr;
      for (const Row& row : rows()) {
        if (row.collective == collective && row.inter == inter && !row.by_name) last = &row;
      }
      ASSERT_NE(last, nullptr) << collective_name(collective);
      EXPECT_EQ(last->max_bytes, kAnyBytes);
      EXPECT_EQ(last->max_ranks, kAnyRanks);
      EXPECT_FALSE(last->needs_commutative || last->needs_elements || last->needs_power || last->needs_even ||
                   last->needs_nodes);
    }
  }
}

TEST(Select, FirstMatchWins) {
  EXPECT_EQ(select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8}).algorithm, "knomial8");
  EXPECT_EQ(select({.collective = Collective::kBcast, .ranks = 8, .bytes = 16 << 10}).algorithm, "binomial");
  EXPECT_EQ(select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8 << 20}).algorithm, "pipeline");
  EXPECT_EQ(select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8, .inter = true}).algorithm, "leader");
  EXPECT_EQ(select({.collective = Collective::kAllreduce, .ranks = 8, .bytes = 8 << 20, .elements = 1 << 20}).algorithm,
            "ring");
  const Query ordered{
      .collective = Collective::kAllreduce, .ranks = 8, .bytes = 8 << 20, .elements = 1 << 20, .commutative = false};
  EXPECT_EQ(select(ordered).algorithm, "rabenseifner");
  EXPECT_EQ(select({.collective = Collective::kAllreduce, .ranks = 16, .bytes = 8, .crowded = true}).algorithm, "star");
  EXPECT_EQ(select({.collective = Collective::kAllreduce, .ranks = 100, .bytes = 8, .crowded = true}).algorithm, "tree");
  EXPECT_EQ(select({.collective = Collective::kAllreduce, .ranks = 16, .bytes = 8}).algorithm, "recursive_doubling");
  EXPECT_EQ(select({.collective = Collective::kReduce, .ranks = 8, .bytes = 64}).algorithm, "knomial8");
  EXPECT_EQ(select({.collective = Collective::kReduce, .ranks = 8, .bytes = 64, .commutative = false}).algorithm, "ordered");
}

}  // namespace
}  // namespace penstock::coll
