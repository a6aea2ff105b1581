// Which GPU a rank should use, for programs that ask.
#pragma once

#include "base/config.hpp"

namespace penstock::core {

struct DeviceAdvice {
  bool buffers = false;  // takes_cuda_buffers()
  int on_host = 0;       // GPUs of this machine that have a device file here
  int device = -1;       // as this process numbers those that it sees (CUDA's ordinal); -1: it sees none
};

// GPU buffers are accepted by this build, as it is configured.
[[nodiscard]] bool takes_cuda_buffers(const Config& config) noexcept;
// From /sys, /proc and CUDA_VISIBLE_DEVICES; no driver is asked and CUDA is not begun. The placements are those that mpiexec
// binds ranks to, of a job whose ranks are all on this machine. Milliseconds on large machines.
[[nodiscard]] DeviceAdvice advise_device(const Config& config, int rank, int ranks);

}  // namespace penstock::core
