// Simulated times against what can be worked out by hand, and representatives against all ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coll/simulate/simulation.hpp"

namespace penstock::coll::simulate {
namespace {

// One class of links, so that times can be worked out.
Model flat() {
  Model model;
  model.inside = model.between = {.latency_us = 2, .gap_us = 0.5, .us_per_byte = 0.001};
  model.copy_us_per_byte = 0.0001;
  model.reduce_us_per_byte = 0.0002;
  return model;
}

const Row& row_of(Collective collective, std::string_view algorithm) {
  for (const Row& row : rows()) {
    if (row.collective == collective && row.algorithm == algorithm && !row.inter) return row;
  }
  ADD_FAILURE() << collective_name(collective) << " has no " << algorithm;
  return rows().front();
}

Outcome simulated(const Model& model, Method method, std::string_view algorithm, const Case& one) {
  std::unique_ptr<Simulator> simulator;
  Outcome outcome;
  Status status = Simulator::create(model, &simulator);
  if (status.is_ok()) status = simulator->run_by(method, row_of(one.collective, algorithm), one, &outcome);
  EXPECT_TRUE(status.is_ok()) << algorithm << ": " << status.message();
  return outcome;
}

double us(std::string_view algorithm, const Case& one) {
  return simulated(flat(), Method::kAll, algorithm, one).us;
}

TEST(Simulation, OneMessageTakesItsLatencyAndItsBytes) {
  EXPECT_NEAR(us("binomial", {Collective::kBcast, 2, 1000}), 2 + 1, 1e-9);
}

// Each round waits for a message of one byte.
TEST(Simulation, DisseminationTakesARoundForEachDoubling) {
  for (const auto& [ranks, rounds] : {std::pair{2, 1}, {3, 2}, {16, 4}, {1000, 10}}) {
    EXPECT_NEAR(us("dissemination", {Collective::kBarrier, ranks}), rounds * 2.001, 1e-9) << ranks;
  }
}

// The child with the most below it is served first, and passes it on log2 n - 1 times.
TEST(Simulation, BinomialBroadcast) {
  EXPECT_NEAR(us("binomial", {Collective::kBcast, 16, 1000}), 4 * 3.0, 1e-9);
}

// Sixteen messages leave the root, or reach it, one after another.
TEST(Simulation, PortsAreServedInTurn) {
  EXPECT_NEAR(us("linear", {Collective::kGather, 17, 1000}), 2 + 16 * 1.0 + 15 * 0.5, 1e-9);
  EXPECT_NEAR(us("linear", {Collective::kScatter, 17, 1000}), 15 * 1.5 + 3, 1e-9);
}

TEST(Simulation, RecursiveDoublingReducesInEachRound) {
  const double reduce = 64 * 8 * 0.0002;
  EXPECT_NEAR(us("recursive_doubling", {Collective::kAllreduce, 8, 512}), 3 * (2 + 0.512 + reduce), 1e-9);
}

TEST(Simulation, RingMovesOneBlockAStep) {
  const std::uint64_t bytes = 16 * 8000;
  const double step = 2 + 8 + 8000 * 0.0002;
  EXPECT_NEAR(us("ring", {Collective::kAllreduce, 16, bytes}), 16 * 0.8 + 15 * step + 15 * 10, 0.8 * 16);
}

// Representatives of a large job give the same result as all of its ranks.
TEST(Simulation, RepresentativesTellWhatAllRanksDo) {
  int cases = 0;
  for (const int per_node : {1, 4}) {
    Model model = flat();
    model.per_node = per_node;
    if (per_node > 1) model.inside = {.latency_us = 0.3, .gap_us = 0.1, .us_per_byte = 0.0002};
    for (const int ranks : {16, 64, 128}) {
      for (const std::uint64_t bytes : {std::uint64_t{8192}, std::uint64_t{1 << 20}}) {
        const std::pair<Collective, std::string_view> algorithms[] = {{Collective::kAllreduce, "ring"},
                                                                      {Collective::kAllgather, "ring"},
                                                                      {Collective::kAlltoall, "pairwise"},
                                                                      {Collective::kAlltoall, "linear"},
                                                                      {Collective::kReduceScatterBlock, "pairwise"},
                                                                      {Collective::kBarrier, "dissemination"}};
        for (const auto& [collective, algorithm] : algorithms) {
          const Case one{collective, ranks, bytes};
          const Outcome all = simulated(model, Method::kAll, algorithm, one);
          const Outcome few = simulated(model, Method::kRepresentatives, algorithm, one);
          EXPECT_NEAR(few.us / all.us, 1, 1e-6) << collective_name(collective) << ' ' << algorithm << ' ' << ranks << " ranks, "
                                                << per_node << " a node, " << bytes << " bytes";
          EXPECT_EQ(few.steps, all.steps);
          ++cases;
        }
      }
    }
  }
  std::printf("%d cases, 0 skipped\n", cases);
}

TEST(Simulation, RanksThatDifferHaveNoRepresentatives) {
  std::unique_ptr<Simulator> simulator;
  ASSERT_TRUE(Simulator::create(flat(), &simulator).is_ok());
  Outcome outcome;
  const Status status = simulator->run_by(Method::kRepresentatives, row_of(Collective::kBcast, "binomial"),
                                          {Collective::kBcast, 16, 8}, &outcome);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("binomial of bcast is not the same on every node"));
}

// Every algorithm can be simulated, so that none is missing from the tables.
TEST(Simulation, EveryAlgorithmEnds) {
  Model model = flat();
  model.per_node = 4;
  std::unique_ptr<Simulator> simulator;
  ASSERT_TRUE(Simulator::create(model, &simulator).is_ok());
  int cases = 0;
  for (const Row& row : rows()) {
    if (row.inter || row.shm || row.collective >= Collective::kNeighborAllgather || row.collective == Collective::kGatherv ||
        row.collective == Collective::kScatterv)
      continue;
    for (const std::uint64_t bytes : {std::uint64_t{8}, std::uint64_t{1 << 20}}) {
      Outcome outcome;
      const Status status = simulator->run(row, {row.collective, 32, bytes}, &outcome);
      EXPECT_TRUE(status.is_ok()) << collective_name(row.collective) << ' ' << row.algorithm << ": " << status.message();
      EXPECT_GT(outcome.us, 0) << collective_name(row.collective) << ' ' << row.algorithm;
      ++cases;
    }
  }
  std::printf("%d cases, 0 skipped\n", cases);
}

TEST(Simulation, LargeJobs) {
  std::unique_ptr<Simulator> simulator;
  ASSERT_TRUE(Simulator::create(flat(), &simulator).is_ok());
  Outcome outcome;
  const Case ring{Collective::kAllgather, 65536, 64};
  const Status status = simulator->run(row_of(Collective::kAllgather, "ring"), ring, &outcome);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(outcome.method, Method::kRepresentatives);
  EXPECT_NEAR(outcome.us, 65535 * 2.064, 1);
}

}  // namespace
}  // namespace penstock::coll::simulate
