#include "kernels/image.hpp"

#ifdef PENSTOCK_HAVE_CUDA
extern "C" {
// image.S
#define PENSTOCK_IMAGE(unit, ...)                                                               \
  extern const std::byte penstock_image_##unit##_begin[] __attribute__((visibility("hidden"))); \
  extern const std::byte penstock_image_##unit##_end[] __attribute__((visibility("hidden")));
#include "kernels/images.inc"
#undef PENSTOCK_IMAGE
}
#endif

namespace penstock::kernels {

std::span<const accel::Image> images() noexcept {
#ifdef PENSTOCK_HAVE_CUDA
  static const accel::Image kImages[] = {
#define PENSTOCK_IMAGE(unit, file, ...) {{__VA_ARGS__}, {penstock_image_##unit##_begin, penstock_image_##unit##_end}},
#include "kernels/images.inc"
#undef PENSTOCK_IMAGE
  };
  return kImages;
#else
  return {};
#endif
}

}  // namespace penstock::kernels
