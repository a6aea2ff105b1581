// Kernel bodies access global memory only through this header. On a GPU these are plain or ordered accesses; on the stand-in
// they go to the readable mapping of device memory.
#pragma once

#include <cstdint>

#include "kernels/sync/gpu_thread.hpp"

namespace penstock::kernels::sync {

// Quad has 16 bytes, which move in one access.
struct alignas(16) Quad {
  std::uint32_t word[4];
};

// GlobalPtr points to a naturally aligned `T` in memory of any kind that the running device can access.
template <typename T>
class GlobalPtr {
 public:
  PENSTOCK_DEVICE explicit GlobalPtr(std::uint64_t address) : address_(address) {}

  PENSTOCK_DEVICE GlobalPtr at_byte(std::int64_t offset) const {
    return GlobalPtr(address_ + static_cast<std::uint64_t>(offset));
  }
  PENSTOCK_DEVICE GlobalPtr operator+(std::int64_t elements) const {
    return at_byte(elements * static_cast<std::int64_t>(sizeof(T)));
  }
  PENSTOCK_DEVICE T load() const { return *raw(); }
  // Loads from memory, even if a cache of the processor holds an older value: for kernels that run while others write.
  PENSTOCK_DEVICE T load_fresh() const {
#if defined(__CUDACC__)
    return *const_cast<const volatile T*>(raw());
#else
    return *raw();
#endif
  }
  PENSTOCK_DEVICE void store(const T& value) const { *raw() = value; }

  // Returns the address for the ordered accesses of this folder.
  PENSTOCK_DEVICE T* raw() const {
#if defined(__CUDACC__)
    return reinterpret_cast<T*>(address_);
#else
    return reinterpret_cast<T*>(standin::readable(address_));
#endif
  }

 private:
  std::uint64_t address_;
};

#if defined(__CUDACC__)
template <>
PENSTOCK_DEVICE Quad GlobalPtr<Quad>::load() const {
  const uint4 value = *reinterpret_cast<const uint4*>(raw());
  return Quad{{value.x, value.y, value.z, value.w}};
}
template <>
PENSTOCK_DEVICE Quad GlobalPtr<Quad>::load_fresh() const {
  Quad value;
  asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.word[0]), "=r"(value.word[1]), "=r"(value.word[2]), "=r"(value.word[3])
               : "l"(raw()));
  return value;
}
template <>
PENSTOCK_DEVICE void GlobalPtr<Quad>::store(const Quad& value) const {
  *reinterpret_cast<uint4*>(raw()) = make_uint4(value.word[0], value.word[1], value.word[2], value.word[3]);
}
#endif

// These accesses are ordered for the whole system: CPUs and other GPUs.
PENSTOCK_DEVICE std::uint32_t load_acquire_system(GlobalPtr<std::uint32_t> from) {
#if defined(__CUDACC__)
  std::uint32_t value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(from.raw()) : "memory");
  return value;
#else
  return __atomic_load_n(from.raw(), __ATOMIC_ACQUIRE);
#endif
}

PENSTOCK_DEVICE void store_release_system(GlobalPtr<std::uint32_t> to, std::uint32_t value) {
#if defined(__CUDACC__)
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(to.raw()), "r"(value) : "memory");
#else
  __atomic_store_n(to.raw(), value, __ATOMIC_RELEASE);
#endif
}

// This store is ordered only behind the accesses that a barrier of the block has ordered before it.
PENSTOCK_DEVICE void store_relaxed_system(GlobalPtr<std::uint32_t> to, std::uint32_t value) {
#if defined(__CUDACC__)
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(to.raw()), "r"(value) : "memory");
#else
  __atomic_store_n(to.raw(), value, __ATOMIC_RELAXED);
#endif
}

// Line is a line of commands: the last word of each half is the number that its writer wrote last. Halves with different
// numbers belong to different commands.
struct Line {
  Quad half[2];
};

// The kLineReaders first threads of a block call this, and all of them get the line. On a GPU each reads one half in the same
// access: loads of host memory by one thread follow each other, and two take twice as long as one.
PENSTOCK_DEVICE Line load_line_system(const GpuThread& self, GlobalPtr<Quad> from) {
  Line line;
#if defined(__CUDACC__)
  const unsigned me = self.thread();
  const Quad mine = (from + me).load_fresh();
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t other = __shfl_xor_sync(3U, mine.word[i], 1);
    line.half[0].word[i] = me == 0 ? mine.word[i] : other;
    line.half[1].word[i] = me == 0 ? other : mine.word[i];
  }
#else
  static_cast<void>(self);
  for (int half = 0; half < 2; ++half) {
    std::uint32_t* const words = (from + half).raw()->word;
    do {  // repeats until the words are those of one access
      line.half[half].word[3] = __atomic_load_n(words + 3, __ATOMIC_ACQUIRE);
      for (int i = 0; i < 3; ++i) line.half[half].word[i] = __atomic_load_n(words + i, __ATOMIC_ACQUIRE);
    } while (__atomic_load_n(words + 3, __ATOMIC_RELAXED) != line.half[half].word[3]);
  }
#endif
  return line;
}

// Gives thread 0's value to the readers of a line.
PENSTOCK_DEVICE bool first_reader_says(bool what) {
#if defined(__CUDACC__)
  return __shfl_sync(3U, what ? 1 : 0, 0) != 0;
#else
  return what;
#endif
}

// The access is ordered among the threads of one device. Returns the old value.
PENSTOCK_DEVICE std::uint32_t fetch_add_acq_rel_device(GlobalPtr<std::uint32_t> to, std::uint32_t value) {
#if defined(__CUDACC__)
  std::uint32_t before;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(to.raw()), "r"(value) : "memory");
  return before;
#else
  return __atomic_fetch_add(to.raw(), value, __ATOMIC_ACQ_REL);
#endif
}

// Waits until `*word == value`; gives up, returning false, when `*abort` is not 0.
PENSTOCK_DEVICE bool wait_equal_or_abort(const GpuThread& self, GlobalPtr<std::uint32_t> word, std::uint32_t value,
                                         GlobalPtr<std::uint32_t> abort) {
  while (load_acquire_system(word) != value) {
    if (load_acquire_system(abort) != 0) return false;
    self.pause();
  }
  return true;
}

}  // namespace penstock::kernels::sync
