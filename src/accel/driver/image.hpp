// An image has kernels of the library in the form that the driver loads.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace penstock::accel {

// An image is a fat binary. The names of its kernels, and only those, begin with one of the prefixes; an empty prefix is
// unused.
struct Image {
  std::array<std::string_view, 3> prefixes;
  std::span<const std::byte> bytes;
};

}  // namespace penstock::accel
