// The accesses of penstock_device.cuh to the GPU: threads, barriers, and ordered accesses to
// memory. It is a part of that header.
#ifndef PENSTOCK_DEVICE_PTX_CUH
#define PENSTOCK_DEVICE_PTX_CUH

#include <cstdint>

#define PENSTOCK_DEVICE_FUNCTION __device__ __forceinline__
#define PENSTOCK_DEVICE_UNROLL _Pragma("unroll")

namespace penstock_device {

PENSTOCK_DEVICE_FUNCTION unsigned thread_rank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
PENSTOCK_DEVICE_FUNCTION unsigned block_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}
PENSTOCK_DEVICE_FUNCTION unsigned block_rank() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
PENSTOCK_DEVICE_FUNCTION unsigned grid_blocks() {
  return gridDim.x * gridDim.y * gridDim.z;
}
PENSTOCK_DEVICE_FUNCTION void sync_block() {
  __syncthreads();
}
PENSTOCK_DEVICE_FUNCTION bool any_of_block(bool what) {
  return __syncthreads_or(what ? 1 : 0) != 0;
}
PENSTOCK_DEVICE_FUNCTION void sync_warp() {
  __syncwarp();
}
PENSTOCK_DEVICE_FUNCTION bool any_of_warp(bool what) {
  const int any = __any_sync(0xffffffffU, what ? 1 : 0);
  __syncwarp();
  return any != 0;
}
PENSTOCK_DEVICE_FUNCTION void pause() {
  __nanosleep(32);
}
PENSTOCK_DEVICE_FUNCTION void trap() {
  __trap();
}

struct alignas(16) Quad {
  std::uint32_t word[4];
};

template <typename T>
PENSTOCK_DEVICE_FUNCTION T load(std::uint64_t from) {
  return *reinterpret_cast<const T*>(from);
}
// Loads from memory, even if a cache of the processor holds an older value.
template <typename T>
PENSTOCK_DEVICE_FUNCTION T load_fresh(std::uint64_t from) {
  return *reinterpret_cast<const volatile T*>(from);
}
template <>
PENSTOCK_DEVICE_FUNCTION Quad load_fresh<Quad>(std::uint64_t from) {
  Quad value;
  asm volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.word[0]), "=r"(value.word[1]), "=r"(value.word[2]), "=r"(value.word[3])
               : "l"(from)
               : "memory");
  return value;
}
template <typename T>
PENSTOCK_DEVICE_FUNCTION void store(std::uint64_t to, const T& value) {
  *reinterpret_cast<T*>(to) = value;
}

// All following operations are ordered for the whole system: CPUs and other GPUs.
PENSTOCK_DEVICE_FUNCTION void fence_system() {
  asm volatile("fence.acq_rel.sys;" ::: "memory");
}
PENSTOCK_DEVICE_FUNCTION std::uint32_t load_acquire_32(std::uint64_t from) {
  std::uint32_t value;
  asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}
PENSTOCK_DEVICE_FUNCTION std::uint64_t load_acquire_64(std::uint64_t from) {
  std::uint64_t value;
  asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
  return value;
}
PENSTOCK_DEVICE_FUNCTION void store_release_32(std::uint64_t to, std::uint32_t value) {
  asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}
PENSTOCK_DEVICE_FUNCTION void store_release_64(std::uint64_t to, std::uint64_t value) {
  asm volatile("st.release.sys.u64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
}
PENSTOCK_DEVICE_FUNCTION std::uint64_t fetch_add_64(std::uint64_t to, std::uint64_t value) {
  std::uint64_t before;
  asm volatile("atom.acq_rel.sys.add.u64 %0, [%1], %2;" : "=l"(before) : "l"(to), "l"(value) : "memory");
  return before;
}
// This operation is ordered among the threads of one GPU.
PENSTOCK_DEVICE_FUNCTION std::uint32_t fetch_add_local_32(std::uint64_t to, std::uint32_t value) {
  std::uint32_t before;
  asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(to), "r"(value) : "memory");
  return before;
}

}  // namespace penstock_device

#endif  // PENSTOCK_DEVICE_PTX_CUH
