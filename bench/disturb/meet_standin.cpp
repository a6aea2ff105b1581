// The kernel, host-compiled, for the stand-in driver to find by name (PENSTOCK_FAKECUDA_KERNELS names this library).
#include <cstring>

#include "meet_body.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "meet_list.inc"
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const penstock::kernels::standin::Kernel* penstock_standin_kernel(
    const char* name) {
  for (const auto& kernel : kKernels) {
    if (std::strcmp(kernel.name, name) == 0) return &kernel;
  }
  return nullptr;
}
