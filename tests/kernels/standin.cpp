// The kernels of this folder, host-compiled, for the stand-in driver (PENSTOCK_FAKECUDA_KERNELS names this library).
#include "bodies.hpp"
#include "kernels/sync/standin_library.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "kernels_list.inc"
};

}  // namespace

PENSTOCK_STANDIN_LIBRARY(kKernels)
