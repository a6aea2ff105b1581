// Who is where on several hosts, and how calls are cut into shares, pieces and blocks.
#include "coll/hierarchical_device/hosts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "coll/hierarchical_device/hierarchical.hpp"

namespace penstock::coll {
namespace {

// Ranks on hosts of several sizes, one after another and mixed.
const std::vector<std::vector<int>> kTeams = {{0, 1},          {0, 0, 1, 1},       {0, 0, 1, 2},          {0, 1, 0, 1, 0},
                                              {2, 1, 0},       {0, 0, 0, 1, 1, 2}, {0, 0, 0, 0, 1, 1, 1}, {1, 0, 0, 0},
                                              {0, 1, 1, 1, 1}, {0, 1, 2, 3, 0, 1}};

template <typename Check>
void for_each_rank(const Check& check) {
  for (const std::vector<int>& team : kTeams) {
    const Nodes nodes(team);
    for (int rank = 0; rank < static_cast<int>(team.size()); ++rank) check(nodes, Hosts(nodes, rank), rank);
  }
}

TEST(Hosts, KnowTheirMembers) {
  for_each_rank([](const Nodes& nodes, const Hosts& hosts, int rank) {
    EXPECT_EQ(hosts.host(), nodes.node_of(rank));
    EXPECT_EQ(hosts.members(hosts.host())[static_cast<std::size_t>(hosts.index())], rank);
    EXPECT_EQ(hosts.partner(hosts.host()), rank);
    EXPECT_LE(hosts.rails(), hosts.size());
    EXPECT_GE(hosts.largest(), hosts.size());
  });
}

// What two ranks do together each finds out alone.
TEST(Hosts, RailsMeet) {
  for_each_rank([](const Nodes& nodes, const Hosts& hosts, int rank) {
    for (int host = 0; host < hosts.count() && hosts.on_rail(); ++host) {
      const Hosts other(nodes, hosts.partner(host));
      EXPECT_EQ(other.index(), hosts.index());
      EXPECT_EQ(other.partner(hosts.host()), rank);
    }
  });
}

// On every host one rank stands for each rank of the others, and it is the one that the other takes for its partner.
TEST(Hosts, OneStandsForEach) {
  for_each_rank([](const Nodes& nodes, const Hosts& hosts, int rank) {
    for (int host = 0; host < hosts.count(); ++host) {
      int standing = 0;
      for (const int member : hosts.members(host)) {
        if (!Hosts(nodes, member).stands_for(rank)) continue;
        ++standing;
        EXPECT_EQ(hosts.partner(host), member);
      }
      EXPECT_EQ(standing, 1);
    }
  });
}

TEST(Pieces, CoverTheShareOnce) {
  for (const std::uint64_t elements : {0U, 1U, 63U, 64U, 1000U, 1024U, 4097U}) {
    for (const std::uint64_t piece : {1U, 64U, 1024U}) {
      const Cut cut{elements, piece};
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < cut.pieces(); ++i) {
        EXPECT_EQ(cut.first_of(i), next);
        EXPECT_GT(cut.count_of(i), 0U);
        EXPECT_LE(cut.count_of(i), piece);
        next += cut.count_of(i);
      }
      EXPECT_EQ(next, elements);
    }
  }
}

TEST(Pieces, AreNoLongerThanChunkAndRoom) {
  EXPECT_EQ(piece_of(4096, 1 << 30, 2, 4), 1024U);
  EXPECT_EQ(piece_of(4100, 1 << 30, 2, 4), 1024U) << "even";
  EXPECT_EQ(piece_of(4096, 0, 0, 1), 4096U) << "no place is needed";
  EXPECT_EQ(piece_of(8, 1 << 30, 1, 16), 1U);
  const std::uint64_t piece = piece_of(4 << 20, 1 << 20, 4, 8);
  EXPECT_LE(piece * 8 * 4 * kPiecesAtOnce, std::uint64_t{1} << 20);
  EXPECT_EQ(piece % kEvenElements, 0U);
}

TEST(Blocks, CoverAPieceOnce) {
  for (const std::uint64_t count : {0U, 1U, 64U, 65U, 1000U, 4096U}) {
    for (std::uint64_t blocks = 1; blocks <= 9; ++blocks) {
      EXPECT_EQ(first_of_block(count, blocks, 0), 0U);
      EXPECT_EQ(first_of_block(count, blocks, blocks), count);
      for (std::uint64_t b = 0; b < blocks; ++b) {
        const std::uint64_t length = first_of_block(count, blocks, b + 1) - first_of_block(count, blocks, b);
        EXPECT_LE(length, first_of_block(count, blocks, 1)) << count << " in " << blocks;
      }
    }
  }
}

HierarchicalData data_of(Collective collective, std::uint64_t elements, std::uint64_t unit) {
  HierarchicalData data;
  data.query = {.collective = collective, .bytes = elements * unit, .elements = elements};
  data.unit = unit;
  data.elements = elements;
  return data;
}

// The rails of each host have the whole operand between them, each the same part on all hosts, in pieces of one length.
TEST(Cuts, SharesAreThoseOfRails) {
  constexpr std::uint64_t kElements = 1'000'003;
  for (const Collective collective : {Collective::kAllreduce, Collective::kReduce, Collective::kBcast}) {
    const HierarchicalData data = data_of(collective, kElements, 4);
    for_each_rank([&](const Nodes& nodes, const Hosts& hosts, int rank) {
      std::uint64_t next = 0;
      for (const int member : hosts.members(hosts.host())) {
        const HierarchicalCut cut = cut_of(data, Hosts(nodes, member), 64 << 10, 64 << 20);
        EXPECT_EQ(cut.cut.elements == 0 ? next : cut.first, next);
        next += cut.cut.elements;
      }
      EXPECT_EQ(next, kElements);
      const HierarchicalCut own = cut_of(data, hosts, 64 << 10, 64 << 20);
      for (int host = 0; host < hosts.count() && hosts.on_rail(); ++host) {
        const HierarchicalCut other = cut_of(data, Hosts(nodes, hosts.partner(host)), 64 << 10, 64 << 20);
        EXPECT_EQ(other.first, own.first) << rank;
        EXPECT_EQ(other.cut.elements, own.cut.elements);
        EXPECT_EQ(other.cut.piece, own.cut.piece);
      }
    });
  }
}

// What is in workspace at a time has room there: operands of all hosts, and parts that are on their way to others.
TEST(Cuts, HaveRoom) {
  constexpr std::uint64_t kRoom = 1 << 20;
  for (const Collective collective : {Collective::kAllreduce, Collective::kReduce, Collective::kReduceScatterBlock}) {
    const HierarchicalData data = data_of(collective, 3 << 20, 8);
    for_each_rank([&](const Nodes&, const Hosts& hosts, int) {
      const HierarchicalCut cut = cut_of(data, hosts, 1 << 30, kRoom);
      EXPECT_LE(cut.workspace_bytes(), kRoom);
      const std::uint64_t piece = std::min(cut.cut.piece, cut.cut.elements);
      const auto all = static_cast<std::uint64_t>(hosts.count());
      EXPECT_GE(cut.slot_bytes, 8 * (cut.in_blocks ? first_of_block(piece, all, 1) : piece));
      std::uint64_t parts = static_cast<std::uint64_t>(hosts.count());
      for (int host = 0; host < hosts.count() && collective == Collective::kReduceScatterBlock; ++host) {
        for (const int rank : hosts.members(host)) parts += host != hosts.host() && hosts.stands_for(rank) ? 1 : 0;
      }
      EXPECT_GE(cut.slots, parts);
    });
  }
}

// Between two hosts one round is as cheap as two; of little, one round is quicker.
TEST(Cuts, BlocksAreForMuchOfManyHosts) {
  const Nodes two(std::vector{0, 0, 1, 1});
  const Nodes three(std::vector{0, 1, 2});
  EXPECT_FALSE(cut_of(data_of(Collective::kAllreduce, 1 << 20, 4), Hosts(two, 0), 1 << 20, 1 << 30).in_blocks);
  EXPECT_TRUE(cut_of(data_of(Collective::kAllreduce, 1 << 20, 4), Hosts(three, 0), 1 << 20, 1 << 30).in_blocks);
  EXPECT_FALSE(cut_of(data_of(Collective::kAllreduce, 8, 4), Hosts(three, 0), 1 << 20, 1 << 30).in_blocks);
}

}  // namespace
}  // namespace penstock::coll
