// PENSTOCK_DEVICE_KERNEL(name, Arguments, body) is a row of a kernel list like PENSTOCK_KERNEL. Its body `(const Arguments&)`
// uses include/penstock_device.cuh; nvcc and the host compiler (for the stand-in driver) compile it alike.
#pragma once

#if !defined(__CUDACC__)
#include "kernels/sync/standin.hpp"
#define PENSTOCK_DEVICE_ON_HOST "kernels/sync/device_on_host.hpp"
#endif
#include "penstock_device.cuh"

#if defined(__CUDACC__)
#define PENSTOCK_DEVICE_KERNEL(name, Arguments, ...)                             \
  extern "C" __global__ void name(const __grid_constant__ Arguments arguments) { \
    __VA_ARGS__(arguments);                                                      \
  }
#else
#define PENSTOCK_DEVICE_KERNEL(name, Arguments, ...)                                                       \
  {#name, sizeof(Arguments), [](const void* arguments, const ::penstock::kernels::standin::Frame& frame) { \
     ::penstock_device::running = &frame;                                                                  \
     __VA_ARGS__(*static_cast<const Arguments*>(arguments));                                               \
   }},
#endif
