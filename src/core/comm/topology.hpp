// Process topologies (chapter 8 of the standard): the grid or graph whose nodes are the ranks of a communicator.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/status.hpp"
#include "coll/neighbor/neighborhood.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Comm;

// A grid; ranks are numbered in row-major order. Without dimensions it is one node.
struct Cart {
  std::vector<int> dims;
  std::vector<int> periods;  // 0 or 1

  [[nodiscard]] std::size_t ndims() const noexcept { return dims.size(); }
  [[nodiscard]] int size() const noexcept;
  void coordinates_of(int rank, std::span<int> out) const noexcept;
  // Takes one coordinate for each dimension; returns MPI_PROC_NULL outside a dimension that is not periodic.
  [[nodiscard]] int rank_at(std::span<const int> coordinates) const noexcept;
  // Returns the rank that is `by` steps along a dimension from `rank`.
  [[nodiscard]] int shifted(int rank, std::size_t dim, std::int64_t by) const;
};

// A graph that every rank knows: the neighbours of node i are edges[index[i - 1]] .. edges[index[i] - 1].
struct Graph {
  std::vector<int> index;
  std::vector<int> edges;

  [[nodiscard]] int size() const noexcept { return static_cast<int>(index.size()); }
  [[nodiscard]] std::span<const int> neighbors(int node) const noexcept;
  // Tells if any two nodes name each other equally often.
  [[nodiscard]] bool is_symmetric() const;
};

// A graph of which each rank knows only its own edges. Weights are empty if there are none.
struct Adjacency {
  std::vector<int> sources;
  std::vector<int> source_weights;
  std::vector<int> destinations;
  std::vector<int> destination_weights;
  bool weighted = false;
};

// Topologies are immutable; duplicates of a communicator share one.
class Topology final : public Object {
 public:
  using Shape = std::variant<Cart, Graph, Adjacency>;
  // Describes the topology as the member `rank` sees it.
  Topology(Shape shape, int rank);

  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
  // Returns MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH.
  [[nodiscard]] int kind() const noexcept;
  // Returns kTopology if a graph of MPI_Graph_create is not symmetric: neighbours would wait for messages that are never sent.
  [[nodiscard]] Status neighborhood(const coll::Neighborhood** out) const;

 private:
  ~Topology() override = default;

  Shape shape_;
  coll::Neighborhood neighborhood_;
  bool usable_ = true;
};

// Each finds the communicator's topology; kTopology if it has another kind or none. The
// pointer is valid as long as the communicator.
[[nodiscard]] Status find_cart(const Comm& comm, const Cart** out);
[[nodiscard]] Status find_graph(const Comm& comm, const Graph** out);
[[nodiscard]] Status find_adjacency(const Comm& comm, const Adjacency** out);
[[nodiscard]] Status find_neighborhood(const Comm& comm, const coll::Neighborhood** out);

}  // namespace penstock::core
