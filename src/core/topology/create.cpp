// Makes communicators with a topology: assigns ranks to nodes, exchanges edges if ranks describe edges of others, and splits.
#include <algorithm>
#include <numeric>
#include <utility>

#include "coll/select/select.hpp"
#include "core/collective/collective.hpp"
#include "core/comm_create/create.hpp"
#include "core/object/instance.hpp"
#include "core/topology/reorder.hpp"
#include "core/topology/topology.hpp"
#include "core/type/pack.hpp"
#include "runtime/team_carrier.hpp"

namespace penstock::core {
namespace {

std::size_t at(int rank) noexcept {
  return static_cast<std::size_t>(rank);
}

Status need_one_group(const Comm& comm) {
  if (!comm.is_inter()) return Status::ok();
  return Status::error(Code::kComm, "the communicator has two groups; a topology needs one (MPI_Intercomm_merge makes it)");
}

// Returns where the first `nodes` ranks run.
Status places_of(Comm& comm, int nodes, std::vector<runtime::Locality>* out) {
  std::span<const runtime::Locality> all;
  PENSTOCK_TRY(comm.instance().job().localities(&all));
  for (int i = 0; i < nodes; ++i) out->push_back(all[at(comm.group().world_rank(i))]);
  return Status::ok();
}

bool all_together(std::span<const runtime::Locality> places) noexcept {
  return std::ranges::all_of(places, [&](const runtime::Locality& place) { return place == places.front(); });
}

std::vector<int> in_order(int nodes) {
  std::vector<int> numbers(at(nodes));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

Status nodes_of(Comm& comm, const Cart& cart, bool reorder, std::vector<int>* out) {
  *out = in_order(cart.size());
  if (!reorder) return Status::ok();
  std::vector<runtime::Locality> places;
  PENSTOCK_TRY(places_of(comm, cart.size(), &places));
  *out = reorder_grid(cart.dims, cart.periods, places);
  return Status::ok();
}

Status nodes_of(Comm& comm, const Graph& graph, bool reorder, std::vector<int>* out) {
  *out = in_order(graph.size());
  if (!reorder || graph.size() == 0) return Status::ok();
  std::vector<runtime::Locality> places;
  PENSTOCK_TRY(places_of(comm, graph.size(), &places));
  std::vector<Link> links;
  for (int node = 0; node < graph.size(); ++node) {
    for (const int neighbor : graph.neighbors(node)) links.push_back({node, neighbor});
  }
  *out = reorder_graph(links, places);
  return Status::ok();
}

// Makes the communicator of the first ranks, one for each node, ordered by the numbers of their nodes.
Status form(Comm& comm, std::span<const int> nodes, Topology::Shape shape, Comm** out) {
  const bool is_node = at(comm.rank()) < nodes.size();
  PENSTOCK_TRY(split_comm(comm, is_node, 0, is_node ? nodes[at(comm.rank())] : 0, out));
  if (*out != nullptr) (*out)->set_topology(Ref<Topology>::adopt(new Topology(std::move(shape), (*out)->rank())));
  return Status::ok();
}

template <typename Shape>
Status create(Comm& comm, Shape shape, bool reorder, Comm** out) {
  *out = nullptr;
  PENSTOCK_TRY(need_one_group(comm));
  std::vector<int> nodes;
  PENSTOCK_TRY(nodes_of(comm, shape, reorder, &nodes));
  return form(comm, nodes, std::move(shape), out);
}

template <typename Shape>
Status map(Comm& comm, const Shape& shape, int* rank) {
  PENSTOCK_TRY(need_one_group(comm));
  std::vector<int> nodes;
  PENSTOCK_TRY(nodes_of(comm, shape, true, &nodes));
  *rank = at(comm.rank()) < nodes.size() ? nodes[at(comm.rank())] : MPI_UNDEFINED;
  return Status::ok();
}

// One entry in the lists of `owner`. Both ends run the same build, so the layout is that of memory.
struct Arc {
  std::int32_t owner = 0;
  std::int32_t peer = 0;
  std::int32_t weight = 0;
  std::int32_t comes_in = 0;
};
using Arcs = std::vector<Arc>;

// Sends each rank its part, `parts[i]` to rank i, and receives theirs in the order of ranks.
Status exchange(Comm& comm, std::span<const std::span<const Arc>> parts, Arcs* out) {
  const std::size_t ranks = parts.size();
  std::vector<std::uint64_t> lengths(ranks);
  std::vector<std::uint64_t> coming(ranks);
  for (std::size_t i = 0; i < ranks; ++i) lengths[i] = parts[i].size_bytes();
  runtime::TeamCarrier carrier(comm.setup());
  PENSTOCK_TRY(runtime::all_hand(carrier, std::as_bytes(std::span(lengths)), std::as_writable_bytes(std::span(coming)),
                                 sizeof(std::uint64_t)));

  out->resize(std::accumulate(coming.begin(), coming.end(), std::uint64_t{0}) / sizeof(Arc));
  Collective moving;
  const proto::Layout* byte = &byte_layout();
  std::vector<proto::Buffer> sends;
  std::vector<proto::Buffer> recvs;
  auto* place = reinterpret_cast<std::byte*>(out->data());
  for (std::size_t i = 0; i < ranks; ++i) {
    sends.push_back({const_cast<Arc*>(parts[i].data()), lengths[i], byte});
    recvs.push_back({place, coming[i], byte});
    place += coming[i];
  }
  coll::Arguments arguments;
  arguments.sends = sends;
  arguments.recvs = recvs;
  list(comm, coll::build_alltoallw, arguments, &moving);
  return run(comm, std::move(moving));
}

Status give_all(Comm& comm, const Arcs& arcs, Arcs* out) {
  const std::vector<std::span<const Arc>> parts(at(comm.size()), arcs);
  return exchange(comm, parts, out);
}

// Sends each arc to its owner, in the order of `arcs`.
Status give_owners(Comm& comm, Arcs arcs, Arcs* out) {
  std::ranges::stable_sort(arcs, {}, &Arc::owner);
  std::vector<std::span<const Arc>> parts(at(comm.size()));
  for (auto first = arcs.begin(); first != arcs.end();) {
    const auto last = std::ranges::find_if(first, arcs.end(), [&](const Arc& arc) { return arc.owner != first->owner; });
    parts[at(first->owner)] = {first, last};
    first = last;
  }
  return exchange(comm, parts, out);
}

Adjacency lists_of(int node, const Arcs& arcs, bool weighted) {
  Adjacency made;
  made.weighted = weighted;
  for (const Arc& arc : arcs) {
    if (arc.owner != node) continue;
    (arc.comes_in != 0 ? made.sources : made.destinations).push_back(arc.peer);
    if (weighted) (arc.comes_in != 0 ? made.source_weights : made.destination_weights).push_back(arc.weight);
  }
  return made;
}

Arcs arcs_of(int node, const Adjacency& lists) {
  Arcs arcs;
  const auto add = [&](const std::vector<int>& peers, const std::vector<int>& weights, int comes_in) {
    for (std::size_t i = 0; i < peers.size(); ++i) {
      arcs.push_back({node, peers[i], weights.empty() ? 1 : weights[i], comes_in});
    }
  };
  add(lists.sources, lists.source_weights, 1);
  add(lists.destinations, lists.destination_weights, 0);
  return arcs;
}

// Serves ranks that run in different places: every rank learns the whole graph and takes the lists of
// its node. `mine` may describe any nodes.
Status create_reordered(Comm& comm, const Arcs& mine, bool weighted, std::span<const runtime::Locality> places, Comm** out) {
  Arcs all;
  PENSTOCK_TRY(give_all(comm, mine, &all));
  std::vector<Link> links;
  for (const Arc& arc : all) {
    if (arc.comes_in == 0) links.push_back({arc.owner, arc.peer, static_cast<std::uint64_t>(arc.weight)});
  }
  const std::vector<int> nodes = reorder_graph(links, places);
  return form(comm, nodes, lists_of(nodes[at(comm.rank())], all, weighted), out);
}

Status places_to_reorder(Comm& comm, bool reorder, std::vector<runtime::Locality>* places) {
  if (!reorder) return Status::ok();
  PENSTOCK_TRY(places_of(comm, comm.size(), places));
  if (all_together(*places)) places->clear();
  return Status::ok();
}

}  // namespace

Status create_cart(Comm& comm, Cart cart, bool reorder, Comm** out) {
  return create(comm, std::move(cart), reorder, out);
}

Status create_graph(Comm& comm, Graph graph, bool reorder, Comm** out) {
  return create(comm, std::move(graph), reorder, out);
}

Status map_cart(Comm& comm, const Cart& cart, int* rank) {
  return map(comm, cart, rank);
}

Status map_graph(Comm& comm, const Graph& graph, int* rank) {
  return map(comm, graph, rank);
}

Status create_adjacent(Comm& comm, Adjacency adjacency, bool reorder, Comm** out) {
  *out = nullptr;
  PENSTOCK_TRY(need_one_group(comm));
  std::vector<runtime::Locality> places;
  PENSTOCK_TRY(places_to_reorder(comm, reorder, &places));
  if (places.empty()) return form(comm, in_order(comm.size()), std::move(adjacency), out);
  return create_reordered(comm, arcs_of(comm.rank(), adjacency), adjacency.weighted, places, out);
}

Status create_dist_graph(Comm& comm, std::span<const GraphEdge> edges, bool weighted, bool reorder, Comm** out) {
  *out = nullptr;
  PENSTOCK_TRY(need_one_group(comm));
  Arcs mine;
  for (const GraphEdge& edge : edges) {
    mine.push_back({edge.source, edge.destination, edge.weight, 0});
    mine.push_back({edge.destination, edge.source, edge.weight, 1});
  }
  std::vector<runtime::Locality> places;
  PENSTOCK_TRY(places_to_reorder(comm, reorder, &places));
  if (!places.empty()) return create_reordered(comm, mine, weighted, places, out);
  Arcs own;
  PENSTOCK_TRY(give_owners(comm, std::move(mine), &own));
  return form(comm, in_order(comm.size()), lists_of(comm.rank(), own, weighted), out);
}

Status create_subgrid(Comm& comm, const int remain[], Comm** out) {
  *out = nullptr;
  const Cart* cart = nullptr;
  PENSTOCK_TRY(find_cart(comm, &cart));
  if (remain == nullptr && cart->ndims() > 0) return Status::error(Code::kArg, "remain_dims is a null pointer");
  std::vector<int> coordinates(cart->ndims());
  cart->coordinates_of(comm.rank(), coordinates);
  Cart sub;
  std::uint64_t which = 0;  // number of the subgrid among those side by side
  int place = 0;
  for (std::size_t dim = 0; dim < cart->ndims(); ++dim) {
    if (remain[dim] == 0) {
      which = which * static_cast<std::uint64_t>(cart->dims[dim]) + static_cast<std::uint64_t>(coordinates[dim]);
      continue;
    }
    place = place * cart->dims[dim] + coordinates[dim];
    sub.dims.push_back(cart->dims[dim]);
    sub.periods.push_back(cart->periods[dim]);
  }
  PENSTOCK_TRY(split_comm(comm, true, which, place, out));
  (*out)->set_topology(Ref<Topology>::adopt(new Topology(std::move(sub), (*out)->rank())));
  return Status::ok();
}

}  // namespace penstock::core
