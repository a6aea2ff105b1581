// Tests the algorithms that PENSTOCK_DETERMINISTIC selects: all of them combine operands in one way, bit for bit.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::Rank;

std::atomic<long> cases{0};
class Counting final : public ::testing::Environment {
 public:
  void TearDown() override { std::printf("%ld cases, 0 skipped\n", cases.load()); }
};
[[maybe_unused]] const auto* const kCounting = ::testing::AddGlobalTestEnvironment(new Counting);

constexpr Collective kReductions[] = {Collective::kReduce,        Collective::kAllreduce, Collective::kReduceScatterBlock,
                                      Collective::kReduceScatter, Collective::kScan,      Collective::kExscan};

// Returns large and small numbers of both signs: sums of them depend on the order in nearly every element.
float value_of(int rank, std::size_t i) {
  const auto mixed = static_cast<std::uint32_t>((static_cast<std::size_t>(rank) * 1000003 + i + 1) * 2654435761U);
  const float size = std::ldexp(1.0F + static_cast<float>(mixed & 0xffff) / 65536, static_cast<int>(mixed >> 16 & 31U) - 16);
  return (mixed >> 31) != 0 ? -size : size;
}

// Returns ((a[first] + a[first + 1]) + a[first + 2]) ...
float sum_in_order(int first, int last, std::size_t i) {
  float sum = value_of(first, i);
  for (int rank = first + 1; rank < last; ++rank) sum += value_of(rank, i);
  return sum;
}

std::string differs(const std::vector<float>& got, const std::vector<float>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(got[i]) == std::bit_cast<std::uint32_t>(wanted[i])) continue;
    return fmt::format("element {} is {}, not {}", i, got[i], wanted[i]);
  }
  return {};
}

// One call on one rank: `counts` are the ranks' blocks of a scattered result, `first` and `last` the ranks that are summed.
struct Call {
  Call(Rank& on, const Row& row, std::size_t count, bool place) : rank(on), kind(row.collective), in_place(place) {
    const bool scatters = kind == Collective::kReduceScatterBlock || kind == Collective::kReduceScatter;
    const auto ranks = static_cast<std::size_t>(rank.size());
    counts.assign(ranks, count);
    if (kind == Collective::kReduceScatter) {
      for (std::size_t i = 0; i < ranks; ++i) counts[i] = i % 3 == 1 ? 0 : count + i;
    }
    total = scatters ? std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) : count;
    own = scatters ? counts[static_cast<std::size_t>(rank.rank())] : count;
    before = scatters ? std::accumulate(counts.begin(), counts.begin() + rank.rank(), std::uint64_t{0}) : 0;
    first = rank.team().is_inter() && rank.group() == 0 ? rank.size() : 0;
    last = first + (rank.team().is_inter() ? rank.team().remote : rank.size());
    if (kind == Collective::kScan) last = rank.rank() + 1;
    if (kind == Collective::kExscan) last = rank.rank();
  }

  void run(const Row& row, int root) {
    const int id = rank.rank() + (rank.group() == 1 ? rank.team().remote : 0);
    std::vector<float> in(total);
    std::vector<float> out(in_place ? total : own, -7);
    std::vector<float>& operand = in_place ? out : in;
    for (std::size_t i = 0; i < total; ++i) operand[i] = value_of(id, i);
    static const proto::Layout layout = proto::Layout::bytes(sizeof(float));
    Arguments arguments;
    arguments.in_place = in_place;
    arguments.root = root;
    arguments.counts = counts;
    arguments.reduction.commutative = false;
    arguments.reduction.kernel = base::find_kernel(base::best_simd(), base::Operation::kSum, base::Element::kFloat);
    const bool block = kind == Collective::kReduceScatterBlock;
    arguments.send = {in.data(), block ? own : total, &layout};
    arguments.recv = {out.data(), own, &layout};
    const Status ran = rank.run(row, arguments);
    EXPECT_TRUE(ran.is_ok()) << ran.message();
    bool has_result = kind != Collective::kExscan || rank.rank() != 0;
    if (kind == Collective::kReduce) has_result = rank.team().is_inter() ? root == kRootHere : rank.rank() == root;
    if (!has_result) return;
    std::vector<float> wanted(own);
    for (std::size_t i = 0; i < own; ++i) wanted[i] = sum_in_order(first, last, before + i);
    EXPECT_EQ(differs(out, wanted), "") << collective_name(kind) << ' ' << row.algorithm << ", rank " << id << ", " << own
                                        << " elements" << (in_place ? ", in place" : "");
  }

  Rank& rank;
  Collective kind;
  bool in_place;
  std::vector<std::uint64_t> counts;
  std::uint64_t total = 0, own = 0, before = 0;
  int first = 0, last = 0;
};

void on_all_in_order(int ranks, const std::function<void(Rank&)>& body, int first_group = 0) {
  Config config;
  config.deterministic = true;
  const Status ran = testing::run_engines(ranks, config, [&](proto::Engine& engine) {
    Rank rank(engine, first_group);
    body(rank);
  });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

std::vector<const Row*> rows_in_order(Collective collective, bool inter) {
  std::vector<const Row*> found = testing::algorithms(collective, inter);
  std::erase_if(found, [](const Row* row) { return !row->in_order; });
  return found;
}

TEST(Order, OnlyRowsThatKeepItAreSelected) {
  for (const Collective collective : kReductions) {
    for (int ranks = 1; ranks <= 2048; ranks = ranks < 20 ? ranks + 1 : ranks * 2) {
      for (std::uint64_t bytes = 4; bytes <= 1U << 24; bytes *= 4) {
        for (const auto& [crowded, shm] : {std::pair{false, false}, {true, false}, {true, true}}) {
          Query query{.collective = collective, .ranks = ranks, .bytes = bytes, .elements = bytes / 4};
          query.commutative = false;
          query.crowded = crowded;
          query.shm = shm;
          query.in_order = true;
          const Row& row = select(query);
          EXPECT_TRUE(row.in_order) << collective_name(collective) << ' ' << row.algorithm;
          EXPECT_LE(bytes, row.max_bytes);
          EXPECT_LE(ranks, row.max_ranks);
          EXPECT_FALSE(row.needs_commutative);
        }
      }
    }
  }
}

class OrderOf : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, OrderOf, ::testing::Range(1, 18), ::testing::PrintToStringParamName());

// The call runs twice, since messages arrive in another order.
TEST_P(OrderOf, EveryAlgorithmAddsOneAfterAnother) {
  on_all_in_order(GetParam(), [](Rank& rank) {
    for (const Collective collective : kReductions) {
      for (const Row* row : rows_in_order(collective, false)) {
        for (const std::size_t count : {1UL, 37UL, 5003UL, 37UL}) {
          if (row->needs_elements && count < static_cast<std::size_t>(rank.size())) continue;
          for (const bool in_place : {false, true}) {
            const int root = collective == Collective::kReduce ? static_cast<int>(count) % rank.size() : 0;
            const bool mine = in_place && (collective != Collective::kReduce || rank.rank() == root);
            Call(rank, *row, count, mine).run(*row, root);
            if (rank.rank() == 0) ++cases;
          }
        }
      }
    }
  });
}

TEST(Order, BetweenGroups) {
  for (const int first_group : {1, 3, 6}) {
    on_all_in_order(
        7,
        [](Rank& rank) {
          for (const Collective collective : {Collective::kReduce, Collective::kAllreduce}) {
            for (const Row* row : rows_in_order(collective, true)) {
              const int root = rank.group() == 0 ? (rank.rank() == 0 ? kRootHere : kRootGroup) : 0;
              if (collective == Collective::kReduce) Call(rank, *row, 301, false).run(*row, root);
              if (collective == Collective::kAllreduce) Call(rank, *row, 301, false).run(*row, 0);
              if (rank.rank() == 0) ++cases;
            }
          }
        },
        first_group);
  }
}

}  // namespace
}  // namespace penstock::coll
