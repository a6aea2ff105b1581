// GpuThread tells a kernel body where it is in the grid, and lets it wait for its block. The same body is compiled by nvcc for
// GPUs and by the host compiler for the stand-in driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// A PENSTOCK_DEVICE function is inlined into its caller. PENSTOCK_DEVICE_CALL makes one function for all kernels, if copies of
// it would be many and large.
#if defined(__CUDACC__)
#define PENSTOCK_DEVICE __device__ __forceinline__
#define PENSTOCK_DEVICE_CALL inline __device__ __noinline__
#else
#include "kernels/sync/standin.hpp"
#define PENSTOCK_DEVICE inline
#define PENSTOCK_DEVICE_CALL inline
#endif

namespace penstock::kernels::sync {

// The first kLineReaders threads of a block read a line of commands together (load_line_system).
inline constexpr unsigned kSharedBytes = 2048;
#if defined(__CUDACC__)
inline constexpr unsigned kLineReaders = 2;
#else
inline constexpr unsigned kLineReaders = 1;
#endif

#if defined(__CUDACC__)

class GpuThread {
 public:
  PENSTOCK_DEVICE unsigned thread() const { return threadIdx.x; }
  PENSTOCK_DEVICE unsigned threads() const { return blockDim.x; }
  PENSTOCK_DEVICE unsigned block() const { return blockIdx.x; }
  PENSTOCK_DEVICE unsigned blocks() const { return gridDim.x; }
  PENSTOCK_DEVICE uint3 thread3() const { return threadIdx; }
  PENSTOCK_DEVICE dim3 threads3() const { return blockDim; }
  PENSTOCK_DEVICE uint3 block3() const { return blockIdx; }
  PENSTOCK_DEVICE dim3 blocks3() const { return gridDim; }
  PENSTOCK_DEVICE void barrier() const { __syncthreads(); }
  // All lanes of a full warp call it.
  PENSTOCK_DEVICE std::uint32_t shuffle(std::uint32_t value, unsigned source) const {
    return __shfl_sync(0xffffffffU, value, static_cast<int>(source));
  }
  // Gives the value that thread 0 passed to every thread of the block; all threads call it.
  template <typename T>
  PENSTOCK_DEVICE T broadcast(const T& value) const {
    __shared__ alignas(16) unsigned char bytes[sizeof(T)];
    T& cell = *reinterpret_cast<T*>(bytes);
    if (threadIdx.x == 0) cell = value;
    __syncthreads();
    const T out = cell;
    __syncthreads();
    return out;
  }
  // Returns kSharedBytes of the block's memory, aligned to 16, for kernels that use no other shared memory.
  PENSTOCK_DEVICE std::byte* shared() const {
    __shared__ alignas(16) std::byte bytes[kSharedBytes];
    return bytes;
  }
  PENSTOCK_DEVICE void pause() const { __nanosleep(20); }
  // Pauses as briefly as possible, for loops in which only the latency of the next poll matters.
  PENSTOCK_DEVICE void relax() const {}
  // Returns a clock of this processor; only differences have a meaning, in cycles of DeviceLimits::kilohertz.
  PENSTOCK_DEVICE std::uint64_t cycles() const { return static_cast<std::uint64_t>(clock64()); }
};

#else

class GpuThread {
 public:
  explicit GpuThread(const standin::Frame& frame) : frame_(frame) {}
  [[nodiscard]] unsigned thread() const { return frame_.thread_index.x; }
  [[nodiscard]] unsigned threads() const { return frame_.block.x; }
  [[nodiscard]] unsigned block() const { return frame_.block_index.x; }
  [[nodiscard]] unsigned blocks() const { return frame_.grid.x; }
  [[nodiscard]] standin::Shape thread3() const { return frame_.thread_index; }
  [[nodiscard]] standin::Shape threads3() const { return frame_.block; }
  [[nodiscard]] standin::Shape block3() const { return frame_.block_index; }
  [[nodiscard]] standin::Shape blocks3() const { return frame_.grid; }
  void barrier() const { frame_.runner->barrier(frame_.thread); }
  [[nodiscard]] std::uint32_t shuffle(std::uint32_t value, unsigned source) const {
    return static_cast<std::uint32_t>(frame_.runner->shuffle(frame_.thread, value, source));
  }
  template <typename T>
  [[nodiscard]] T broadcast(const T& value) const {
    static_assert(sizeof(T) <= standin::kBroadcastBytes);
    if (frame_.thread_index.x == 0) std::memcpy(frame_.broadcast, &value, sizeof value);
    barrier();
    T out;
    std::memcpy(&out, frame_.broadcast, sizeof out);
    barrier();
    return out;
  }
  [[nodiscard]] std::byte* shared() const { return frame_.broadcast + standin::kBroadcastBytes; }
  void pause() const { frame_.runner->pause(frame_.thread); }
  void relax() const { pause(); }
  [[nodiscard]] std::uint64_t cycles() const { return frame_.runner->cycles(); }

 private:
  const standin::Frame& frame_;
};

#endif

}  // namespace penstock::kernels::sync
