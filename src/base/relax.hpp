// relax() pauses briefly between two polls of memory that another processor will change.
#pragma once

namespace penstock::base {

inline void relax() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");  // takes about as long as x86's pause; yield takes no time on most processors
#endif
}

}  // namespace penstock::base
