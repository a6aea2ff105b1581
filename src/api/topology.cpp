// Process topologies (chapter 8), except neighbourhood collectives (neighbor.cpp).
#include "core/topology/topology.hpp"

#include <algorithm>
#include <utility>

#include "api/comm_view.hpp"
#include "api/gen/bodies.hpp"
#include "core/comm/comm.hpp"
#include "core/topology/dims.hpp"

namespace penstock::api::body {
namespace {

Status hand_out(core::Comm* made, MPI_Comm* handle) noexcept {
  *handle = made != nullptr ? made->handle : MPI_COMM_NULL;
  return Status::ok();
}

// Checks an array of the application that must have room for `needed` numbers.
Status check_room(const int* array, int room, std::size_t needed, std::string_view name, std::string_view length) {
  if (room < 0) return Status::error(Code::kArg, "{} is {}, it must not be negative", length, room);
  if (needed > 0 && array == nullptr) return Status::error(Code::kArg, "{} is a null pointer", name);
  if (needed <= static_cast<std::size_t>(room)) return Status::ok();
  return Status::error(Code::kArg, "{} is {}: {} takes {} numbers", length, room, name, needed);
}

Status check_member(const core::Comm& comm, int rank) {
  if (rank >= 0 && rank < comm.size()) return Status::ok();
  return Status::error(Code::kRank, "rank is {}, outside 0..{}", rank, comm.size() - 1);
}

// Copies as many numbers as the application has room for, as MPI_Dist_graph_neighbors requires.
Status copy_first(const std::vector<int>& from, int room, int* to, std::string_view name) {
  const std::size_t count = std::min(from.size(), static_cast<std::size_t>(room));
  if (count > 0 && to == nullptr) return Status::error(Code::kArg, "{} is a null pointer", name);
  std::copy_n(from.begin(), count, to);
  return Status::ok();
}

}  // namespace

Status Topo_test(Call& call, MPI_Comm comm, int* status) {
  CommView view;
  PENSTOCK_TRY(find_comm_view(call, comm, &view));
  *status = view.comm != nullptr && view.comm->topology() ? view.comm->topology()->kind() : MPI_UNDEFINED;
  return Status::ok();
}

Status Dims_create(Call& /*call*/, int nnodes, int ndims, int dims[]) {
  if (ndims < 0) return Status::error(Code::kArg, "ndims is {}, it must not be negative", ndims);
  if (ndims > 0 && dims == nullptr) return Status::error(Code::kArg, "dims is a null pointer, with ndims {}", ndims);
  return core::balance(nnodes, {dims, static_cast<std::size_t>(ndims)});
}

Status Cart_create(Call& /*call*/, core::Comm& comm_old, int ndims, const int dims[], const int periods[], int reorder,
                   MPI_Comm* comm_cart) {
  core::Cart cart;
  PENSTOCK_TRY(core::read_cart(comm_old.size(), ndims, dims, periods, &cart));
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::create_cart(comm_old, std::move(cart), reorder != 0, &made));
  return hand_out(made, comm_cart);
}

Status Cart_map(Call& /*call*/, core::Comm& comm, int ndims, const int dims[], const int periods[], int* newrank) {
  core::Cart cart;
  PENSTOCK_TRY(core::read_cart(comm.size(), ndims, dims, periods, &cart));
  return core::map_cart(comm, cart, newrank);
}

Status Cart_sub(Call& /*call*/, core::Comm& comm, const int remain_dims[], MPI_Comm* newcomm) {
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::create_subgrid(comm, remain_dims, &made));
  return hand_out(made, newcomm);
}

Status Cartdim_get(Call& /*call*/, core::Comm& comm, int* ndims) {
  const core::Cart* cart = nullptr;
  PENSTOCK_TRY(core::find_cart(comm, &cart));
  *ndims = static_cast<int>(cart->ndims());
  return Status::ok();
}

Status Cart_get(Call& /*call*/, core::Comm& comm, int maxdims, int dims[], int periods[], int coords[]) {
  const core::Cart* cart = nullptr;
  PENSTOCK_TRY(core::find_cart(comm, &cart));
  PENSTOCK_TRY(check_room(dims, maxdims, cart->ndims(), "dims", "maxdims"));
  PENSTOCK_TRY(check_room(periods, maxdims, cart->ndims(), "periods", "maxdims"));
  PENSTOCK_TRY(check_room(coords, maxdims, cart->ndims(), "coords", "maxdims"));
  std::ranges::copy(cart->dims, dims);
  std::ranges::copy(cart->periods, periods);
  cart->coordinates_of(comm.rank(), {coords, cart->ndims()});
  return Status::ok();
}

Status Cart_coords(Call& /*call*/, core::Comm& comm, int rank, int maxdims, int coords[]) {
  const core::Cart* cart = nullptr;
  PENSTOCK_TRY(core::find_cart(comm, &cart));
  PENSTOCK_TRY(check_member(comm, rank));
  PENSTOCK_TRY(check_room(coords, maxdims, cart->ndims(), "coords", "maxdims"));
  cart->coordinates_of(rank, {coords, cart->ndims()});
  return Status::ok();
}

Status Cart_rank(Call& /*call*/, core::Comm& comm, const int coords[], int* rank) {
  const core::Cart* cart = nullptr;
  PENSTOCK_TRY(core::find_cart(comm, &cart));
  if (coords == nullptr && cart->ndims() > 0) return Status::error(Code::kArg, "coords is a null pointer");
  for (std::size_t i = 0; i < cart->ndims(); ++i) {
    if (cart->periods[i] != 0 || (coords[i] >= 0 && coords[i] < cart->dims[i])) continue;
    return Status::error(Code::kArg, "coords[{}] is {}, outside 0..{} of a dimension that is not periodic", i, coords[i],
                         cart->dims[i] - 1);
  }
  *rank = cart->rank_at({coords, cart->ndims()});
  return Status::ok();
}

Status Cart_shift(Call& /*call*/, core::Comm& comm, int direction, int disp, int* rank_source, int* rank_dest) {
  const core::Cart* cart = nullptr;
  PENSTOCK_TRY(core::find_cart(comm, &cart));
  const auto dim = static_cast<std::size_t>(direction);
  if (direction < 0 || dim >= cart->ndims()) {
    return Status::error(Code::kDims, "direction is {}; the grid has {} dimensions, counted from 0", direction, cart->ndims());
  }
  *rank_source = cart->shifted(comm.rank(), dim, -std::int64_t{disp});
  *rank_dest = cart->shifted(comm.rank(), dim, disp);
  return Status::ok();
}

Status Graph_create(Call& /*call*/, core::Comm& comm_old, int nnodes, const int index[], const int edges[], int reorder,
                    MPI_Comm* comm_graph) {
  core::Graph graph;
  PENSTOCK_TRY(core::read_graph(comm_old.size(), nnodes, index, edges, &graph));
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::create_graph(comm_old, std::move(graph), reorder != 0, &made));
  return hand_out(made, comm_graph);
}

Status Graph_map(Call& /*call*/, core::Comm& comm, int nnodes, const int index[], const int edges[], int* newrank) {
  core::Graph graph;
  PENSTOCK_TRY(core::read_graph(comm.size(), nnodes, index, edges, &graph));
  return core::map_graph(comm, graph, newrank);
}

Status Graphdims_get(Call& /*call*/, core::Comm& comm, int* nnodes, int* nedges) {
  const core::Graph* graph = nullptr;
  PENSTOCK_TRY(core::find_graph(comm, &graph));
  *nnodes = graph->size();
  *nedges = static_cast<int>(graph->edges.size());
  return Status::ok();
}

Status Graph_get(Call& /*call*/, core::Comm& comm, int maxindex, int maxedges, int index[], int edges[]) {
  const core::Graph* graph = nullptr;
  PENSTOCK_TRY(core::find_graph(comm, &graph));
  PENSTOCK_TRY(check_room(index, maxindex, graph->index.size(), "index", "maxindex"));
  PENSTOCK_TRY(check_room(edges, maxedges, graph->edges.size(), "edges", "maxedges"));
  std::ranges::copy(graph->index, index);
  std::ranges::copy(graph->edges, edges);
  return Status::ok();
}

Status Graph_neighbors_count(Call& /*call*/, core::Comm& comm, int rank, int* nneighbors) {
  const core::Graph* graph = nullptr;
  PENSTOCK_TRY(core::find_graph(comm, &graph));
  PENSTOCK_TRY(check_member(comm, rank));
  *nneighbors = static_cast<int>(graph->neighbors(rank).size());
  return Status::ok();
}

Status Graph_neighbors(Call& /*call*/, core::Comm& comm, int rank, int maxneighbors, int neighbors[]) {
  const core::Graph* graph = nullptr;
  PENSTOCK_TRY(core::find_graph(comm, &graph));
  PENSTOCK_TRY(check_member(comm, rank));
  PENSTOCK_TRY(check_room(neighbors, maxneighbors, graph->neighbors(rank).size(), "neighbors", "maxneighbors"));
  std::ranges::copy(graph->neighbors(rank), neighbors);
  return Status::ok();
}

Status Dist_graph_create(Call& /*call*/, core::Comm& comm_old, int n, const int sources[], const int degrees[],
                         const int destinations[], const int weights[], core::Info* /*info*/, int reorder,
                         MPI_Comm* comm_dist_graph) {
  std::vector<core::GraphEdge> edges;
  PENSTOCK_TRY(core::read_edges(comm_old.size(), n, sources, degrees, destinations, weights, &edges));
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::create_dist_graph(comm_old, edges, weights != MPI_UNWEIGHTED, reorder != 0, &made));
  return hand_out(made, comm_dist_graph);
}

Status Dist_graph_create_adjacent(Call& /*call*/, core::Comm& comm_old, int indegree, const int sources[],
                                  const int sourceweights[], int outdegree, const int destinations[], const int destweights[],
                                  core::Info* /*info*/, int reorder, MPI_Comm* comm_dist_graph) {
  core::Adjacency adjacency;
  PENSTOCK_TRY(core::read_adjacency(comm_old.size(), indegree, sources, sourceweights, outdegree, destinations, destweights,
                                    &adjacency));
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::create_adjacent(comm_old, std::move(adjacency), reorder != 0, &made));
  return hand_out(made, comm_dist_graph);
}

Status Dist_graph_neighbors_count(Call& /*call*/, core::Comm& comm, int* indegree, int* outdegree, int* weighted) {
  const core::Adjacency* known = nullptr;
  PENSTOCK_TRY(core::find_adjacency(comm, &known));
  *indegree = static_cast<int>(known->sources.size());
  *outdegree = static_cast<int>(known->destinations.size());
  *weighted = known->weighted ? 1 : 0;
  return Status::ok();
}

// Weights are not written if the graph has none, or the application wants none.
Status Dist_graph_neighbors(Call& /*call*/, core::Comm& comm, int maxindegree, int sources[], int sourceweights[],
                            int maxoutdegree, int destinations[], int destweights[]) {
  const core::Adjacency* known = nullptr;
  PENSTOCK_TRY(core::find_adjacency(comm, &known));
  if (maxindegree < 0 || maxoutdegree < 0) {
    return Status::error(Code::kArg, "{} is negative", maxindegree < 0 ? "maxindegree" : "maxoutdegree");
  }
  const auto wanted = [](const int* weights) { return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY; };
  PENSTOCK_TRY(copy_first(known->sources, maxindegree, sources, "sources"));
  PENSTOCK_TRY(copy_first(known->destinations, maxoutdegree, destinations, "destinations"));
  if (wanted(sourceweights)) PENSTOCK_TRY(copy_first(known->source_weights, maxindegree, sourceweights, "sourceweights"));
  if (!wanted(destweights)) return Status::ok();
  return copy_first(known->destination_weights, maxoutdegree, destweights, "destweights");
}

}  // namespace penstock::api::body
