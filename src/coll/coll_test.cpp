// Every algorithm of the table, over threads with real transports, against a plain reference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "coll/select/select.hpp"
#include "coll/testing/engine_job.hpp"

namespace penstock::coll {
namespace {

using proto::Layout;

constexpr proto::Context kContext = 77;

// One rank of a test: its team, and schedules numbered alike on all ranks.
class Rank {
 public:
  explicit Rank(proto::Engine& engine) : engine_(engine), world_(static_cast<std::size_t>(engine.size())) {
    std::iota(world_.begin(), world_.end(), 0);
  }
  [[nodiscard]] int rank() const { return engine_.rank(); }
  [[nodiscard]] int size() const { return engine_.size(); }

  Status run(const Row& row, const Arguments& arguments) {
    Schedule schedule(engine_);
    schedule.reset({rank(), size(), world_, kContext}, sequence_++);
    row.build(schedule, arguments);
    return testing::finish(schedule);
  }
  proto::Engine& engine() { return engine_; }

 private:
  proto::Engine& engine_;
  std::vector<int> world_;
  std::uint32_t sequence_ = 0;
};

std::vector<const Row*> algorithms(Collective collective) {
  std::vector<const Row*> found;
  for (const Row& row : rows()) {
    const bool known = std::ranges::any_of(found, [&](const Row* other) { return other->build == row.build; });
    if (row.collective == collective && !known) found.push_back(&row);
  }
  return found;
}

std::int64_t value(int rank, std::size_t i) {
  return (rank + 3) * 1000003 + static_cast<std::int64_t>(i) * 7;
}

void add(void* /*state*/, const void* in, void* inout, std::uint64_t count) {
  const auto* a = static_cast<const std::int64_t*>(in);
  auto* b = static_cast<std::int64_t*>(inout);
  for (std::uint64_t i = 0; i < count; ++i) b[i] += a[i];
}

// Affine maps under composition: associative, not commutative.
struct Affine {
  std::uint64_t factor, offset;
  friend bool operator==(const Affine&, const Affine&) = default;
};
Affine compose(Affine left, Affine right) {
  return {left.factor * right.factor, left.offset * right.factor + right.offset};
}
Affine affine(int rank, std::size_t i) {
  return {static_cast<std::uint64_t>(rank) * 2 + 3, i + static_cast<std::uint64_t>(rank)};
}
void compose_all(void* /*state*/, const void* in, void* inout, std::uint64_t count) {
  const auto* a = static_cast<const Affine*>(in);
  auto* b = static_cast<Affine*>(inout);
  for (std::uint64_t i = 0; i < count; ++i) b[i] = compose(a[i], b[i]);
}

class Coll : public ::testing::TestWithParam<int> {
 protected:
  void on_all(const std::function<void(Rank&)>& body) {
    const Config config;
    const Status ran = testing::run_engines(GetParam(), config, [&](proto::Engine& engine) {
      Rank rank(engine);
      body(rank);
    });
    EXPECT_TRUE(ran.is_ok()) << ran.message();
  }
};

#define EXPECT_OK(expression)                                                    \
  do {                                                                           \
    const Status status_of_expression = (expression);                            \
    EXPECT_TRUE(status_of_expression.is_ok()) << status_of_expression.message(); \
  } while (false)

TEST_P(Coll, BarrierHoldsUntilAllAreIn) {
  std::atomic<int> entered{0};
  on_all([&](Rank& rank) {
    for (int round = 1; round <= 5; ++round) {
      entered.fetch_add(1);
      EXPECT_OK(rank.run(*algorithms(Collective::kBarrier).front(), {}));
      EXPECT_GE(entered.load(), round * rank.size());
    }
  });
}

TEST_P(Coll, BcastGivesTheRootsData) {
  const Layout int64 = Layout::bytes(sizeof(std::int64_t));
  on_all([&](Rank& rank) {
    for (const Row* row : algorithms(Collective::kBcast)) {
      for (std::size_t count : {0UL, 1UL, 5UL, 3000UL, 70000UL}) {
        for (int root = 0; root < rank.size(); root += 1 + rank.size() / 3) {
          std::vector<std::int64_t> data(count, -1);
          if (rank.rank() == root) {
            for (std::size_t i = 0; i < count; ++i) data[i] = value(root, i);
          }
          Arguments arguments;
          arguments.recv = {data.data(), count, &int64};
          arguments.root = root;
          EXPECT_OK(rank.run(*row, arguments));
          for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(data[i], value(root, i)) << row->algorithm << " at " << i;
        }
      }
    }
  });
}

// Even ranks hold every second element, odd ranks hold them densely: the same data by different types.
TEST_P(Coll, BcastBetweenDifferentLayouts) {
  const Layout dense = Layout::bytes(8);
  const Layout spread = Layout::resized(dense, 0, 16);
  on_all([&](Rank& rank) {
    for (const Row* row : algorithms(Collective::kBcast)) {
      for (std::size_t count : {3UL, 50000UL}) {
        const std::size_t step = rank.rank() % 2 == 0 ? 2 : 1;
        std::vector<std::int64_t> data(count * step, -1);
        if (rank.rank() == 0) {
          for (std::size_t i = 0; i < count; ++i) data[i * step] = value(0, i);
        }
        Arguments arguments;
        arguments.recv = {data.data(), count, step == 2 ? &spread : &dense};
        EXPECT_OK(rank.run(*row, arguments));
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(data[i * step], value(0, i)) << row->algorithm << " at " << i;
          if (step == 2) {
            ASSERT_EQ(data[i * step + 1], -1);
          }
        }
      }
    }
  });
}

TEST_P(Coll, AllreduceAdds) {
  const Layout int64 = Layout::bytes(sizeof(std::int64_t));
  on_all([&](Rank& rank) {
    for (const Row* row : algorithms(Collective::kAllreduce)) {
      for (std::size_t count : {0UL, 1UL, 9UL, 1000UL, 40001UL}) {
        if (row->needs_elements && count < static_cast<std::size_t>(rank.size())) continue;
        for (bool in_place : {false, true}) {
          std::vector<std::int64_t> mine(count);
          std::vector<std::int64_t> result(count, -1);
          for (std::size_t i = 0; i < count; ++i) mine[i] = value(rank.rank(), i);
          if (in_place) result = mine;
          Arguments arguments;
          arguments.send = {mine.data(), count, &int64};
          arguments.recv = {result.data(), count, &int64};
          arguments.reduction = {add, nullptr, true};
          arguments.in_place = in_place;
          EXPECT_OK(rank.run(*row, arguments));
          for (std::size_t i = 0; i < count; ++i) {
            std::int64_t expected = 0;
            for (int r = 0; r < rank.size(); ++r) expected += value(r, i);
            ASSERT_EQ(result[i], expected) << row->algorithm << " at " << i;
          }
        }
      }
    }
  });
}

TEST_P(Coll, AllreduceKeepsRankOrder) {
  const Layout element = Layout::bytes(sizeof(Affine));
  on_all([&](Rank& rank) {
    for (const Row* row : algorithms(Collective::kAllreduce)) {
      if (row->needs_commutative) continue;
      constexpr std::size_t kCount = 17;
      std::vector<Affine> mine(kCount);
      std::vector<Affine> result(kCount);
      for (std::size_t i = 0; i < kCount; ++i) mine[i] = affine(rank.rank(), i);
      Arguments arguments;
      arguments.send = {mine.data(), kCount, &element};
      arguments.recv = {result.data(), kCount, &element};
      arguments.reduction = {compose_all, nullptr, false};
      EXPECT_OK(rank.run(*row, arguments));
      for (std::size_t i = 0; i < kCount; ++i) {
        Affine expected = affine(0, i);
        for (int r = 1; r < rank.size(); ++r) expected = compose(expected, affine(r, i));
        ASSERT_EQ(result[i], expected) << row->algorithm;
      }
    }
  });
}

TEST_P(Coll, GatherCollectsInRankOrder) {
  const Layout dense = Layout::bytes(8);
  const Layout spread = Layout::resized(dense, 0, 16);
  on_all([&](Rank& rank) {
    for (const Row* row : algorithms(Collective::kGather)) {
      for (std::size_t count : {0UL, 1UL, 13UL, 5000UL}) {
        for (int root = 0; root < rank.size(); ++root) {
          const bool is_root = rank.rank() == root;
          std::vector<std::int64_t> mine(count);
          for (std::size_t i = 0; i < count; ++i) mine[i] = value(rank.rank(), i);
          std::vector<std::int64_t> all(is_root ? 2 * count * static_cast<std::size_t>(rank.size()) : 0, -1);
          const bool in_place = is_root && root % 2 == 1;
          for (std::size_t i = 0; in_place && i < count; ++i) {
            all[2 * (static_cast<std::size_t>(root) * count + i)] = mine[i];
          }
          Arguments arguments;
          arguments.send = {mine.data(), count, &dense};
          arguments.recv = {all.data(), count, &spread};
          arguments.root = root;
          arguments.in_place = in_place;
          EXPECT_OK(rank.run(*row, arguments));
          for (std::size_t i = 0; i < all.size(); ++i) {
            const int from = static_cast<int>(i / 2 / count);
            ASSERT_EQ(all[i], i % 2 == 1 ? -1 : value(from, i / 2 % count))
                << row->algorithm << " root " << root << " at " << i;
          }
        }
      }
    }
  });
}

TEST_P(Coll, AllgatherCollectsEverywhere) {
  const Layout int64 = Layout::bytes(8);
  on_all([&](Rank& rank) {
    for (const Row* row : algorithms(Collective::kAllgather)) {
      for (std::size_t count : {0UL, 1UL, 300UL}) {
        std::vector<std::int64_t> mine(count);
        for (std::size_t i = 0; i < count; ++i) mine[i] = value(rank.rank(), i);
        std::vector<std::int64_t> all(count * static_cast<std::size_t>(rank.size()), -1);
        Arguments arguments;
        arguments.send = {mine.data(), count, &int64};
        arguments.recv = {all.data(), count, &int64};
        EXPECT_OK(rank.run(*row, arguments));
        for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], value(static_cast<int>(i / count), i % count));
      }
    }
  });
}

// A rank that fails while building sends nothing useful; its peers must hear of it rather than wait or compute nonsense.
TEST_P(Coll, FailureReachesThePeers) {
  on_all([&](Rank& rank) {
    std::vector<int> world(static_cast<std::size_t>(rank.size()));
    std::iota(world.begin(), world.end(), 0);
    Schedule schedule(rank.engine());
    schedule.reset({rank.rank(), rank.size(), world, kContext}, 0);
    algorithms(Collective::kBarrier).front()->build(schedule, {});
    if (rank.rank() == 0) schedule.fail(Status::error(Code::kDriver, "made to fail"));
    EXPECT_FALSE(testing::finish(schedule).is_ok()) << "rank " << rank.rank();
    // The team goes on.
    schedule.reset({rank.rank(), rank.size(), world, kContext}, 1);
    algorithms(Collective::kBarrier).front()->build(schedule, {});
    EXPECT_OK(testing::finish(schedule));
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, Coll, ::testing::Range(1, 10), ::testing::PrintToStringParamName());

TEST(Select, EveryCollectiveEndsWithARowForAnything) {
  for (Collective collective :
       {Collective::kBarrier, Collective::kBcast, Collective::kAllreduce, Collective::kGather, Collective::kAllgather}) {
    const Row* last = nullptr;
    for (const Row& row : rows()) {
      if (row.collective == collective) last = &row;
    }
    ASSERT_NE(last, nullptr) << collective_name(collective);
    EXPECT_EQ(last->max_bytes, kAnyBytes);
    EXPECT_EQ(last->max_ranks, kAnyRanks);
    EXPECT_FALSE(last->needs_commutative || last->needs_elements);
  }
}

TEST(Select, FirstMatchWins) {
  EXPECT_EQ(select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8}).algorithm, "binomial");
  EXPECT_EQ(select({.collective = Collective::kBcast, .ranks = 8, .bytes = 8 << 20}).algorithm, "pipeline");
  EXPECT_EQ(select({.collective = Collective::kAllreduce, .ranks = 8, .bytes = 8 << 20, .elements = 1 << 20}).algorithm,
            "ring");
  const Query ordered{
      .collective = Collective::kAllreduce, .ranks = 8, .bytes = 8 << 20, .elements = 1 << 20, .commutative = false};
  EXPECT_EQ(select(ordered).algorithm, "recursive_doubling");
}

}  // namespace
}  // namespace penstock::coll
