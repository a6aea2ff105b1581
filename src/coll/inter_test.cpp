// Tests every algorithm between two groups against a plain reference.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::cell;
using testing::Cells;
using testing::combined;
using testing::kUntouched;
using testing::Placement;
using testing::Rank;

[[maybe_unused]] const auto* const kCounting = ::testing::AddGlobalTestEnvironment(new testing::Counting);

// Sizes of the two groups.
class Inter : public ::testing::TestWithParam<std::pair<int, int>> {
 protected:
  void on_both(const std::function<void(Rank&)>& body) {
    testing::on_all(GetParam().first + GetParam().second, body, GetParam().first);
  }
};
INSTANTIATE_TEST_SUITE_P(Groups, Inter,
                         ::testing::Values(std::pair{1, 1}, std::pair{1, 3}, std::pair{2, 3}, std::pair{3, 1},
                                           std::pair{4, 4}));

// Cells contain the number of their rank in the job.
int job_rank(const Rank& rank, int group, int member) {
  const int first_group = rank.group() == 0 ? rank.size() : rank.team().remote;
  return group * first_group + member;
}
int self(const Rank& rank) {
  return job_rank(rank, rank.group(), rank.rank());
}
int remote(const Rank& rank, int member) {
  return job_rank(rank, 1 - rank.group(), member);
}

const proto::Layout& layout_of(int parity) {
  return parity % 2 == 0 ? testing::spread_cells() : testing::dense_cells();
}

// Returns the root argument on this rank, if `member` of `group` is the root.
int root_for(const Rank& rank, int group, int member) {
  if (rank.group() != group) return member;
  return rank.rank() == member ? kRootHere : kRootGroup;
}

template <typename Body>
void for_roots(const Rank& rank, const Body& body) {
  for (const int group : {0, 1}) {
    const int size = rank.group() == group ? rank.size() : rank.team().remote;
    for (int member = 0; member < size; ++member) body(group, member);
  }
}

template <typename Body>
void for_counts(const Body& body) {
  for (const std::size_t count : {0UL, 1UL, 7UL, 5001UL}) body(count);
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
Placement placement_of(bool uneven, int parts, std::size_t count) {
  return uneven ? Placement::of_counts(testing::uneven_counts(parts, count)) : Placement::equal(parts, count);
}

TEST_P(Inter, BarrierHoldsUntilAllAreIn) {
  std::atomic<int> entered{0};
  on_both([&](Rank& rank) {
    for (int round = 1; round <= 5; ++round) {
      entered.fetch_add(1);
      Cells none(testing::dense_cells(), 0);
      rank.check(*testing::algorithms(Collective::kBarrier, true).front(), {}, "", none, {});
      EXPECT_GE(entered.load(), round * (rank.size() + rank.team().remote));
    }
  });
}

void bcast(Rank& rank, const Row& row, std::size_t count, int group, int member) {
  const int root = root_for(rank, group, member);
  Cells data(layout_of(self(rank)), count);
  std::vector<testing::Cell> wanted(count, kUntouched);
  if (root == kRootHere) fill(&data, 0, self(rank), 0, count);
  if (root != kRootGroup) expect(&wanted, 0, job_rank(rank, group, member), 0, count);
  Arguments arguments;
  if (root != kRootGroup) arguments.recv = data.buffer(0, count);
  arguments.root = root;
  rank.check(row, arguments, fmt::format("count {} root {} of {}", count, member, group), data, wanted);
}

void gather(Rank& rank, const Row& row, std::size_t count, int group, int member) {
  const bool uneven = row.collective == Collective::kGatherv;
  const int root = root_for(rank, group, member);
  const Placement placement = placement_of(uneven, root == kRootHere ? rank.team().remote : rank.size(), count);
  const std::size_t total = root == kRootHere ? placement.total : 0;
  Cells all(layout_of(self(rank)), total);
  std::vector<testing::Cell> wanted(total, kUntouched);
  const std::size_t own = root >= 0 ? placement.counts[static_cast<std::size_t>(rank.rank())] : 0;
  Cells mine(layout_of(self(rank)), own);
  fill(&mine, 0, self(rank), 0, own);
  Arguments arguments;
  std::vector<proto::Buffer> parts;
  if (root == kRootHere) {
    for (std::size_t i = 0; i < placement.counts.size(); ++i) {
      expect(&wanted, placement.firsts[i], remote(rank, static_cast<int>(i)), 0, placement.counts[i]);
    }
    parts = parts_of(&all, placement);
    if (!uneven) arguments.recv = all.buffer(0, count);
  }
  arguments.recvs = parts;
  if (root >= 0) arguments.send = mine.buffer(0, own);
  arguments.root = root;
  rank.check(row, arguments, fmt::format("count {} root {} of {}", count, member, group), all, wanted);
}

void scatter(Rank& rank, const Row& row, std::size_t count, int group, int member) {
  const bool uneven = row.collective == Collective::kScatterv;
  const int root = root_for(rank, group, member);
  const Placement placement = placement_of(uneven, root == kRootHere ? rank.team().remote : rank.size(), count);
  const std::size_t own = root >= 0 ? placement.counts[static_cast<std::size_t>(rank.rank())] : 0;
  Cells mine(layout_of(self(rank)), own);
  std::vector<testing::Cell> wanted(own);
  expect(&wanted, 0, job_rank(rank, group, member), rank.rank(), own);
  Cells all(layout_of(self(rank)), root == kRootHere ? placement.total : 0);
  Arguments arguments;
  std::vector<proto::Buffer> parts;
  if (root == kRootHere) {
    for (std::size_t i = 0; i < placement.counts.size(); ++i) {
      fill(&all, placement.firsts[i], self(rank), static_cast<int>(i), placement.counts[i]);
    }
    parts = parts_of(&all, placement);
    if (!uneven) arguments.send = all.buffer(0, count);
  }
  arguments.sends = parts;
  if (root >= 0) arguments.recv = mine.buffer(0, own);
  arguments.root = root;
  rank.check(row, arguments, fmt::format("count {} root {} of {}", count, member, group), mine, wanted);
}

TEST_P(Inter, RootedCallsMoveBetweenTheRootAndTheOtherGroup) {
  on_both([](Rank& rank) {
    for_counts([&](std::size_t count) {
      for_roots(rank, [&](int group, int member) {
        for (const Row* row : testing::algorithms(Collective::kBcast, true)) bcast(rank, *row, count, group, member);
        for (const Row* row : testing::algorithms(Collective::kGather, true)) gather(rank, *row, count, group, member);
        for (const Row* row : testing::algorithms(Collective::kGatherv, true)) gather(rank, *row, count, group, member);
        for (const Row* row : testing::algorithms(Collective::kScatter, true)) scatter(rank, *row, count, group, member);
        for (const Row* row : testing::algorithms(Collective::kScatterv, true)) scatter(rank, *row, count, group, member);
      });
    });
  });
}

// Parts of the two groups differ in length: group 1's are longer, or (with `silent`) there are none.
void allgather(Rank& rank, const Row& row, std::size_t count, bool silent) {
  const bool uneven = row.collective == Collective::kAllgatherv;
  const std::size_t counts[2] = {count, silent ? 0 : count * 2};
  const Placement there = placement_of(uneven, rank.team().remote, counts[1 - rank.group()]);
  const Placement here = placement_of(uneven, rank.size(), counts[rank.group()]);
  const std::size_t own = here.counts[static_cast<std::size_t>(rank.rank())];
  Cells mine(layout_of(self(rank)), own);
  fill(&mine, 0, self(rank), 0, own);
  Cells all(layout_of(self(rank) + 1), there.total);
  std::vector<testing::Cell> wanted(there.total, kUntouched);
  for (std::size_t i = 0; i < there.counts.size(); ++i) {
    expect(&wanted, there.firsts[i], remote(rank, static_cast<int>(i)), 0, there.counts[i]);
  }
  const std::vector<proto::Buffer> parts = parts_of(&all, there);
  Arguments arguments;
  arguments.send = mine.buffer(0, own);
  if (!uneven) arguments.recv = all.buffer(0, counts[1 - rank.group()]);
  arguments.recvs = parts;
  rank.check(row, arguments, fmt::format("count {}", count), all, wanted);
}

void alltoall(Rank& rank, const Row& row, std::size_t count) {
  const bool uneven = row.collective == Collective::kAlltoallw;
  std::vector<std::size_t> counts(static_cast<std::size_t>(rank.team().remote), count);
  for (std::size_t i = 0; uneven && i < counts.size(); ++i) {
    counts[i] = (i + static_cast<std::size_t>(rank.rank())) % 3 == 1 ? 0 : count;
  }
  const Placement placement = uneven ? Placement::of_counts(counts) : Placement::equal(rank.team().remote, count);
  Cells out(layout_of(self(rank)), placement.total);
  Cells in(layout_of(self(rank) + 1), placement.total);
  std::vector<testing::Cell> wanted(placement.total, kUntouched);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    fill(&out, placement.firsts[i], self(rank), static_cast<int>(i), placement.counts[i]);
    expect(&wanted, placement.firsts[i], remote(rank, static_cast<int>(i)), rank.rank(), placement.counts[i]);
  }
  const std::vector<proto::Buffer> sends = parts_of(&out, placement);
  const std::vector<proto::Buffer> recvs = parts_of(&in, placement);
  Arguments arguments;
  arguments.send = out.buffer(0, count);
  arguments.recv = in.buffer(0, count);
  arguments.sends = sends;
  arguments.recvs = recvs;
  rank.check(row, arguments, fmt::format("count {}", count), in, wanted);
}

TEST_P(Inter, EachGroupGetsWhatTheOtherHas) {
  on_both([](Rank& rank) {
    for_counts([&](std::size_t count) {
      for (const bool silent : {false, true}) {
        for (const Row* row : testing::algorithms(Collective::kAllgather, true)) allgather(rank, *row, count, silent);
        for (const Row* row : testing::algorithms(Collective::kAllgatherv, true)) allgather(rank, *row, count, silent);
      }
      for (const Row* row : testing::algorithms(Collective::kAlltoall, true)) alltoall(rank, *row, count);
      for (const Row* row : testing::algorithms(Collective::kAlltoallw, true)) alltoall(rank, *row, count);
    });
  });
}

// Returns the combined cells of a group's members.
testing::Cell of_group(const Rank& rank, int group, bool commutative, std::size_t i) {
  const int size = rank.group() == group ? rank.size() : rank.team().remote;
  const int first = job_rank(rank, group, 0);
  return combined(commutative, first, first + size, 0, i);
}

void reduce(Rank& rank, const Row& row, std::size_t count, bool commutative, int group, int member) {
  const int root = root_for(rank, group, member);
  Cells in(testing::spread_cells(), count);
  fill(&in, 0, self(rank), 0, count);
  const std::size_t length = root == kRootHere ? count : 0;
  Cells out(testing::spread_cells(), length);
  std::vector<testing::Cell> wanted(length);
  for (std::size_t i = 0; i < length; ++i) wanted[i] = of_group(rank, 1 - group, commutative, i);
  Arguments arguments;
  arguments.reduction = testing::reduction_of(commutative, testing::spread_cells());
  if (root >= 0) arguments.send = in.buffer(0, count);
  if (root == kRootHere) arguments.recv = out.buffer(0, count);
  arguments.root = root;
  rank.check(row, arguments, fmt::format("count {} root {} of {}", count, member, group), out, wanted);
}

void allreduce(Rank& rank, const Row& row, std::size_t count, bool commutative) {
  Cells in(testing::spread_cells(), count);
  Cells out(testing::spread_cells(), count);
  fill(&in, 0, self(rank), 0, count);
  std::vector<testing::Cell> wanted(count);
  for (std::size_t i = 0; i < count; ++i) wanted[i] = of_group(rank, 1 - rank.group(), commutative, i);
  Arguments arguments;
  arguments.reduction = testing::reduction_of(commutative, testing::spread_cells());
  arguments.send = in.buffer(0, count);
  arguments.recv = out.buffer(0, count);
  rank.check(row, arguments, fmt::format("count {}", count), out, wanted);
}

// The other group's result is divided among this group; both have the same number of elements.
void reduce_scatter(Rank& rank, const Row& row, std::size_t count, bool commutative) {
  const bool uneven = row.collective == Collective::kReduceScatter;
  const auto size = static_cast<std::size_t>(rank.size());
  const std::size_t total = count * size * static_cast<std::size_t>(rank.team().remote);
  std::vector<std::uint64_t> counts(size, total / size);
  if (uneven && size > 1) {
    counts[0] += counts[1];
    counts[1] = 0;
  }
  std::size_t before = 0;
  for (int i = 0; i < rank.rank(); ++i) before += counts[static_cast<std::size_t>(i)];
  const std::size_t own = counts[static_cast<std::size_t>(rank.rank())];
  Cells in(testing::dense_cells(), total);
  Cells out(testing::dense_cells(), own);
  fill(&in, 0, self(rank), 0, total);
  std::vector<testing::Cell> wanted(own);
  for (std::size_t i = 0; i < own; ++i) wanted[i] = of_group(rank, 1 - rank.group(), commutative, before + i);
  Arguments arguments;
  arguments.reduction = testing::reduction_of(commutative, testing::dense_cells());
  arguments.send = in.buffer(0, uneven ? total : own);
  arguments.recv = out.buffer(0, own);
  arguments.counts = counts;
  rank.check(row, arguments, fmt::format("count {}", count), out, wanted);
}

TEST_P(Inter, ReductionsGoToTheOtherGroup) {
  on_both([](Rank& rank) {
    for_counts([&](std::size_t count) {
      for (const bool commutative : {false, true}) {
        for (const Row* row : testing::algorithms(Collective::kReduce, true)) {
          for_roots(rank, [&](int group, int member) { reduce(rank, *row, count, commutative, group, member); });
        }
        for (const Row* row : testing::algorithms(Collective::kAllreduce, true)) allreduce(rank, *row, count, commutative);
        if (count > 100) continue;
        for (const Row* row : testing::algorithms(Collective::kReduceScatterBlock, true)) {
          reduce_scatter(rank, *row, count, commutative);
        }
        for (const Row* row : testing::algorithms(Collective::kReduceScatter, true)) {
          reduce_scatter(rank, *row, count, commutative);
        }
      }
    });
  });
}

}  // namespace
}  // namespace penstock::coll
