// The calls on process topologies (chapter 8 of the standard): queries, arguments, communicators with a topology.
#pragma once

#include <span>
#include <vector>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/comm/topology.hpp"
#include "mpi.h"

namespace penstock::core {

// These check the arguments of the calls below as an application passes them, and return kArg, kDims or kRank. A grid or graph
// may have at most `ranks` nodes; weights may be MPI_UNWEIGHTED or MPI_WEIGHTS_EMPTY.
[[nodiscard]] Status read_cart(int ranks, int ndims, const int dims[], const int periods[], Cart* out);
[[nodiscard]] Status read_graph(int ranks, int nodes, const int index[], const int edges[], Graph* out);
[[nodiscard]] Status read_adjacency(int ranks, int indegree, const int sources[], const int source_weights[], int outdegree,
                                    const int destinations[], const int destination_weights[], Adjacency* out);
// An edge of a graph that ranks describe together.
struct GraphEdge {
  int source = 0;
  int destination = 0;
  int weight = 1;
};
[[nodiscard]] Status read_edges(int ranks, int n, const int sources[], const int degrees[], const int destinations[],
                                const int weights[], std::vector<GraphEdge>* out);

// The call is collective over `comm`, which has one group; *out is null on ranks without a node. Nodes are the
// first ranks of `comm`; with `reorder` ranks that run close together become neighbours
// (core/topology/reorder.hpp), which every rank computes in the same way.
[[nodiscard]] Status create_cart(Comm& comm, Cart cart, bool reorder, Comm** out);
[[nodiscard]] Status create_graph(Comm& comm, Graph graph, bool reorder, Comm** out);
// Each rank passes the edges of the node that has its rank in `comm`.
[[nodiscard]] Status create_adjacent(Comm& comm, Adjacency adjacency, bool reorder, Comm** out);
// Each rank passes any edges. Neighbours are in the order of the ranks that named them.
[[nodiscard]] Status create_dist_graph(Comm& comm, std::span<const GraphEdge> edges, bool weighted, bool reorder, Comm** out);
// Makes the subgrids along the dimensions for which `remain` is not 0; it has one entry for each dimension.
[[nodiscard]] Status create_subgrid(Comm& comm, const int remain[], Comm** out);

// Return the rank that this rank gets if the creating call may reorder; MPI_UNDEFINED if it has no node. Both are local.
[[nodiscard]] Status map_cart(Comm& comm, const Cart& cart, int* rank);
[[nodiscard]] Status map_graph(Comm& comm, const Graph& graph, int* rank);

}  // namespace penstock::core
