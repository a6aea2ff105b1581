// Every kernel of the library, host-compiled, for the stand-in driver to find by name.
#include <cstring>

#include "kernels/copy/flat_body.hpp"
#include "kernels/copy/resident_body.hpp"
#include "kernels/copy/strided_body.hpp"
#include "kernels/pack/list_body.hpp"
#include "kernels/sync/flag_body.hpp"
#include "kernels/sync/kernel.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "kernels/copy/flat_list.inc"
#include "kernels/copy/strided_list.inc"
#include "kernels/pack/list_list.inc"
#include "kernels/sync/flag_list.inc"
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const penstock::kernels::standin::Kernel* penstock_standin_kernel(
    const char* name) {
  for (const auto& kernel : kKernels) {
    if (std::strcmp(kernel.name, name) == 0) return &kernel;
  }
  return nullptr;
}
