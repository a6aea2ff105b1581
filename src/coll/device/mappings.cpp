#include "coll/device/mappings.hpp"

namespace penstock::coll {

void Mappings::pin(const accel::Mapping& mapping) {
  pinned_.push_back(mapping);
  accel_.pin_mapping(mapping);
}

void Mappings::release() noexcept {
  for (const accel::Mapping& mapping : pinned_) accel_.unpin_mapping(mapping);
  pinned_.clear();
}

}  // namespace penstock::coll
