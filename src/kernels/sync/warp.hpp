// Warps work independently, and signal to warps of other devices.
#pragma once

#include <cstdint>

#include "kernels/sync/global.hpp"

namespace penstock::kernels::sync {

inline constexpr unsigned kWarp = 32;

// Waits until all lanes of a full warp are here: their earlier writes precede their later accesses.
PENSTOCK_DEVICE void warp_sync(const GpuThread& self) {
#if defined(__CUDACC__)
  static_cast<void>(self);
  __syncwarp();
#else
  static_cast<void>(self.shuffle(0, 0));
#endif
}

// Orders the writes of this thread, and writes that it has observed, before its later stores, for all devices and CPUs.
PENSTOCK_DEVICE void fence_system() {
#if defined(__CUDACC__)
  asm volatile("fence.acq_rel.sys;" ::: "memory");
#endif
}
PENSTOCK_DEVICE void store_behind_fence(GlobalPtr<std::uint64_t> to, std::uint64_t value) {
#if defined(__CUDACC__)
  asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(to.raw()), "l"(value) : "memory");
#else
  __atomic_store_n(to.raw(), value, __ATOMIC_RELEASE);
#endif
}

PENSTOCK_DEVICE std::uint64_t load_acquire_system(GlobalPtr<std::uint64_t> from) {
#if defined(__CUDACC__)
  std::uint64_t value;
  asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(from.raw()) : "memory");
  return value;
#else
  return __atomic_load_n(from.raw(), __ATOMIC_ACQUIRE);
#endif
}

}  // namespace penstock::kernels::sync
