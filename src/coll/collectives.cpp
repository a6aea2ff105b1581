#include "coll/collectives.hpp"

#include "coll/movement.hpp"

namespace penstock::coll {

std::string_view collective_name(Collective collective) noexcept {
  return movement_of(collective).name;
}

bool find_collective(std::string_view name, Collective* out) noexcept {
  for (int i = 0; i < kCollectives; ++i) {
    *out = static_cast<Collective>(i);
    if (collective_name(*out) == name) return true;
  }
  *out = Collective::kAlltoallw;
  return name == "alltoallv";
}

}  // namespace penstock::coll
