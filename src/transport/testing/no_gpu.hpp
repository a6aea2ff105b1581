// NoGpu is an Accel for tests of host transports: a process without CUDA, where a call that needs a GPU is an error of the
// test.
#pragma once

#include "accel/host_accel.hpp"

namespace penstock::transport::testing {

// A test derives from NoGpu and overrides functions of Accel or of its contracts.
class NoGpu : public accel::HostAccel {
 public:
  // Every pointer is asked for, as if the process could have a GPU.
  NoGpu() : HostAccel("this is a test") { never_ = false; }
};

}  // namespace penstock::transport::testing
