// The library's kernels as the driver loads them.
#pragma once

#include <span>

#include "accel/image.hpp"

namespace penstock::kernels {

// Fat binaries: machine code for each generation of PENSTOCK_CUDA_ARCHS and PTX of PENSTOCK_CUDA_PTX. None in a build without
// CUDA. They live as long as the library.
[[nodiscard]] std::span<const accel::Image> images() noexcept;

}  // namespace penstock::kernels
