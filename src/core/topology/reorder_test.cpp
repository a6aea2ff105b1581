// Reordering on invented machines: counts the links that cross hosts, packages and NUMA nodes, before and after.
#include "core/topology/reorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>

namespace penstock::core {
namespace {

// `hosts` hosts have `nodes` NUMA nodes each, with one package for each NUMA node. Ranks are placed round-robin over the hosts,
// and on each host round-robin over its NUMA nodes, as launchers do that distribute evenly.
std::vector<runtime::Locality> round_robin(int hosts, int nodes, int ranks) {
  std::vector<runtime::Locality> places;
  for (int i = 0; i < ranks; ++i) {
    const int numa = i / hosts % nodes;
    places.push_back({static_cast<std::uint64_t>(i % hosts) + 100, numa, numa});
  }
  return places;
}

std::vector<int> in_order(std::size_t ranks) {
  std::vector<int> numbers(ranks);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

void expect_each_once(std::vector<int> nodes) {
  std::ranges::sort(nodes);
  EXPECT_EQ(nodes, in_order(nodes.size()));
}

struct Counts {
  Crossings before;
  Crossings after;
};

Counts report(const std::string& what, std::span<const Link> links, std::span<const int> nodes,
              std::span<const runtime::Locality> places) {
  const Counts counts{crossings(links, in_order(places.size()), places), crossings(links, nodes, places)};
  std::printf("%-44s %5zu links: between hosts %5llu -> %5llu, packages or hosts %5llu -> %5llu\n", what.c_str(), links.size(),
              static_cast<unsigned long long>(counts.before[0]), static_cast<unsigned long long>(counts.after[0]),
              static_cast<unsigned long long>(counts.before[2]), static_cast<unsigned long long>(counts.after[2]));
  return counts;
}

Counts grid(const std::vector<int>& dims, bool wraps, const std::vector<runtime::Locality>& places) {
  const std::vector<int> periods(dims.size(), wraps ? 1 : 0);
  const std::vector<int> nodes = reorder_grid(dims, periods, places);
  EXPECT_EQ(nodes, reorder_grid(dims, periods, places));
  expect_each_once(nodes);
  std::string name;
  for (const int dim : dims) name += (name.empty() ? "" : " x ") + std::to_string(dim);
  return report(name + (wraps ? ", periodic" : ""), grid_links(dims, periods), nodes, places);
}

TEST(Reorder, GridsBecomeBlocks) {
  // There are 2 hosts x 2 NUMA nodes x 4 cores: hosts get halves of the grid, NUMA nodes quarters.
  const Counts flat = grid({4, 4}, false, round_robin(2, 2, 16));
  EXPECT_EQ(flat.before[0], 24U);  // every link along a row
  EXPECT_EQ(flat.after[0], 8U);    // one cut across
  EXPECT_EQ(flat.after[2], 16U);   // two cuts
  const Counts torus = grid({4, 4}, true, round_robin(2, 2, 16));
  EXPECT_EQ(torus.after[0], 16U);
  EXPECT_LT(torus.after[0], torus.before[0]);
  const Counts deep = grid({4, 4, 4}, true, round_robin(8, 2, 64));
  EXPECT_LT(deep.after[0], deep.before[0]);
  EXPECT_EQ(deep.after[0], 8U * 24U);  // blocks of 2 x 2 x 2: 24 links out of each
  const Counts line = grid({32}, false, round_robin(4, 2, 32));
  EXPECT_EQ(line.after[0], 6U);   // three cuts of one line
  EXPECT_EQ(line.after[2], 14U);  // seven
  const Counts big = grid({32, 32}, true, round_robin(16, 4, 1024));
  EXPECT_EQ(big.after[0], 16U * 32U);  // blocks of 8 x 8: 32 links out of each
}

TEST(Reorder, GroupsOfDifferentSizesGetConnectedParts) {
  std::vector<runtime::Locality> places = round_robin(2, 2, 12);
  for (int i = 0; i < 3; ++i) places[static_cast<std::size_t>(2 * i)].host = 101;  // 3 ranks on one host, 9 on the other
  const Counts counts = grid({4, 3}, false, places);
  EXPECT_LE(counts.after[0], 6U);
  EXPECT_LT(counts.after[0], counts.before[0]);
}

TEST(Reorder, WhatCannotCrossLessStaysAsItIs) {
  const std::vector<runtime::Locality> together(16, runtime::Locality{7, 0, 0});
  EXPECT_EQ(reorder_grid(std::vector{4, 4}, std::vector{0, 0}, together), in_order(16));
  EXPECT_EQ(reorder_graph(grid_links(std::vector{4, 4}, std::vector{0, 0}), together), in_order(16));
  // Each host holds consecutive rows of the grid already.
  std::vector<runtime::Locality> blocks;
  for (int i = 0; i < 16; ++i) blocks.push_back({static_cast<std::uint64_t>(i / 8), -1, -1});
  EXPECT_EQ(reorder_grid(std::vector{4, 4}, std::vector{0, 0}, blocks), in_order(16));
  EXPECT_EQ(reorder_graph(grid_links(std::vector{4, 4}, std::vector{0, 0}), blocks), in_order(16));
}

TEST(Reorder, NoDimensionIsOneNode) {
  EXPECT_EQ(reorder_grid({}, {}, std::vector<runtime::Locality>(1)), in_order(1));
}

// Numbers the nodes at random, so that no order of theirs helps.
std::vector<Link> shuffled(std::vector<Link> links, std::size_t nodes, std::uint32_t seed) {
  std::vector<int> names = in_order(nodes);
  std::mt19937 random(seed);
  std::ranges::shuffle(names, random);
  for (Link& link : links) {
    link.from = names[static_cast<std::size_t>(link.from)];
    link.to = names[static_cast<std::size_t>(link.to)];
  }
  return links;
}

Counts graph(const std::string& what, const std::vector<Link>& links, const std::vector<runtime::Locality>& places) {
  const std::vector<int> nodes = reorder_graph(links, places);
  EXPECT_EQ(nodes, reorder_graph(links, places));
  expect_each_once(nodes);
  return report(what, links, nodes, places);
}

TEST(Reorder, GraphsGrowParts) {
  const Counts ring =
      graph("ring of 16, shuffled", shuffled(grid_links(std::vector{16}, std::vector{1}), 16, 1), round_robin(2, 2, 16));
  EXPECT_EQ(ring.after[0], 4U);  // cut twice, in both directions
  EXPECT_EQ(ring.after[2], 8U);
  const Counts mesh =
      graph("8 x 8, shuffled", shuffled(grid_links(std::vector{8, 8}, std::vector{0, 0}), 64, 2), round_robin(4, 2, 64));
  EXPECT_LT(2 * mesh.after[0], mesh.before[0]);
  EXPECT_LT(mesh.after[2], mesh.before[2]);
}

// Eight pairs exchange much, in a ring that exchanges little: no pair is separated.
TEST(Reorder, WeightsDecide) {
  std::vector<Link> links;
  for (int i = 0; i < 8; ++i) {
    links.push_back({i, i + 8, 1000});
    links.push_back({i, (i + 1) % 8, 1});
  }
  std::vector<runtime::Locality> places;
  for (int i = 0; i < 16; ++i) places.push_back({static_cast<std::uint64_t>(i / 4), -1, -1});
  const Counts counts = graph("pairs of weight 1000", links, places);
  EXPECT_GE(counts.before[0], 1000U);
  EXPECT_LT(counts.after[0], 1000U);
}

TEST(Reorder, NeverCrossesMoreThanItsOwnOrder) {
  const std::uint32_t seed = std::random_device{}();
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const auto nodes = static_cast<std::size_t>(random() % 24 + 1);
    std::vector<runtime::Locality> places(nodes);
    for (runtime::Locality& place : places) place = {random() % 3, static_cast<std::int32_t>(random() % 3) - 1, -1};
    std::vector<Link> links(random() % 60);
    for (Link& link : links) {
      link = {static_cast<int>(random() % nodes), static_cast<int>(random() % nodes), random() % 5};
    }
    const std::vector<int> found = reorder_graph(links, places);
    expect_each_once(found);
    EXPECT_LE(crossings(links, found, places), crossings(links, in_order(nodes), places)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace penstock::core
