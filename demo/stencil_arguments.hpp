// The only parameter of the demo's kernels.
#pragma once

#include <cstdint>

namespace demo {

struct StencilArguments {
  std::uint64_t from = 0, to = 0;  // arrays of (rows + 2) x (columns + 2) elements
  std::int32_t rows = 0, columns = 0;
};

}  // namespace demo
