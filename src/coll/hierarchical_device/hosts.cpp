#include "coll/hierarchical_device/hosts.hpp"

#include <algorithm>

namespace penstock::coll {

Hosts::Hosts(const Nodes& nodes, int rank) noexcept
    : nodes_(nodes), host_(nodes.node_of(rank)), rails_(size_of(0)), largest_(size_of(0)) {
  index_ = index_of(rank);
  for (int host = 1; host < count(); ++host) {
    rails_ = std::min(rails_, size_of(host));
    largest_ = std::max(largest_, size_of(host));
  }
}

int Hosts::index_of(int rank) const noexcept {
  const std::span<const int> fellows = nodes_.members(nodes_.node_of(rank));
  return static_cast<int>(std::ranges::lower_bound(fellows, rank) - fellows.begin());
}

std::uint64_t piece_of(std::uint64_t chunk, std::uint64_t room, std::uint64_t slots, std::uint64_t element_bytes) noexcept {
  if (slots != 0) chunk = std::min(chunk, room / (kPiecesAtOnce * slots));
  const std::uint64_t elements = std::max<std::uint64_t>(chunk / element_bytes, 1);
  return elements < kEvenElements ? elements : elements / kEvenElements * kEvenElements;
}

}  // namespace penstock::coll
