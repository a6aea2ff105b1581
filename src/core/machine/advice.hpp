// Advice to applications about the GPU that a rank should use.
#pragma once

#include "base/config.hpp"

namespace penstock::core {

struct DeviceAdvice {
  bool buffers = false;  // takes_cuda_buffers()
  int on_host = 0;       // GPUs of this machine that have a device file here
  int device = -1;       // CUDA's ordinal among the GPUs that this process sees; -1: it sees none
};

// Tells if this build, as it is configured, accepts GPU buffers.
[[nodiscard]] bool takes_cuda_buffers(const Config& config) noexcept;
// Reads /sys, /proc and CUDA_VISIBLE_DEVICES; it neither calls the driver nor initialises CUDA. It assumes the placement that
// mpiexec binds ranks to in a job whose ranks are all on this machine. Takes milliseconds on large machines.
[[nodiscard]] DeviceAdvice advise_device(const Config& config, int rank, int ranks);

}  // namespace penstock::core
