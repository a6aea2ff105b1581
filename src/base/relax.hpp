// A moment of rest between two looks at memory that another processor will change.
#pragma once

namespace penstock::base {

inline void relax() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace penstock::base
