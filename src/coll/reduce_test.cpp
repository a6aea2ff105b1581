// Every algorithm that computes within a group, against a plain reference.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <numeric>

#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::cell;
using testing::Cells;
using testing::combined;
using testing::kUntouched;
using testing::Rank;

[[maybe_unused]] const auto* const kCounting = ::testing::AddGlobalTestEnvironment(new testing::Counting);

class Reduce : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Reduce, ::testing::Range(1, 10), ::testing::PrintToStringParamName());

struct Variant {
  std::size_t count;
  bool spread;
  bool in_place;
  bool commutative;
  [[nodiscard]] std::string name() const {
    return fmt::format("count {}{}{}{}", count, spread ? " spread" : "", in_place ? " in place" : "",
                       commutative ? " commutative" : "");
  }
  [[nodiscard]] const proto::Layout& layout() const { return spread ? testing::spread_cells() : testing::dense_cells(); }
};

// Those that `row` takes.
template <typename Body>
void for_variants(const Row& row, int ranks, const Body& body) {
  for (const bool commutative : {false, true}) {
    if (row.needs_commutative && !commutative) continue;
    for (const bool in_place : {false, true}) {
      for (const std::size_t count : {0UL, 1UL, 9UL, 301UL, 9001UL}) {
        if (row.needs_elements && count < static_cast<std::size_t>(ranks)) continue;
        body(Variant{count, false, in_place, commutative});
        if (count != 0 && count != 301 && !row.board) body(Variant{count, true, in_place, commutative});
      }
    }
  }
}

void fill(Cells* cells, int rank, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) cells->set(i, cell(rank, 0, i));
}

// This rank's operand and result, equally long; where it is in place both are `out`.
struct Operands {
  Operands(const Rank& rank, const Variant& variant, bool in_place)
      : in(variant.layout(), variant.count), out(variant.layout(), variant.count), wanted(variant.count, kUntouched) {
    fill(in_place ? &out : &in, rank.rank(), variant.count);
    arguments.in_place = in_place;
    arguments.reduction = testing::reduction_of(variant.commutative, variant.layout());
    if (!in_place) arguments.send = in.buffer(0, variant.count);
  }
  // Of ranks 0..last - 1.
  void want_combined(const Variant& variant, int last) {
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = combined(variant.commutative, 0, last, 0, i);
  }

  Cells in;
  Cells out;
  std::vector<testing::Cell> wanted;
  Arguments arguments;
};

TEST_P(Reduce, ReduceCombinesAtTheRoot) {
  testing::on_all(GetParam(), [](Rank& rank) {
    for (const Row* row : testing::algorithms(Collective::kReduce)) {
      for_variants(*row, rank.size(), [&](const Variant& variant) {
        const int step = variant.count == 9 || rank.size() < 3 ? 1 : rank.size() - 1;
        for (int root = 0; root < rank.size(); root += step) {
          const bool at_root = rank.rank() == root;
          Operands operands(rank, variant, variant.in_place && at_root);
          operands.arguments.root = root;
          if (at_root) {
            operands.want_combined(variant, rank.size());
            operands.arguments.recv = operands.out.buffer(0, variant.count);
          }
          rank.check(*row, operands.arguments, fmt::format("{} root {}", variant.name(), root), operands.out, operands.wanted);
        }
      });
    }
  });
}

TEST_P(Reduce, AllreduceAndScansCombineInRankOrder) {
  testing::on_all(GetParam(), [](Rank& rank) {
    for (const Collective collective : {Collective::kAllreduce, Collective::kScan, Collective::kExscan}) {
      for (const Row* row : testing::algorithms(collective)) {
        for_variants(*row, rank.size(), [&](const Variant& variant) {
          Operands operands(rank, variant, variant.in_place);
          operands.arguments.recv = operands.out.buffer(0, variant.count);
          const bool nothing = collective == Collective::kExscan && rank.rank() == 0;
          if (collective == Collective::kAllreduce) operands.want_combined(variant, rank.size());
          if (collective == Collective::kScan) operands.want_combined(variant, rank.rank() + 1);
          if (collective == Collective::kExscan && !nothing) operands.want_combined(variant, rank.rank());
          // Rank 0's result is left as it is.
          for (std::size_t i = 0; nothing && i < variant.count; ++i) operands.wanted[i] = operands.out.get(i);
          rank.check(*row, operands.arguments, variant.name(), operands.out, operands.wanted);
        });
      }
    }
  });
}

// In place the operand covers the result, and the rest of it stays as it is.
void reduce_scatter(Rank& rank, const Row& row, const Variant& variant) {
  const bool uneven = row.collective == Collective::kReduceScatter;
  std::vector<std::size_t> lengths(static_cast<std::size_t>(rank.size()), variant.count);
  if (uneven) lengths = testing::uneven_counts(rank.size(), variant.count);
  const std::vector<std::uint64_t> counts(lengths.begin(), lengths.end());
  const std::size_t total = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  const std::size_t before = std::accumulate(lengths.begin(), lengths.begin() + rank.rank(), std::size_t{0});
  const std::size_t own = lengths[static_cast<std::size_t>(rank.rank())];
  Cells in(variant.layout(), total);
  Cells out(variant.layout(), variant.in_place ? total : own);
  fill(variant.in_place ? &out : &in, rank.rank(), total);
  std::vector<testing::Cell> wanted(variant.in_place ? total : own);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = i < own ? combined(variant.commutative, 0, rank.size(), 0, before + i) : cell(rank.rank(), 0, i);
  }
  Arguments arguments;
  arguments.in_place = variant.in_place;
  arguments.reduction = testing::reduction_of(variant.commutative, variant.layout());
  arguments.counts = counts;
  if (!variant.in_place) arguments.send = in.buffer(0, uneven ? total : own);
  arguments.recv = out.buffer(0, own);
  rank.check(row, arguments, variant.name(), out, wanted);
}

TEST_P(Reduce, ReduceScatterGivesEachItsBlock) {
  testing::on_all(GetParam(), [](Rank& rank) {
    for (const Collective collective : {Collective::kReduceScatterBlock, Collective::kReduceScatter}) {
      for (const Row* row : testing::algorithms(collective)) {
        for_variants(*row, rank.size(), [&](const Variant& variant) {
          if (variant.count <= 301) reduce_scatter(rank, *row, variant);
          if (variant.count > 301 && variant.spread) reduce_scatter(rank, *row, variant);
        });
      }
    }
  });
}

}  // namespace
}  // namespace penstock::coll
