// A Kronecker graph as Graph500 generates it, its vertices dealt to the ranks in blocks.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace bench::hybrid {

using Vertex = std::uint32_t;
inline constexpr Vertex kNoVertex = ~Vertex{0};

struct Edge {
  Vertex from, to;
};

struct GraphSize {
  int scale = 16;        // 2^scale vertices
  int edge_factor = 16;  // edges for each vertex
  std::uint64_t seed = 1;
  [[nodiscard]] Vertex vertices() const { return Vertex{1} << scale; }
  [[nodiscard]] std::uint64_t edges() const { return std::uint64_t{vertices()} * static_cast<std::uint64_t>(edge_factor); }
};

// Edge number `at` of the list, which every rank computes alike. Loops and repeated edges occur, as Graph500 wants.
[[nodiscard]] Edge kronecker_edge(const GraphSize& size, std::uint64_t at);

class Graph {
 public:
  // Collective over the ranks of MPI_COMM_WORLD. Each rank generates its share of the list and sends every
  // edge to the owners of both ends.
  Graph(const GraphSize& size, int rank, int ranks, int threads);

  [[nodiscard]] const GraphSize& size() const { return size_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  // Vertices of each rank; the last ones may have fewer.
  [[nodiscard]] Vertex block() const { return block_; }
  [[nodiscard]] Vertex own_vertices() const { return own_; }
  [[nodiscard]] int owner(Vertex vertex) const { return static_cast<int>(vertex / block_); }
  [[nodiscard]] Vertex number_at_owner(Vertex vertex) const { return vertex % block_; }
  [[nodiscard]] Vertex number_among_all(Vertex own) const { return own + static_cast<Vertex>(rank_) * block_; }

  // Returns the neighbours of vertex `own`, which is a local number, as global numbers. Loops are left out.
  [[nodiscard]] std::span<const Vertex> neighbours(Vertex own) const {
    return {neighbours_.data() + first_[own], first_[own + 1] - first_[own]};
  }
  // This rank's share of the generated list.
  [[nodiscard]] const std::vector<Edge>& list() const { return list_; }

  // Returns `count` different vertices that have neighbours, the same on all ranks. Collective. Throws
  // Failure where there are fewer.
  [[nodiscard]] std::vector<Vertex> roots(int count) const;

 private:
  void generate(int threads);
  [[nodiscard]] std::vector<Edge> exchange() const;
  void order(const std::vector<Edge>& edges);

  const GraphSize size_;
  const int rank_, ranks_;
  const Vertex block_;
  Vertex own_ = 0;
  std::vector<Edge> list_;
  std::vector<std::uint64_t> first_;
  std::vector<Vertex> neighbours_;
};

}  // namespace bench::hybrid
