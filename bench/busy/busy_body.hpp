// Dependent arithmetic in registers, a fixed amount in each thread: the kernel takes longer by exactly the time that others
// take from it. nvcc compiles it for GPUs, the host compiler for the stand-in driver of tests.
#pragma once

#include "busy_arguments.hpp"
#include "kernels/sync/global.hpp"
#include "kernels/sync/kernel.hpp"

namespace bench::busy {

PENSTOCK_DEVICE void busy_body(const BusyArguments& arguments, const penstock::kernels::sync::GpuThread& self) {
  auto value = static_cast<float>(self.thread());
  for (std::uint64_t round = 0; round < arguments.rounds; ++round) value = value * 0.5F + 1.0F;
  if (arguments.sink != 0) penstock::kernels::sync::GlobalPtr<float>(arguments.sink).store(value);
}

}  // namespace bench::busy
