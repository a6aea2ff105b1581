#include "proto/layout/cache.hpp"

#include <algorithm>

namespace penstock::proto {

void PlanCache::share(Layout* layout) {
  if (!layout->plan_) return;
  const std::size_t hash = layout->plan_->hash();
  const auto [first, last] = plans_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    const std::shared_ptr<const Plan> known = at->second.lock();
    if (!known || !(*known == *layout->plan_)) continue;
    layout->plan_ = known;
    return;
  }
  sweep();
  plans_.emplace(hash, layout->plan_);
}

// Runs seldom enough that its cost for each type is that of one entry.
void PlanCache::sweep() {
  if (plans_.size() < sweep_at_) return;
  std::erase_if(plans_, [](const auto& entry) { return entry.second.expired(); });
  sweep_at_ = std::max<std::size_t>(64, plans_.size() * 2);
}

}  // namespace penstock::proto
