// Where ranks run, as far as they tell each other: what reordering looks at.
#pragma once

#include <cstdint>

#include "base/config.hpp"

namespace penstock::core {

// Levels from the largest to the smallest. Travels through the launcher.
struct Place {
  std::uint64_t host = 0;
  std::int32_t package = -1;  // -1: of processors that lie in several, or that are all there are
  std::int32_t numa = -1;
  friend bool operator==(const Place&, const Place&) = default;
};
inline constexpr int kPlaceLevels = 3;
[[nodiscard]] constexpr std::int64_t at_level(const Place& place, int level) noexcept {
  return level == 0 ? static_cast<std::int64_t>(place.host) : level == 1 ? place.package : place.numa;
}

// Of this process, by its host's name and by the processors that it is bound to now.
[[nodiscard]] Place own_place(const Config& config);

}  // namespace penstock::core
