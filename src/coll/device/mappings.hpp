// Mappings of peers' memory that are in use.
#pragma once

#include <vector>

#include "accel/accel.hpp"

namespace penstock::coll {

// Kept until they are released, by this object's end at the latest.
class Mappings {
 public:
  explicit Mappings(accel::Accel& accel) noexcept : accel_(accel) {}
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;
  ~Mappings() { release(); }
  void pin(const accel::Mapping& mapping) {
    pinned_.push_back(mapping);
    accel_.imports().pin_mapping(mapping);
  }
  void release() noexcept {
    for (const accel::Mapping& mapping : pinned_) accel_.imports().unpin_mapping(mapping);
    pinned_.clear();
  }

 private:
  accel::Accel& accel_;
  std::vector<accel::Mapping> pinned_;
};

}  // namespace penstock::coll
