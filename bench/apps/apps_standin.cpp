// The kernels of the program, host-compiled, so that the stand-in driver finds them by name
// (PENSTOCK_FAKECUDA_KERNELS names this library).
#include "../../demo/stencil_kernel_body.hpp"
#include "kernels/sync/standin_library.hpp"
#include "persistent_body.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "../../demo/stencil_kernel_list.inc"
#include "persistent_list.inc"
};

}  // namespace

PENSTOCK_STANDIN_LIBRARY(kKernels)
