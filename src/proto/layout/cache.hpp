// One plan for all types that lie alike.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "proto/layout/layout.hpp"

namespace penstock::proto {

// Keeps no plan alive: one that no type has any more is forgotten.
class PlanCache {
 public:
  // Gives `layout` the plan of a layout with the same one that was shared before, or remembers its own. What is one strided
  // shape has no plan to share.
  void share(Layout* layout);
  [[nodiscard]] std::size_t size() const noexcept { return plans_.size(); }

 private:
  void sweep();

  std::unordered_multimap<std::size_t, std::weak_ptr<const Plan>> plans_;
  std::size_t sweep_at_ = 64;
};

}  // namespace penstock::proto
