// These operations on 4 and 8 bytes are atomic for all GPUs and CPUs. Only the end of the kernel orders them with other
// accesses (finish.hpp). They return the old value; if it is unused, the compiler generates a reduction without a result.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/sync/global.hpp"

namespace penstock::kernels::sync {

#if defined(__CUDACC__)
template <typename Word>
using AtomicUnsigned = std::conditional_t<sizeof(Word) == 4, unsigned, unsigned long long>;
template <typename Word>
using AtomicSigned = std::conditional_t<sizeof(Word) == 4, int, long long>;

template <typename Word>
PENSTOCK_DEVICE AtomicUnsigned<Word>* unsigned_at(GlobalPtr<Word> place) {
  return reinterpret_cast<AtomicUnsigned<Word>*>(place.raw());
}
template <typename Word>
PENSTOCK_DEVICE AtomicSigned<Word>* signed_at(GlobalPtr<Word> place) {
  return reinterpret_cast<AtomicSigned<Word>*>(place.raw());
}
#else
// The old value is replaced by `made(old)`.
template <typename Word, typename Make>
Word change_system(GlobalPtr<Word> place, const Make& made) {
  Word old = __atomic_load_n(place.raw(), __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(place.raw(), &old, made(old), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}
template <typename Word>
using AtomicSigned = std::make_signed_t<Word>;
#endif

template <typename Word>
PENSTOCK_DEVICE Word load_system(GlobalPtr<Word> place) {
#if defined(__CUDACC__)
  return place.load_fresh();
#else
  return __atomic_load_n(place.raw(), __ATOMIC_RELAXED);
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word exchange_system(GlobalPtr<Word> place, Word value) {
#if defined(__CUDACC__)
  return static_cast<Word>(atomicExch_system(unsigned_at(place), value));
#else
  return __atomic_exchange_n(place.raw(), value, __ATOMIC_RELAXED);
#endif
}

// `value` replaces `expected`; other values stay.
template <typename Word>
PENSTOCK_DEVICE Word compare_exchange_system(GlobalPtr<Word> place, Word expected, Word value) {
#if defined(__CUDACC__)
  return static_cast<Word>(atomicCAS_system(unsigned_at(place), expected, value));
#else
  __atomic_compare_exchange_n(place.raw(), &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word fetch_add_system(GlobalPtr<Word> place, Word value) {
#if defined(__CUDACC__)
  return static_cast<Word>(atomicAdd_system(unsigned_at(place), value));
#else
  return __atomic_fetch_add(place.raw(), value, __ATOMIC_RELAXED);
#endif
}

// The words are the bits of doubles.
PENSTOCK_DEVICE std::uint64_t fetch_add_double_system(GlobalPtr<std::uint64_t> place, std::uint64_t value) {
#if defined(__CUDACC__)
  return __builtin_bit_cast(std::uint64_t,
                            atomicAdd_system(reinterpret_cast<double*>(place.raw()), __builtin_bit_cast(double, value)));
#else
  return change_system(place, [value](std::uint64_t old) {
    return __builtin_bit_cast(std::uint64_t, __builtin_bit_cast(double, old) + __builtin_bit_cast(double, value));
  });
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word fetch_and_system(GlobalPtr<Word> place, Word value) {
#if defined(__CUDACC__)
  return static_cast<Word>(atomicAnd_system(unsigned_at(place), value));
#else
  return __atomic_fetch_and(place.raw(), value, __ATOMIC_RELAXED);
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word fetch_or_system(GlobalPtr<Word> place, Word value) {
#if defined(__CUDACC__)
  return static_cast<Word>(atomicOr_system(unsigned_at(place), value));
#else
  return __atomic_fetch_or(place.raw(), value, __ATOMIC_RELAXED);
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word fetch_xor_system(GlobalPtr<Word> place, Word value) {
#if defined(__CUDACC__)
  return static_cast<Word>(atomicXor_system(unsigned_at(place), value));
#else
  return __atomic_fetch_xor(place.raw(), value, __ATOMIC_RELAXED);
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word fetch_min_system(GlobalPtr<Word> place, Word value, bool is_signed) {
  using Signed = AtomicSigned<Word>;
#if defined(__CUDACC__)
  if (is_signed) return static_cast<Word>(atomicMin_system(signed_at(place), static_cast<Signed>(value)));
  return static_cast<Word>(atomicMin_system(unsigned_at(place), value));
#else
  return change_system(place, [=](Word old) {
    const bool less = is_signed ? static_cast<Signed>(value) < static_cast<Signed>(old) : value < old;
    return less ? value : old;
  });
#endif
}

template <typename Word>
PENSTOCK_DEVICE Word fetch_max_system(GlobalPtr<Word> place, Word value, bool is_signed) {
  using Signed = AtomicSigned<Word>;
#if defined(__CUDACC__)
  if (is_signed) return static_cast<Word>(atomicMax_system(signed_at(place), static_cast<Signed>(value)));
  return static_cast<Word>(atomicMax_system(unsigned_at(place), value));
#else
  return change_system(place, [=](Word old) {
    const bool more = is_signed ? static_cast<Signed>(value) > static_cast<Signed>(old) : value > old;
    return more ? value : old;
  });
#endif
}

}  // namespace penstock::kernels::sync
