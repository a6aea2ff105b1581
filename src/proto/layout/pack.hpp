// Copies between two layouts.
#pragma once

#include <cstdint>

#include "proto/layout/layout.hpp"

namespace penstock::proto {

// Copies packed bytes [first, first + bytes) from one host buffer to the other.
void copy_host(const Buffer& destination, const Buffer& source, std::uint64_t first, std::uint64_t bytes);

}  // namespace penstock::proto
