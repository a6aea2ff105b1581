// The kernel, host-compiled, so that the stand-in driver finds it by name (PENSTOCK_FAKECUDA_KERNELS names this library).
#include "busy_body.hpp"
#include "kernels/sync/standin_library.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "busy_list.inc"
};

}  // namespace

PENSTOCK_STANDIN_LIBRARY(kKernels)
