// PENSTOCK_KERNEL(name, Arguments, body) is one row of a kernel list. `body` is a function (const Arguments&,
// const GpuThread&); it may contain commas. nvcc makes a __global__ function of it; the host compiler makes a
// row of a standin::Kernel table. PENSTOCK_KERNEL_OF(threads, ...) limits the registers so that blocks of that
// many threads run on every device.
#pragma once

#include "kernels/sync/gpu_thread.hpp"

#if defined(__CUDACC__)
#define PENSTOCK_KERNEL(name, Arguments, ...)                                    \
  extern "C" __global__ void name(const __grid_constant__ Arguments arguments) { \
    __VA_ARGS__(arguments, ::penstock::kernels::sync::GpuThread());              \
  }
#define PENSTOCK_KERNEL_OF(threads, name, Arguments, ...)                                                   \
  extern "C" __global__ void __launch_bounds__(threads) name(const __grid_constant__ Arguments arguments) { \
    __VA_ARGS__(arguments, ::penstock::kernels::sync::GpuThread());                                         \
  }
#else
#define PENSTOCK_KERNEL(name, Arguments, ...)                                                              \
  {#name, sizeof(Arguments), [](const void* arguments, const ::penstock::kernels::standin::Frame& frame) { \
     __VA_ARGS__(*static_cast<const Arguments*>(arguments), ::penstock::kernels::sync::GpuThread(frame));  \
   }},
#define PENSTOCK_KERNEL_OF(threads, name, Arguments, ...) PENSTOCK_KERNEL(name, Arguments, __VA_ARGS__)
#endif
