// A cache that gives one plan to all types with the same layout.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "proto/layout/layout.hpp"

namespace penstock::proto {

// The cache keeps no plan alive: a plan that no type uses any more is forgotten.
class PlanCache {
 public:
  // Gives `layout` the plan of an equal layout that was shared before, or remembers its own. A layout that is one strided shape
  // has no plan to share.
  void share(Layout* layout);
  [[nodiscard]] std::size_t size() const noexcept { return plans_.size(); }

 private:
  void sweep();

  std::unordered_multimap<std::size_t, std::weak_ptr<const Plan>> plans_;
  std::size_t sweep_at_ = 64;
};

}  // namespace penstock::proto
