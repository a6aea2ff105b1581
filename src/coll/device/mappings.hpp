// Mappings of peers' memory that are in use.
#pragma once

#include <vector>

#include "accel/share/imports.hpp"

namespace penstock::coll {

// Kept until they are released, by this object's end at the latest.
class Mappings {
 public:
  explicit Mappings(accel::Imports& imports) noexcept : imports_(imports) {}
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;
  ~Mappings() { release(); }
  void pin(const accel::Mapping& mapping) {
    pinned_.push_back(mapping);
    imports_.pin_mapping(mapping);
  }
  void release() noexcept {
    for (const accel::Mapping& mapping : pinned_) imports_.unpin_mapping(mapping);
    pinned_.clear();
  }

 private:
  accel::Imports& imports_;
  std::vector<accel::Mapping> pinned_;
};

}  // namespace penstock::coll
