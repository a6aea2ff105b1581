// Tests every algorithm that moves data within a group against a plain reference.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::cell;
using testing::Cells;
using testing::Extent;
using testing::kUntouched;
using testing::Placement;
using testing::Rank;
using testing::Reach;

[[maybe_unused]] const auto* const kCounting = ::testing::AddGlobalTestEnvironment(new testing::Counting);

class Move : public ::testing::TestWithParam<Extent> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Move, ::testing::ValuesIn(testing::extents(Reach::kShort)), testing::name_of);
INSTANTIATE_TEST_SUITE_P(Long, Move, ::testing::ValuesIn(testing::extents(Reach::kLong)), testing::name_of);
INSTANTIATE_TEST_SUITE_P(Huge, Move, ::testing::ValuesIn(testing::extents(Reach::kHuge)), testing::name_of);

// One combination of the parameters of every algorithm. The long one exceeds what travels with a header.
struct Variant {
  std::size_t count;
  bool spread;  // even ranks have cells apart and odd ranks contiguous ones, or the other way round
  bool in_place;
  [[nodiscard]] std::string name() const {
    return fmt::format("count {}{}{}", count, spread ? " spread" : "", in_place ? " in place" : "");
  }
  [[nodiscard]] const proto::Layout& layout(int parity) const {
    return spread == (parity % 2 == 0) ? testing::spread_cells() : testing::dense_cells();
  }
};

template <typename Body>
void for_variants(const Extent& extent, int parts, const Body& body) {
  for (const bool in_place : {false, true}) {
    for (const std::size_t count : extent.counts(parts)) {
      if (count < 9000) body(Variant{count, false, in_place});
      body(Variant{count, true, in_place});
    }
  }
}

void fill(Cells* cells, std::size_t first, int rank, int part, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) cells->set(first + i, cell(rank, part, i));
}

void expect(std::vector<testing::Cell>* wanted, std::size_t first, int rank, int part, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) (*wanted)[first + i] = cell(rank, part, i);
}

std::vector<proto::Buffer> parts_of(Cells* cells, const Placement& placement) {
  std::vector<proto::Buffer> parts;
  for (std::size_t i = 0; i < placement.counts.size(); ++i) {
    parts.push_back(cells->buffer(placement.firsts[i], placement.counts[i]));
  }
  return parts;
}

Placement placement_of(bool uneven, int ranks, std::size_t count) {
  return uneven ? Placement::of_counts(testing::uneven_counts(ranks, count)) : Placement::equal(ranks, count);
}

TEST_P(Move, BcastGivesTheRootsData) {
  testing::on_all(GetParam().ranks, [&](Rank& rank) {
    rank.for_algorithms(Collective::kBcast, [&](const Row& row) {
      for_variants(GetParam(), 1, [&](const Variant& variant) {
        if (variant.in_place) return;
        const std::size_t count = variant.count * (variant.count == 9001 ? 4 : 1);  // several pieces
        for (const int root : GetParam().roots(variant.count)) {
          Cells data(variant.layout(rank.rank()), count);
          if (rank.rank() == root) fill(&data, 0, root, 0, count);
          std::vector<testing::Cell> wanted(count);
          expect(&wanted, 0, root, 0, count);
          Arguments arguments;
          arguments.recv = data.buffer(0, count);
          arguments.root = root;
          rank.check(row, arguments, fmt::format("{} root {}", variant.name(), root), data, wanted);
        }
      });
    });
  });
}

void gather(Rank& rank, const Row& row, const Variant& variant, int root) {
  const bool uneven = row.collective == Collective::kGatherv;
  const bool at_root = rank.rank() == root;
  const Placement placement = placement_of(uneven, rank.size(), variant.count);
  const std::size_t own = static_cast<std::size_t>(rank.rank());
  Cells mine(variant.layout(rank.rank() + 1), placement.counts[own]);
  fill(&mine, 0, rank.rank(), 0, placement.counts[own]);
  const std::size_t total = at_root ? placement.total : 0;
  Cells all(variant.layout(root), total);
  std::vector<testing::Cell> wanted(total, kUntouched);
  Arguments arguments;
  arguments.in_place = variant.in_place && at_root;
  if (arguments.in_place) fill(&all, placement.firsts[own], rank.rank(), 0, placement.counts[own]);
  for (int i = 0; at_root && i < rank.size(); ++i) {
    const auto part = static_cast<std::size_t>(i);
    expect(&wanted, placement.firsts[part], i, 0, placement.counts[part]);
  }
  std::vector<proto::Buffer> parts;
  if (at_root) parts = parts_of(&all, placement);
  arguments.send = arguments.in_place ? proto::Buffer{} : mine.buffer(0, placement.counts[own]);
  arguments.recv = at_root && !uneven ? all.buffer(0, variant.count) : proto::Buffer{};
  arguments.recvs = parts;
  arguments.root = root;
  rank.check(row, arguments, fmt::format("{} root {}", variant.name(), root), all, wanted);
}

void gather_all(const Extent& extent, Collective collective) {
  testing::on_all(extent.ranks, [&](Rank& rank) {
    rank.for_algorithms(collective, [&](const Row& row) {
      for_variants(extent, rank.size(), [&](const Variant& variant) {
        for (const int root : extent.roots(variant.count)) gather(rank, row, variant, root);
      });
    });
  });
}
TEST_P(Move, GatherCollectsAtTheRoot) {
  gather_all(GetParam(), Collective::kGather);
}
TEST_P(Move, GathervCollectsAtTheRoot) {
  gather_all(GetParam(), Collective::kGatherv);
}

void scatter(Rank& rank, const Row& row, const Variant& variant, int root) {
  const bool uneven = row.collective == Collective::kScatterv;
  const bool at_root = rank.rank() == root;
  const Placement placement = placement_of(uneven, rank.size(), variant.count);
  const std::size_t own = placement.counts[static_cast<std::size_t>(rank.rank())];
  Cells all(variant.layout(root), at_root ? placement.total : 0);
  for (int i = 0; at_root && i < rank.size(); ++i) {
    const auto part = static_cast<std::size_t>(i);
    fill(&all, placement.firsts[part], root, i, placement.counts[part]);
  }
  Arguments arguments;
  arguments.in_place = variant.in_place && at_root;
  Cells mine(variant.layout(rank.rank() + 1), own);
  std::vector<testing::Cell> wanted(own, kUntouched);
  if (!arguments.in_place) expect(&wanted, 0, root, rank.rank(), own);
  std::vector<proto::Buffer> parts;
  if (at_root) parts = parts_of(&all, placement);
  arguments.send = at_root && !uneven ? all.buffer(0, variant.count) : proto::Buffer{};
  arguments.sends = parts;
  arguments.recv = arguments.in_place ? proto::Buffer{} : mine.buffer(0, own);
  arguments.root = root;
  rank.check(row, arguments, fmt::format("{} root {}", variant.name(), root), mine, wanted);
}

void scatter_all(const Extent& extent, Collective collective) {
  testing::on_all(extent.ranks, [&](Rank& rank) {
    rank.for_algorithms(collective, [&](const Row& row) {
      for_variants(extent, rank.size(), [&](const Variant& variant) {
        for (const int root : extent.roots(variant.count)) scatter(rank, row, variant, root);
      });
    });
  });
}
TEST_P(Move, ScatterGivesEachItsPart) {
  scatter_all(GetParam(), Collective::kScatter);
}
TEST_P(Move, ScattervGivesEachItsPart) {
  scatter_all(GetParam(), Collective::kScatterv);
}

void allgather(Rank& rank, const Row& row, const Variant& variant) {
  const bool uneven = row.collective == Collective::kAllgatherv;
  const Placement placement = placement_of(uneven, rank.size(), variant.count);
  const std::size_t own = static_cast<std::size_t>(rank.rank());
  Cells mine(variant.layout(rank.rank() + 1), placement.counts[own]);
  fill(&mine, 0, rank.rank(), 0, placement.counts[own]);
  Cells all(variant.layout(rank.rank()), placement.total);
  if (variant.in_place) fill(&all, placement.firsts[own], rank.rank(), 0, placement.counts[own]);
  std::vector<testing::Cell> wanted(placement.total, kUntouched);
  for (int i = 0; i < rank.size(); ++i) {
    const auto part = static_cast<std::size_t>(i);
    expect(&wanted, placement.firsts[part], i, 0, placement.counts[part]);
  }
  const std::vector<proto::Buffer> parts = parts_of(&all, placement);
  Arguments arguments;
  arguments.in_place = variant.in_place;
  arguments.send = variant.in_place ? proto::Buffer{} : mine.buffer(0, placement.counts[own]);
  arguments.recv = uneven ? proto::Buffer{} : all.buffer(0, variant.count);
  arguments.recvs = parts;
  rank.check(row, arguments, variant.name(), all, wanted);
}

// The data that `one` and `other` send each other have equal lengths, as in-place calls need.
std::size_t between(int one, int other, std::size_t count) {
  if (count == 0 || (one + other) % 3 == 1) return 0;
  return count + static_cast<std::size_t>(one * other % 4);
}

// Part `to` of rank `from` contains its number.
void alltoall(Rank& rank, const Row& row, const Variant& variant) {
  const bool uneven = row.collective == Collective::kAlltoallw;
  std::vector<std::size_t> counts;
  for (int i = 0; i < rank.size(); ++i) counts.push_back(uneven ? between(rank.rank(), i, variant.count) : variant.count);
  const Placement placement = uneven ? Placement::of_counts(counts) : Placement::equal(rank.size(), variant.count);
  Cells out(variant.layout(rank.rank() + 1), variant.in_place ? 0 : placement.total);
  Cells in(variant.layout(rank.rank()), placement.total);
  std::vector<testing::Cell> wanted(placement.total, kUntouched);
  for (int i = 0; i < rank.size(); ++i) {
    const auto part = static_cast<std::size_t>(i);
    fill(variant.in_place ? &in : &out, placement.firsts[part], rank.rank(), i, placement.counts[part]);
    expect(&wanted, placement.firsts[part], i, rank.rank(), placement.counts[part]);
  }
  const std::vector<proto::Buffer> sends = parts_of(&out, placement);
  const std::vector<proto::Buffer> recvs = parts_of(&in, placement);
  Arguments arguments;
  arguments.in_place = variant.in_place;
  if (!variant.in_place) arguments.sends = sends;
  arguments.recvs = recvs;
  if (!uneven) {
    arguments.send = variant.in_place ? proto::Buffer{} : out.buffer(0, variant.count);
    arguments.recv = in.buffer(0, variant.count);
  }
  rank.check(row, arguments, variant.name(), in, wanted);
}

void exchange_all(const Extent& extent, Collective collective, void (*one)(Rank&, const Row&, const Variant&)) {
  testing::on_all(extent.ranks, [&](Rank& rank) {
    rank.for_algorithms(collective, [&](const Row& row) {
      for_variants(extent, rank.size(), [&](const Variant& variant) { one(rank, row, variant); });
    });
  });
}
TEST_P(Move, AllgatherCollectsEverywhere) {
  exchange_all(GetParam(), Collective::kAllgather, allgather);
}
TEST_P(Move, AllgathervCollectsEverywhere) {
  exchange_all(GetParam(), Collective::kAllgatherv, allgather);
}
TEST_P(Move, AlltoallExchangesAllParts) {
  exchange_all(GetParam(), Collective::kAlltoall, alltoall);
}
TEST_P(Move, AlltoallwExchangesAllParts) {
  exchange_all(GetParam(), Collective::kAlltoallw, alltoall);
}

}  // namespace
}  // namespace penstock::coll
