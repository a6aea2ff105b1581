// Process topologies (chapter 8 of the standard): the grid or graph that a communicator's ranks are the nodes of.
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
  // One coordinate for each dimension; MPI_PROC_NULL outside a dimension that is not periodic.
  [[nodiscard]] int rank_at(std::span<const int> coordinates) const noexcept;
  // The rank `by` steps along a dimension from `rank`.
  [[nodiscard]] int shifted(int rank, std::size_t dim, std::int64_t by) const;
};

// A graph that every rank knows: the neighbours of node i are edges[index[i - 1]] .. edges[index[i] - 1].
struct Graph {
  std::vector<int> index;
  std::vector<int> edges;

  [[nodiscard]] int size() const noexcept { return static_cast<int>(index.size()); }
  [[nodiscard]] std::span<const int> neighbors(int node) const noexcept;
  // Whether two nodes name each other equally often.
  [[nodiscard]] bool is_symmetric() const;
};

// A graph of which each rank knows its own edges. Weights are empty where there are none.
struct Adjacency {
  std::vector<int> sources;
  std::vector<int> source_weights;
  std::vector<int> destinations;
  std::vector<int> destination_weights;
  bool weighted = false;
};

// Immutable; duplicates of a communicator share it.
class Topology final : public Object {
 public:
  using Shape = std::variant<Cart, Graph, Adjacency>;
  // Of the member `rank`.
  Topology(Shape shape, int rank);

  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
  // MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH.
  [[nodiscard]] int kind() const noexcept;
  // kTopology where a graph of MPI_Graph_create does not lead both ways: neighbours would wait for each other's messages.
  [[nodiscard]] Status neighborhood(const coll::Neighborhood** out) const;

 private:
  ~Topology() override = default;

  Shape shape_;
  coll::Neighborhood neighborhood_;
  bool usable_ = true;
};

// What the communicator's ranks form; kTopology where it is something else, or nothing. Good as long as the communicator.
[[nodiscard]] Status find_cart(const Comm& comm, const Cart** out);
[[nodiscard]] Status find_graph(const Comm& comm, const Graph** out);
[[nodiscard]] Status find_adjacency(const Comm& comm, const Adjacency** out);
[[nodiscard]] Status find_neighborhood(const Comm& comm, const coll::Neighborhood** out);

// Arguments of the calls below as a program gives them, checked: kArg, kDims, kRank. A grid or graph may have at most `ranks`
// nodes; weights may be MPI_UNWEIGHTED or MPI_WEIGHTS_EMPTY.
[[nodiscard]] Status read_cart(int ranks, int ndims, const int dims[], const int periods[], Cart* out);
[[nodiscard]] Status read_graph(int ranks, int nodes, const int index[], const int edges[], Graph* out);
[[nodiscard]] Status read_adjacency(int ranks, int indegree, const int sources[], const int source_weights[], int outdegree,
                                    const int destinations[], const int destination_weights[], Adjacency* out);
// One edge of a graph that ranks describe together.
struct GraphEdge {
  int source = 0;
  int destination = 0;
  int weight = 1;
};
[[nodiscard]] Status read_edges(int ranks, int n, const int sources[], const int degrees[], const int destinations[],
                                const int weights[], std::vector<GraphEdge>* out);

// Collective over `comm`, which has one group; *out is null on ranks that are no node. Nodes are the first ranks of `comm`;
// with `reorder` those that run together become neighbours (core/topology/reorder.hpp), as every rank works out alike.
[[nodiscard]] Status create_cart(Comm& comm, Cart cart, bool reorder, Comm** out);
[[nodiscard]] Status create_graph(Comm& comm, Graph graph, bool reorder, Comm** out);
// Each rank gives the edges of the node that has its rank in `comm`.
[[nodiscard]] Status create_adjacent(Comm& comm, Adjacency adjacency, bool reorder, Comm** out);
// Each rank gives any edges. Neighbours are in the order of the ranks that named them.
[[nodiscard]] Status create_dist_graph(Comm& comm, std::span<const GraphEdge> edges, bool weighted, bool reorder, Comm** out);
// The grids along the dimensions for which `remain` is not 0, one entry for each.
[[nodiscard]] Status create_subgrid(Comm& comm, const int remain[], Comm** out);

// The rank that this one gets where the creating call may reorder; MPI_UNDEFINED where it is no node. Local.
[[nodiscard]] Status map_cart(Comm& comm, const Cart& cart, int* rank);
[[nodiscard]] Status map_graph(Comm& comm, const Graph& graph, int* rank);

}  // namespace penstock::core
