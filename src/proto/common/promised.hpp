// Contexts of promised messages (engine/early_matching.hpp): numbered by their sender, and ending as nobody else's do.
#pragma once

#include "proto/common/operation.hpp"

namespace penstock::proto {

inline constexpr Context kPromised = 14;
inline constexpr unsigned kPromisedBits = 4;

}  // namespace penstock::proto
