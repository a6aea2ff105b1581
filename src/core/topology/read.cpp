// Reads an application's description of grids and graphs, and checks it before any communication.
#include <limits>
#include <string_view>

#include "core/topology/topology.hpp"

namespace penstock::core {
namespace {

Status check_array(int length, const int* array, std::string_view count, std::string_view name) {
  if (length < 0) return Status::error(Code::kArg, "{} is {}, it must not be negative", count, length);
  if (length > 0 && array == nullptr) return Status::error(Code::kArg, "{} is a null pointer, with {} {}", name, count, length);
  return Status::ok();
}

Status check_ranks(std::span<const int> ranks, int size, std::string_view name) {
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i] >= 0 && ranks[i] < size) continue;
    return Status::error(Code::kRank, "{}[{}] is {}, outside 0..{}", name, i, ranks[i], size - 1);
  }
  return Status::ok();
}

// Reads the weights of a side; none if the graph has none.
Status read_weights(bool weighted, const int* weights, std::size_t count, std::string_view name, std::vector<int>* out) {
  if (!weighted || count == 0) return Status::ok();
  if (weights == nullptr || weights == MPI_WEIGHTS_EMPTY) {
    return Status::error(Code::kArg, "{} is {}, with {} edges; pass their weights, or MPI_UNWEIGHTED on every rank", name,
                         weights == nullptr ? "a null pointer" : "MPI_WEIGHTS_EMPTY", count);
  }
  out->assign(weights, weights + count);
  for (std::size_t i = 0; i < count; ++i) {
    if ((*out)[i] < 0) return Status::error(Code::kArg, "{}[{}] is {}, it must not be negative", name, i, (*out)[i]);
  }
  return Status::ok();
}

}  // namespace

Status read_cart(int ranks, int ndims, const int dims[], const int periods[], Cart* out) {
  PENSTOCK_TRY(check_array(ndims, dims, "ndims", "dims"));
  PENSTOCK_TRY(check_array(ndims, periods, "ndims", "periods"));
  std::int64_t nodes = 1;
  for (int i = 0; i < ndims; ++i) {
    if (dims[i] <= 0) return Status::error(Code::kDims, "dims[{}] is {}, it must be positive", i, dims[i]);
    nodes *= dims[i];
    if (nodes > ranks) {
      return Status::error(Code::kArg, "the grid has more nodes than the communicator has ranks ({}); make dims smaller",
                           ranks);
    }
    out->dims.push_back(dims[i]);
    out->periods.push_back(periods[i] != 0 ? 1 : 0);
  }
  return Status::ok();
}

Status read_graph(int ranks, int nodes, const int index[], const int edges[], Graph* out) {
  PENSTOCK_TRY(check_array(nodes, index, "nnodes", "index"));
  if (nodes > ranks) {
    return Status::error(Code::kArg, "nnodes is {}, more than the communicator has ranks ({})", nodes, ranks);
  }
  for (int i = 0, last = 0; i < nodes; last = index[i++]) {
    if (index[i] >= last) continue;
    return Status::error(Code::kArg, "index[{}] is {}, below {}: each entry counts the edges of all nodes up to its own", i,
                         index[i], last);
  }
  const int count = nodes == 0 ? 0 : index[nodes - 1];
  PENSTOCK_TRY(check_array(count, edges, "index[nnodes - 1]", "edges"));
  if (nodes > 0) out->index.assign(index, index + nodes);
  if (count > 0) out->edges.assign(edges, edges + count);
  return check_ranks(out->edges, nodes, "edges");
}

Status read_adjacency(int ranks, int indegree, const int sources[], const int source_weights[], int outdegree,
                      const int destinations[], const int destination_weights[], Adjacency* out) {
  PENSTOCK_TRY(check_array(indegree, sources, "indegree", "sources"));
  PENSTOCK_TRY(check_array(outdegree, destinations, "outdegree", "destinations"));
  const bool in = source_weights != MPI_UNWEIGHTED;
  const bool has_out = destination_weights != MPI_UNWEIGHTED;
  if (in != has_out && indegree > 0 && outdegree > 0) {
    return Status::error(Code::kArg, "{} is MPI_UNWEIGHTED and {} is not: pass it for both, or for neither",
                         in ? "destweights" : "sourceweights", in ? "sourceweights" : "destweights");
  }
  // A side without edges does not decide if there are weights, unless both sides have none.
  out->weighted = in == has_out ? in : indegree > 0 ? in : outdegree > 0 ? has_out : true;
  if (indegree > 0) out->sources.assign(sources, sources + indegree);
  if (outdegree > 0) out->destinations.assign(destinations, destinations + outdegree);
  PENSTOCK_TRY(check_ranks(out->sources, ranks, "sources"));
  PENSTOCK_TRY(check_ranks(out->destinations, ranks, "destinations"));
  PENSTOCK_TRY(read_weights(out->weighted, source_weights, out->sources.size(), "sourceweights", &out->source_weights));
  return read_weights(out->weighted, destination_weights, out->destinations.size(), "destweights", &out->destination_weights);
}

Status read_edges(int ranks, int n, const int sources[], const int degrees[], const int destinations[], const int weights[],
                  std::vector<GraphEdge>* out) {
  PENSTOCK_TRY(check_array(n, sources, "n", "sources"));
  PENSTOCK_TRY(check_array(n, degrees, "n", "degrees"));
  const auto nodes = static_cast<std::size_t>(n);
  PENSTOCK_TRY(check_ranks({sources, nodes}, ranks, "sources"));
  std::int64_t count = 0;
  for (int i = 0; i < n; ++i) {
    if (degrees[i] < 0) return Status::error(Code::kArg, "degrees[{}] is {}, it must not be negative", i, degrees[i]);
    count += degrees[i];
  }
  if (count > std::numeric_limits<int>::max()) return Status::error(Code::kArg, "the degrees add up to {} edges", count);
  PENSTOCK_TRY(check_array(static_cast<int>(count), destinations, "the sum of degrees", "destinations"));
  const auto edges = static_cast<std::size_t>(count);
  PENSTOCK_TRY(check_ranks({destinations, edges}, ranks, "destinations"));
  std::vector<int> known;
  PENSTOCK_TRY(read_weights(weights != MPI_UNWEIGHTED, weights, edges, "weights", &known));
  for (std::size_t node = 0; node < nodes; ++node) {
    for (int i = 0; i < degrees[node]; ++i) {
      const std::size_t next = out->size();
      out->push_back({sources[node], destinations[next], known.empty() ? 1 : known[next]});
    }
  }
  return Status::ok();
}

}  // namespace penstock::core
