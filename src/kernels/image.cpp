#include "kernels/image.hpp"

#ifdef PENSTOCK_HAVE_CUDA
extern "C" {
// image.S
extern const std::byte penstock_kernel_image_begin[] __attribute__((visibility("hidden")));
extern const std::byte penstock_kernel_image_end[] __attribute__((visibility("hidden")));
}
#endif

namespace penstock::kernels {

std::span<const std::byte> image() noexcept {
#ifdef PENSTOCK_HAVE_CUDA
  return {penstock_kernel_image_begin, penstock_kernel_image_end};
#else
  return {};
#endif
}

}  // namespace penstock::kernels
