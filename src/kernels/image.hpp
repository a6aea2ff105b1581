// This header has the library's kernels in the form that the driver loads.
#pragma once

#include <span>

#include "accel/driver/image.hpp"

namespace penstock::kernels {

// Returns the fat binaries: machine code for each generation of PENSTOCK_CUDA_ARCHS and PTX of PENSTOCK_CUDA_PTX. The list is
// empty in a build without CUDA. The binaries live as long as the library.
[[nodiscard]] std::span<const accel::Image> images() noexcept;

}  // namespace penstock::kernels
