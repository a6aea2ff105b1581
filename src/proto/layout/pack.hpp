// Copies between two layouts.
#pragma once

#include <cstdint>

#include "proto/layout/layout.hpp"

namespace penstock::proto {

// Packed bytes [first, first + bytes) of two host buffers, from one to the other.
void copy_host(const Buffer& destination, const Buffer& source, std::uint64_t first, std::uint64_t bytes);

}  // namespace penstock::proto
