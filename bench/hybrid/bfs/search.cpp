#include "search.hpp"

#include <algorithm>

namespace bench::hybrid {

void Search::begin(Vertex root) {
  std::fill(parents_.begin(), parents_.end(), kNoVertex);
  frontier_.clear();
  if (graph_.owner(root) != graph_.rank()) return;
  parents_[graph_.number_at_owner(root)] = root;
  frontier_.push_back(graph_.number_at_owner(root));
}

std::uint64_t Search::advance() {
  frontier_.clear();
  for (Next& next : next_) {
    frontier_.insert(frontier_.end(), next.found.begin(), next.found.end());
    next.found.clear();
  }
  std::uint64_t all = frontier_.size();
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

}  // namespace bench::hybrid
