#include "coll/nodes.hpp"

#include <algorithm>
#include <unordered_map>

namespace penstock::coll {

Nodes::Nodes(std::span<const int> hosts) : node_of_(hosts.size()), members_(hosts.size()) {
  std::unordered_map<int, int> numbers;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    node_of_[i] = numbers.emplace(hosts[i], static_cast<int>(numbers.size())).first->second;
  }
  first_.assign(numbers.size() + 1, 0);
  for (const int node : node_of_) ++first_[static_cast<std::size_t>(node) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<std::size_t> next = first_;
  for (std::size_t i = 0; i < hosts.size(); ++i) members_[next[static_cast<std::size_t>(node_of_[i])]++] = static_cast<int>(i);
  consecutive_ = std::ranges::is_sorted(members_);
}

}  // namespace penstock::coll
