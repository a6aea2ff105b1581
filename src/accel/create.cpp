// This file creates the implementation of Accel that this build and its configuration select.
#include "accel/accel.hpp"
#include "accel/host_accel.hpp"
#ifdef PENSTOCK_HAVE_CUDA
#include "accel/cuda_accel.hpp"
#endif

namespace penstock::accel {

Status Accel::create(const Config& config, Log& log, std::span<const Image> images, std::unique_ptr<Accel>* out) {
  static_cast<void>(log);
  static_cast<void>(images);
  if (!config.cuda) {
    *out = std::make_unique<HostAccel>("PENSTOCK_CUDA=0");
    return {};
  }
#ifdef PENSTOCK_HAVE_CUDA
  *out = std::make_unique<CudaAccel>(config, log, images);
#else
  *out = std::make_unique<HostAccel>("this build has PENSTOCK_CUDA=OFF");
#endif
  return {};
}

}  // namespace penstock::accel
