// The kernel, host-compiled, so that the stand-in driver finds it by name (PENSTOCK_FAKECUDA_KERNELS names this library).
#include "kernels/sync/standin_library.hpp"
#include "meet_body.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "meet_list.inc"
};

}  // namespace

PENSTOCK_STANDIN_LIBRARY(kKernels)
