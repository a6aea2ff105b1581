// The demo's kernels, host-compiled, so that the stand-in driver finds them by name
// (PENSTOCK_FAKECUDA_KERNELS names this library).
#include "kernels/sync/standin_library.hpp"
#include "stencil_kernel_body.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "stencil_kernel_list.inc"
};

}  // namespace

PENSTOCK_STANDIN_LIBRARY(kKernels)
