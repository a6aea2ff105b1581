#include "core/comm/topology.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/comm/comm.hpp"

namespace penstock::core {
namespace {

int wrapped(std::int64_t at, int length) noexcept {
  return static_cast<int>((at % length + length) % length);
}

coll::Edge edge_to(int peer, std::size_t number) noexcept {
  return {peer == MPI_PROC_NULL ? coll::kNobody : peer, static_cast<std::uint32_t>(number)};
}

// Data that are sent down a dimension arrive from above, even if both neighbours are one rank, or the rank itself.
coll::Neighborhood around(const Cart& cart, int rank) {
  coll::Neighborhood made;
  for (std::size_t dim = 0; dim < cart.ndims(); ++dim) {
    const std::size_t down = 2 * dim;
    const std::size_t up = down + 1;
    const int below = cart.shifted(rank, dim, -1);
    const int above = cart.shifted(rank, dim, 1);
    made.out.push_back(edge_to(below, down));
    made.out.push_back(edge_to(above, up));
    made.in.push_back(edge_to(below, up));
    made.in.push_back(edge_to(above, down));
  }
  return made;
}

// Several edges between two nodes are numbered in the order in which each of the two nodes lists them.
std::vector<coll::Edge> numbered(std::span<const int> peers) {
  std::map<int, std::size_t> seen;
  std::vector<coll::Edge> edges;
  edges.reserve(peers.size());
  for (const int peer : peers) edges.push_back(edge_to(peer, seen[peer]++));
  return edges;
}

coll::Neighborhood around(const Graph& graph, int rank) {
  const std::vector<coll::Edge> edges = numbered(graph.neighbors(rank));
  return {edges, edges, {}};
}

coll::Neighborhood around(const Adjacency& adjacency, int /*rank*/) {
  return {numbered(adjacency.destinations), numbered(adjacency.sources), {}};
}

void find_loops(int rank, coll::Neighborhood* neighborhood) {
  std::map<std::uint32_t, std::size_t> own;
  for (std::size_t i = 0; i < neighborhood->out.size(); ++i) {
    if (neighborhood->out[i].peer == rank) own[neighborhood->out[i].number] = i;
  }
  for (std::size_t i = 0; i < neighborhood->in.size(); ++i) {
    const coll::Edge& edge = neighborhood->in[i];
    if (edge.peer != rank) continue;
    if (const auto found = own.find(edge.number); found != own.end()) neighborhood->loops.push_back({found->second, i});
  }
}

std::string_view kind_name(int kind) noexcept {
  switch (kind) {
    case MPI_CART: return "a grid (MPI_CART)";
    case MPI_GRAPH: return "a graph (MPI_GRAPH)";
    case MPI_DIST_GRAPH: return "a distributed graph (MPI_DIST_GRAPH)";
    default: return "no topology";
  }
}

template <typename T>
Status find(const Comm& comm, std::string_view wanted, const T** out) {
  if (comm.topology()) *out = std::get_if<T>(&comm.topology()->shape());
  if (comm.topology() && *out != nullptr) return Status::ok();
  return Status::error(Code::kTopology, "the communicator has {}; the call needs one with {}",
                       kind_name(comm.topology() ? comm.topology()->kind() : MPI_UNDEFINED), wanted);
}

}  // namespace

int Cart::size() const noexcept {
  return std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>());
}

void Cart::coordinates_of(int rank, std::span<int> out) const noexcept {
  for (std::size_t dim = ndims(); dim-- > 0; rank /= dims[dim]) out[dim] = rank % dims[dim];
}

int Cart::rank_at(std::span<const int> coordinates) const noexcept {
  int rank = 0;
  for (std::size_t dim = 0; dim < ndims(); ++dim) {
    const int at = coordinates[dim];
    if (periods[dim] == 0 && (at < 0 || at >= dims[dim])) return MPI_PROC_NULL;
    rank = rank * dims[dim] + wrapped(at, dims[dim]);
  }
  return rank;
}

int Cart::shifted(int rank, std::size_t dim, std::int64_t by) const {
  std::vector<int> at(ndims());
  coordinates_of(rank, at);
  const std::int64_t to = at[dim] + by;
  if (periods[dim] == 0 && (to < 0 || to >= dims[dim])) return MPI_PROC_NULL;
  at[dim] = wrapped(to, dims[dim]);
  return rank_at(at);
}

std::span<const int> Graph::neighbors(int node) const noexcept {
  const auto at = static_cast<std::size_t>(node);
  const int first = node == 0 ? 0 : index[at - 1];
  return std::span(edges).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(index[at] - first));
}

bool Graph::is_symmetric() const {
  std::vector<std::pair<int, int>> there;
  std::vector<std::pair<int, int>> back;
  for (int node = 0; node < size(); ++node) {
    for (const int neighbor : neighbors(node)) {
      there.emplace_back(node, neighbor);
      back.emplace_back(neighbor, node);
    }
  }
  std::ranges::sort(there);
  std::ranges::sort(back);
  return there == back;
}

Topology::Topology(Shape shape, int rank) : shape_(std::move(shape)) {
  if (const auto* graph = std::get_if<Graph>(&shape_)) usable_ = graph->is_symmetric();
  neighborhood_ = std::visit([rank](const auto& known) { return around(known, rank); }, shape_);
  find_loops(rank, &neighborhood_);
}

int Topology::kind() const noexcept {
  constexpr int kKinds[] = {MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH};
  return kKinds[shape_.index()];
}

Status Topology::neighborhood(const coll::Neighborhood** out) const {
  *out = &neighborhood_;
  if (usable_) return Status::ok();
  return Status::error(Code::kTopology,
                       "the graph has an edge that leads one way only, which neighbourhood collectives do not allow; "
                       "MPI_Dist_graph_create_adjacent makes graphs with such edges");
}

Status find_cart(const Comm& comm, const Cart** out) {
  return find(comm, "a grid (MPI_Cart_create)", out);
}

Status find_graph(const Comm& comm, const Graph** out) {
  return find(comm, "a graph (MPI_Graph_create)", out);
}

Status find_adjacency(const Comm& comm, const Adjacency** out) {
  return find(comm, "a distributed graph (MPI_Dist_graph_create)", out);
}

Status find_neighborhood(const Comm& comm, const coll::Neighborhood** out) {
  if (comm.topology()) return comm.topology()->neighborhood(out);
  return Status::error(Code::kTopology, "the communicator has no topology, so its ranks have no neighbours");
}

}  // namespace penstock::core
