#include "graph.hpp"

#include <algorithm>
#include <climits>
#include <numeric>
#include <string>

#include "hybrid/threads.hpp"
#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

// Graph500's probabilities of the four quarters of the matrix, in parts of 2^32: A, A+B, A+B+C.
constexpr double kWhole = 4294967296.0;
constexpr auto kA = static_cast<std::uint32_t>(0.57 * kWhole);
constexpr auto kAB = static_cast<std::uint32_t>(0.76 * kWhole);
constexpr auto kABC = static_cast<std::uint32_t>(0.95 * kWhole);

// A bijection of the vertices, because the generator gives low numbers the most edges.
Vertex scrambled(const GraphSize& size, Vertex vertex) {
  const Vertex mask = size.vertices() - 1;
  const int half = std::max(1, size.scale / 2);
  const auto salt = static_cast<Vertex>(mixed(size.seed));
  vertex = ((vertex ^ salt) * 0x9e3779b1U) & mask;
  vertex ^= vertex >> half;
  vertex = (vertex * 0x85ebca6bU + salt) & mask;
  return vertex ^ (vertex >> half);
}

// Returns the number of edges in this rank's share, which is as even as possible.
std::uint64_t share(std::uint64_t edges, int rank, int ranks) {
  const auto all = static_cast<std::uint64_t>(ranks), mine = static_cast<std::uint64_t>(rank);
  return edges / all * mine + std::min(edges % all, mine);
}

std::vector<int> places(const std::vector<int>& counts) {
  std::vector<int> at(counts.size() + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), at.begin() + 1);
  return at;
}

}  // namespace

Edge kronecker_edge(const GraphSize& size, std::uint64_t at) {
  Edge edge{0, 0};
  std::uint64_t state = mixed(size.seed ^ mixed(at));
  for (int level = 0; level < size.scale; ++level) {
    if (level % 2 == 0) state = mixed(state);
    const auto chance = static_cast<std::uint32_t>(state >> (level % 2 * 32));
    edge.from = edge.from << 1 | static_cast<Vertex>(chance >= kAB);
    edge.to = edge.to << 1 | static_cast<Vertex>((chance >= kA && chance < kAB) || chance >= kABC);
  }
  return {scrambled(size, edge.from), scrambled(size, edge.to)};
}

Graph::Graph(const GraphSize& size, int rank, int ranks, int threads)
    : size_(size), rank_(rank), ranks_(ranks), block_((size.vertices() - 1) / static_cast<Vertex>(ranks) + 1) {
  const std::uint64_t before =
      std::min<std::uint64_t>(std::uint64_t{block_} * static_cast<std::uint64_t>(rank), size.vertices());
  own_ = static_cast<Vertex>(std::min<std::uint64_t>(block_, size.vertices() - before));
  if (size.edges() > static_cast<std::uint64_t>(ranks) * (INT_MAX / 8)) {
    throw Failure("2^" + std::to_string(size.scale) + " vertices with " + std::to_string(size.edge_factor) +
                  " edges each are too many for " + std::to_string(ranks) + " ranks: take more ranks or a lower --scale");
  }
  generate(threads);
  order(exchange());
}

void Graph::generate(int threads) {
  const std::uint64_t begin = share(size_.edges(), rank_, ranks_), end = share(size_.edges(), rank_ + 1, ranks_);
  list_.resize(end - begin);
  on_threads(threads, [&](int thread) {
    const std::uint64_t from = share(list_.size(), thread, threads), to = share(list_.size(), thread + 1, threads);
    for (std::uint64_t i = from; i < to; ++i) list_[i] = kronecker_edge(size_, begin + i);
  });
}

// Returns every edge from both of its ends, at the owner of the end that it begins with.
std::vector<Edge> Graph::exchange() const {
  std::vector<int> sent(static_cast<std::size_t>(ranks_), 0), coming(sent);
  for (const Edge& edge : list_) {
    if (edge.from == edge.to) continue;
    ++sent[static_cast<std::size_t>(owner(edge.from))];
    ++sent[static_cast<std::size_t>(owner(edge.to))];
  }
  MPI_Alltoall(sent.data(), 1, MPI_INT, coming.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const std::vector<int> out_at = places(sent), in_at = places(coming);
  std::vector<int> next(out_at);
  std::vector<Edge> out(static_cast<std::size_t>(out_at.back())), in(static_cast<std::size_t>(in_at.back()));
  for (const Edge& edge : list_) {
    if (edge.from == edge.to) continue;
    out[static_cast<std::size_t>(next[static_cast<std::size_t>(owner(edge.from))]++)] = edge;
    out[static_cast<std::size_t>(next[static_cast<std::size_t>(owner(edge.to))]++)] = {edge.to, edge.from};
  }
  static_assert(sizeof(Edge) == sizeof(std::uint64_t));
  MPI_Alltoallv(out.data(), sent.data(), out_at.data(), MPI_UINT64_T, in.data(), coming.data(), in_at.data(), MPI_UINT64_T,
                MPI_COMM_WORLD);
  return in;
}

void Graph::order(const std::vector<Edge>& edges) {
  first_.assign(std::size_t{own_} + 1, 0);
  neighbours_.resize(edges.size());
  for (const Edge& edge : edges) ++first_[std::size_t{number_at_owner(edge.from)} + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<std::uint64_t> next(first_);
  for (const Edge& edge : edges) neighbours_[next[number_at_owner(edge.from)]++] = edge.to;
}

std::vector<Vertex> Graph::roots(int count) const {
  const std::size_t tries = 64 * static_cast<std::size_t>(count);
  std::vector<Vertex> chosen;
  std::vector<Vertex> candidates(tries);
  std::vector<int> good(tries, 0);
  for (std::size_t i = 0; i < tries; ++i) {
    candidates[i] = static_cast<Vertex>(mixed(size_.seed + 1000 + i)) & (size_.vertices() - 1);
    good[i] = owner(candidates[i]) == rank_ && !neighbours(number_at_owner(candidates[i])).empty() ? 1 : 0;
  }
  MPI_Allreduce(MPI_IN_PLACE, good.data(), static_cast<int>(tries), MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < tries && chosen.size() < static_cast<std::size_t>(count); ++i) {
    if (good[i] != 0 && std::find(chosen.begin(), chosen.end(), candidates[i]) == chosen.end()) chosen.push_back(candidates[i]);
  }
  if (chosen.size() < static_cast<std::size_t>(count)) {
    throw Failure("the graph has no " + std::to_string(count) + " different roots: choose fewer --roots or a larger --scale");
  }
  return chosen;
}

}  // namespace bench::hybrid
