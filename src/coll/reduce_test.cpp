// Tests every algorithm that computes within a group against a plain reference.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <numeric>

#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::cell;
using testing::Cells;
using testing::combined;
using testing::Extent;
using testing::kUntouched;
using testing::Rank;
using testing::Reach;

[[maybe_unused]] const auto* const kCounting = ::testing::AddGlobalTestEnvironment(new testing::Counting);

class Reduce : public ::testing::TestWithParam<Extent> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Reduce, ::testing::ValuesIn(testing::extents(Reach::kShort)), testing::name_of);
INSTANTIATE_TEST_SUITE_P(Long, Reduce, ::testing::ValuesIn(testing::extents(Reach::kLong)), testing::name_of);
INSTANTIATE_TEST_SUITE_P(Huge, Reduce, ::testing::ValuesIn(testing::extents(Reach::kHuge)), testing::name_of);

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

// Runs the body for the variants that `row` accepts.
template <typename Body>
void for_variants(const Extent& extent, int parts, const Rank& rank, const Row& row, const Body& body) {
  for (const bool commutative : {false, true}) {
    if (!rank.allows(row, commutative)) continue;
    for (const bool in_place : {false, true}) {
      for (const std::size_t count : extent.counts(parts)) {
        if (row.needs_elements && count * static_cast<std::size_t>(parts) < static_cast<std::size_t>(rank.size())) continue;
        if (count < 9000 || extent.reach != Reach::kShort) body(Variant{count, false, in_place, commutative});
        if ((count == 1 || count == 5 || count == 9001) && !row.shm) body(Variant{count, true, in_place, commutative});
      }
    }
  }
}

void fill(Cells* cells, int rank, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) cells->set(i, cell(rank, 0, i));
}

// This rank's operand and result, equally long; in place, both are `out`.
struct Operands {
  Operands(const Rank& rank, const Variant& variant, bool in_place)
      : in(variant.layout(), variant.count), out(variant.layout(), variant.count), wanted(variant.count, kUntouched) {
    fill(in_place ? &out : &in, rank.rank(), variant.count);
    arguments.in_place = in_place;
    arguments.reduction = testing::reduction_of(variant.commutative, variant.layout());
    if (!in_place) arguments.send = in.buffer(0, variant.count);
  }
  // Combines ranks 0..last - 1.
  void want_combined(const Variant& variant, int last) {
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = combined(variant.commutative, 0, last, 0, i);
  }

  Cells in;
  Cells out;
  std::vector<testing::Cell> wanted;
  Arguments arguments;
};

TEST_P(Reduce, ReduceCombinesAtTheRoot) {
  testing::on_all(GetParam().ranks, [&](Rank& rank) {
    rank.for_algorithms(Collective::kReduce, [&](const Row& row) {
      for_variants(GetParam(), 1, rank, row, [&](const Variant& variant) {
        for (const int root : GetParam().roots(variant.count)) {
          const bool at_root = rank.rank() == root;
          Operands operands(rank, variant, variant.in_place && at_root);
          operands.arguments.root = root;
          if (at_root) {
            operands.want_combined(variant, rank.size());
            operands.arguments.recv = operands.out.buffer(0, variant.count);
          }
          rank.check(row, operands.arguments, fmt::format("{} root {}", variant.name(), root), operands.out, operands.wanted);
        }
      });
    });
  });
}

void combine_everywhere(const Extent& extent, Collective collective) {
  testing::on_all(extent.ranks, [&](Rank& rank) {
    rank.for_algorithms(collective, [&](const Row& row) {
      for_variants(extent, 1, rank, row, [&](const Variant& variant) {
        Operands operands(rank, variant, variant.in_place);
        operands.arguments.recv = operands.out.buffer(0, variant.count);
        const bool nothing = collective == Collective::kExscan && rank.rank() == 0;
        if (collective == Collective::kAllreduce) operands.want_combined(variant, rank.size());
        if (collective == Collective::kScan) operands.want_combined(variant, rank.rank() + 1);
        if (collective == Collective::kExscan && !nothing) operands.want_combined(variant, rank.rank());
        // Rank 0's result is unchanged.
        for (std::size_t i = 0; nothing && i < variant.count; ++i) operands.wanted[i] = operands.out.get(i);
        rank.check(row, operands.arguments, variant.name(), operands.out, operands.wanted);
      });
    });
  });
}
TEST_P(Reduce, AllreduceCombinesInRankOrder) {
  combine_everywhere(GetParam(), Collective::kAllreduce);
}
TEST_P(Reduce, ScanCombinesInRankOrder) {
  combine_everywhere(GetParam(), Collective::kScan);
}
TEST_P(Reduce, ExscanCombinesInRankOrder) {
  combine_everywhere(GetParam(), Collective::kExscan);
}

// In place, the operand covers the result, and the rest of it is unchanged.
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

void reduce_scatter_all(const Extent& extent, Collective collective) {
  testing::on_all(extent.ranks, [&](Rank& rank) {
    rank.for_algorithms(collective, [&](const Row& row) {
      for_variants(extent, rank.size(), rank, row, [&](const Variant& variant) { reduce_scatter(rank, row, variant); });
    });
  });
}
TEST_P(Reduce, ReduceScatterGivesEachItsPart) {
  reduce_scatter_all(GetParam(), Collective::kReduceScatter);
}
TEST_P(Reduce, ReduceScatterBlockGivesEachItsBlock) {
  reduce_scatter_all(GetParam(), Collective::kReduceScatterBlock);
}

}  // namespace
}  // namespace penstock::coll
