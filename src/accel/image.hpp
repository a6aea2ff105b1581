// Kernels of the library as the driver loads them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace penstock::accel {

// A fat binary. The names of its kernels, and of no other's, begin with one of the prefixes; an empty one is none.
struct Image {
  std::array<std::string_view, 3> prefixes;
  std::span<const std::byte> bytes;
};

}  // namespace penstock::accel
