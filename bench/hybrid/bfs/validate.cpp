#include "validate.hpp"

#include <algorithm>

#include "hybrid/threads.hpp"

namespace bench::hybrid {
namespace {

constexpr std::int32_t kOutside = -1, kAhead = -2;  // kAhead: a vertex on the path that is being followed

// The faults that a rank may find; the ranks report the smallest number.
enum Fault { kRoot, kCircle, kLevels, kLeaves, kNoEdge, kNone };
constexpr const char* kFaults[] = {"the root is not its own parent", "following parents leads to a circle or out of the tree",
                                   "the levels of the ends of an edge differ by more than one",
                                   "an edge leads from the tree to a vertex outside",
                                   "a vertex and its parent are no edge of the graph"};

std::vector<Vertex> gathered(const Graph& graph, const std::vector<Vertex>& parents) {
  std::vector<Vertex> mine(graph.block(), kNoVertex);
  std::copy(parents.begin(), parents.end(), mine.begin());
  std::vector<Vertex> all(std::size_t{graph.block()} * static_cast<std::size_t>(graph.ranks()));
  MPI_Allgather(mine.data(), static_cast<int>(graph.block()), MPI_UINT32_T, all.data(), static_cast<int>(graph.block()),
                MPI_UINT32_T, MPI_COMM_WORLD);
  all.resize(graph.size().vertices());
  return all;
}

class Tree {
 public:
  Tree(const Graph& graph, Vertex root, std::vector<Vertex> parents)
      : graph_(graph),
        root_(root),
        parents_(std::move(parents)),
        levels_(parents_.size(), kOutside),
        joined_(parents_.size(), 0) {}

  Fault follow_parents() {
    if (parents_[root_] != root_) return kRoot;
    levels_[root_] = 0;
    for (Vertex vertex = 0; vertex < parents_.size(); ++vertex) {
      if (parents_[vertex] != kNoVertex && levels_[vertex] == kOutside && !climb(vertex)) return kCircle;
    }
    return kNone;
  }

  Fault look_at_edges() {
    Fault worst = kNone;
    for (const Edge& edge : graph_.list()) {
      const std::int32_t from = levels_[edge.from], to = levels_[edge.to];
      if (from == kOutside && to == kOutside) continue;
      ++edges_;
      if (from == kOutside || to == kOutside)
        worst = std::min(worst, kLeaves);
      else if (std::abs(from - to) > 1)
        worst = std::min(worst, kLevels);
      if (parents_[edge.from] == edge.to) joined_[edge.from] = 1;
      if (parents_[edge.to] == edge.from) joined_[edge.to] = 1;
    }
    return worst;
  }

  // Collective.
  Fault look_at_parents() {
    MPI_Allreduce(MPI_IN_PLACE, joined_.data(), static_cast<int>(joined_.size()), MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    for (Vertex vertex = 0; vertex < parents_.size(); ++vertex) {
      if (vertex != root_ && levels_[vertex] != kOutside && joined_[vertex] == 0) return kNoEdge;
    }
    return kNone;
  }

  void describe(Verdict* out) const {
    out->edges = edges_;
    for (Vertex vertex = 0; vertex < levels_.size(); ++vertex) {
      if (levels_[vertex] == kOutside) continue;
      ++out->vertices;
      out->levels = std::max(out->levels, levels_[vertex] + 1);
      out->digest += mixed(std::uint64_t{vertex} << 32 | static_cast<std::uint32_t>(levels_[vertex]));
    }
  }

 private:
  // Sets the levels of a vertex that has none yet and of all its ancestors.
  bool climb(Vertex vertex) {
    path_.clear();
    for (; levels_[vertex] == kOutside; vertex = parents_[vertex]) {
      levels_[vertex] = kAhead;
      path_.push_back(vertex);
      if (parents_[vertex] >= parents_.size()) return false;
    }
    if (levels_[vertex] == kAhead) return false;
    for (std::int32_t level = levels_[vertex]; !path_.empty(); path_.pop_back()) levels_[path_.back()] = ++level;
    return true;
  }

  const Graph& graph_;
  const Vertex root_;
  const std::vector<Vertex> parents_;
  std::vector<std::int32_t> levels_;
  std::vector<unsigned char> joined_;
  std::vector<Vertex> path_;
  std::uint64_t edges_ = 0;
};

}  // namespace

Verdict validate(const Graph& graph, Vertex root, const std::vector<Vertex>& parents) {
  Verdict verdict;
  Tree tree(graph, root, gathered(graph, parents));
  int fault = tree.follow_parents();  // the same on all ranks
  if (fault == kNone) {
    fault = tree.look_at_edges();
    fault = std::min<int>(fault, tree.look_at_parents());
    MPI_Allreduce(MPI_IN_PLACE, &fault, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    tree.describe(&verdict);
    MPI_Allreduce(MPI_IN_PLACE, &verdict.edges, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  }
  if (fault != kNone) verdict.wrong = kFaults[fault];
  return verdict;
}

}  // namespace bench::hybrid
