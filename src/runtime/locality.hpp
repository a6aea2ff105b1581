// A Locality says where a rank runs, as the ranks tell each other.
#pragma once

#include <cstdint>

#include "base/config.hpp"

namespace penstock::runtime {

// Its levels go from the largest to the smallest. It travels through the launcher and in messages.
struct Locality {
  std::uint64_t host = 0;
  std::int32_t package = -1;  // -1: the rank may run in several, or in all there are
  std::int32_t numa = -1;
  friend bool operator==(const Locality&, const Locality&) = default;
};
inline constexpr int kLocalityLevels = 3;
[[nodiscard]] constexpr std::int64_t at_level(const Locality& locality, int level) noexcept {
  return level == 0 ? static_cast<std::int64_t>(locality.host) : level == 1 ? locality.package : locality.numa;
}

// Returns this process's locality, by its host's name and by the processors that it is bound to now.
[[nodiscard]] Locality own_locality(const Config& config);

}  // namespace penstock::runtime
