// Tests every algorithm of the neighbourhood collectives, on rings and on random graphs, against a plain reference.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <random>

#include "coll/neighbor/neighborhood.hpp"
#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::cell;
using testing::Cells;
using testing::kUntouched;
using testing::Placement;
using testing::Rank;

[[maybe_unused]] const auto* const kCounting = ::testing::AddGlobalTestEnvironment(new testing::Counting);

class Neighbor : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Neighbor, ::testing::Range(1, 10), ::testing::PrintToStringParamName());

// A topology with the neighbourhoods of all ranks.
struct Scene {
  std::string name;
  std::vector<Neighborhood> ranks;

  Scene(std::string of, int size) : name(std::move(of)), ranks(static_cast<std::size_t>(size)) {}
  Neighborhood& of(int rank) { return ranks[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Neighborhood& of(int rank) const { return ranks[static_cast<std::size_t>(rank)]; }

  void find_loops() {
    for (int rank = 0; rank < static_cast<int>(ranks.size()); ++rank) {
      Neighborhood& own = of(rank);
      for (std::size_t out = 0; out < own.out.size(); ++out) {
        for (std::size_t in = 0; in < own.in.size(); ++in) {
          const bool loop = own.out[out].peer == rank && own.in[in].peer == rank && own.out[out].number == own.in[in].number;
          if (loop) own.loops.push_back({out, in});
        }
      }
    }
  }
  // Returns the index, in the sender's list, of the outgoing edge that leads to `in` of `rank`.
  [[nodiscard]] std::size_t sender_of(int rank, const Edge& in) const {
    const std::vector<Edge>& out = of(in.peer).out;
    std::size_t i = 0;
    while (out[i].peer != rank || out[i].number != in.number) ++i;
    return i;
  }
};

// Data sent downwards arrive from above, even where both neighbours are one rank; there is no neighbour beyond the ends.
Scene ring(int size, bool closed) {
  Scene scene(closed ? "ring" : "line", size);
  for (int rank = 0; rank < size; ++rank) {
    const int below = rank > 0 ? rank - 1 : closed ? size - 1 : kNobody;
    const int above = rank + 1 < size ? rank + 1 : closed ? 0 : kNobody;
    scene.of(rank).out = {{below, 0}, {above, 1}};
    scene.of(rank).in = {{below, 1}, {above, 0}};
  }
  scene.find_loops();
  return scene;
}

// Edges come twice, lead back to their rank, or go one way only; some ranks have none.
Scene random_graph(int size, std::uint32_t seed) {
  Scene scene(fmt::format("graph {}", seed), size);
  std::mt19937 random(seed);
  std::map<std::pair<int, int>, std::uint32_t> seen;
  const auto any = [&] { return static_cast<int>(random() % static_cast<std::uint32_t>(size)); };
  for (int left = 3 * size; left > 0; --left) {
    const int from = any();
    const int to = any();
    const std::uint32_t number = seen[{from, to}]++;
    scene.of(from).out.push_back({to, number});
    scene.of(to).in.push_back({from, number});
  }
  scene.find_loops();
  return scene;
}

struct Variant {
  std::size_t count;
  bool spread;
  [[nodiscard]] const proto::Layout& layout(int parity) const {
    return spread == (parity % 2 == 0) ? testing::spread_cells() : testing::dense_cells();
  }
};

// Both ends know the length of a message; some are empty.
std::size_t length(const Variant& variant, int from, std::size_t out) {
  if (variant.count == 0 || (static_cast<std::size_t>(from) + out) % 4 == 3) return 0;
  return variant.count + out % 3;
}

std::vector<proto::Buffer> parts_of(Cells* cells, const Placement& placement) {
  std::vector<proto::Buffer> parts;
  for (std::size_t i = 0; i < placement.counts.size(); ++i) {
    parts.push_back(cells->buffer(placement.firsts[i], placement.counts[i]));
  }
  return parts;
}

// `to_all`: every outgoing edge carries the same part.
void exchange(Rank& rank, const Row& row, const Scene& scene, const Variant& variant, bool to_all) {
  const Neighborhood& own = scene.of(rank.rank());
  const auto sent = [&](int from, std::size_t out) { return to_all ? variant.count : length(variant, from, out); };
  std::vector<std::size_t> going;
  for (std::size_t i = 0; i < own.out.size(); ++i) going.push_back(sent(rank.rank(), i));
  if (to_all) going.assign(1, variant.count);
  std::vector<std::size_t> coming;
  for (const Edge& edge : own.in)
    coming.push_back(edge.peer == kNobody ? 2 : sent(edge.peer, scene.sender_of(rank.rank(), edge)));
  const Placement out_places = Placement::of_counts(going);
  const Placement in_places = Placement::of_counts(coming);
  Cells out(variant.layout(rank.rank() + 1), out_places.total);
  Cells in(variant.layout(rank.rank()), in_places.total);
  for (std::size_t i = 0; i < going.size(); ++i) {
    for (std::size_t j = 0; j < going[i]; ++j) out.set(out_places.firsts[i] + j, cell(rank.rank(), static_cast<int>(i), j));
  }
  std::vector<testing::Cell> wanted(in_places.total, kUntouched);
  for (std::size_t i = 0; i < own.in.size(); ++i) {
    const Edge& edge = own.in[i];
    if (edge.peer == kNobody) continue;
    const int part = to_all ? 0 : static_cast<int>(scene.sender_of(rank.rank(), edge));
    for (std::size_t j = 0; j < coming[i]; ++j) wanted[in_places.firsts[i] + j] = cell(edge.peer, part, j);
  }
  const std::vector<proto::Buffer> sends = parts_of(&out, out_places);
  const std::vector<proto::Buffer> recvs = parts_of(&in, in_places);
  Arguments arguments;
  arguments.neighbors = &own;
  if (to_all) {
    arguments.send = sends.front();
  } else {
    arguments.sends = sends;
  }
  arguments.recvs = recvs;
  rank.check(row, arguments, fmt::format("{} count {}{}", scene.name, variant.count, variant.spread ? " spread" : ""), in,
             wanted);
}

void over_everything(int ranks, Collective collective, bool to_all) {
  std::vector<Scene> scenes = {ring(ranks, true), ring(ranks, false)};
  for (const std::uint32_t seed : {1U, 2U, 3U}) scenes.push_back(random_graph(ranks, seed));
  testing::on_all(ranks, [&](Rank& rank) {
    for (const Row* row : testing::algorithms(collective)) {
      for (const Scene& scene : scenes) {
        for (const std::size_t count : {0UL, 1UL, 5UL, 301UL, 9001UL}) {
          for (const bool spread : {false, true}) exchange(rank, *row, scene, {count, spread}, to_all);
        }
      }
    }
  });
}

TEST_P(Neighbor, AllgatherGivesTheSameToAll) {
  over_everything(GetParam(), Collective::kNeighborAllgather, true);
}

TEST_P(Neighbor, AlltoallGivesEachItsPart) {
  over_everything(GetParam(), Collective::kNeighborAlltoall, false);
}

}  // namespace
}  // namespace penstock::coll
