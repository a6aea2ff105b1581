// The library's kernels as the driver loads them.
#pragma once

#include <cstddef>
#include <span>

namespace penstock::kernels {

// One fat binary: machine code for each generation of PENSTOCK_CUDA_ARCHS and PTX of the newest. Empty in a build without
// CUDA. Lives as long as the library.
[[nodiscard]] std::span<const std::byte> image() noexcept;

}  // namespace penstock::kernels
