// Elements of reductions as GPUs handle them. An element's alignment is what its address is a multiple of, so that of a pair is
// its members'.
#pragma once

#include <cstdint>

#include "kernels/sync/lane.hpp"

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#endif

namespace penstock::kernels {

// Arithmetic is float's, rounded after each operation: the bits that the CPU's kernels make.
struct Half {
  std::uint16_t bits;

#if defined(__CUDACC__)
  PENSTOCK_DEVICE float value() const { return __half2float(__ushort_as_half(bits)); }
  PENSTOCK_DEVICE static Half of(float value) { return {__half_as_ushort(__float2half_rn(value))}; }
#else
  [[nodiscard]] float value() const { return static_cast<float>(__builtin_bit_cast(_Float16, bits)); }
  static Half of(float value) { return {__builtin_bit_cast(std::uint16_t, static_cast<_Float16>(value))}; }
#endif
  friend PENSTOCK_DEVICE Half operator+(Half a, Half b) { return of(a.value() + b.value()); }
  friend PENSTOCK_DEVICE Half operator-(Half a, Half b) { return of(a.value() - b.value()); }
  friend PENSTOCK_DEVICE bool operator<(Half a, Half b) { return a.value() < b.value(); }
};

// A product that no addition is fused with: the CPU rounds both.
PENSTOCK_DEVICE Half times(Half a, Half b) {
  return Half::of(a.value() * b.value());
}
PENSTOCK_DEVICE float times(float a, float b) {
#if defined(__CUDACC__)
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}
PENSTOCK_DEVICE double times(double a, double b) {
#if defined(__CUDACC__)
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

template <typename T>
struct Complex {
  T re, im;
};
template <typename T>
PENSTOCK_DEVICE Complex<T> times(const Complex<T>& a, const Complex<T>& b) {
  return {times(a.re, b.re) - times(a.im, b.im), times(a.re, b.im) + times(a.im, b.re)};
}

// The lower bytes of a word, on machines that all have those first.
template <typename Member, typename Word>
PENSTOCK_DEVICE Member member_of(Word word) {
  if constexpr (sizeof(Member) == sizeof(std::uint16_t)) {
    return __builtin_bit_cast(Member, static_cast<std::uint16_t>(word));
  } else if constexpr (sizeof(Member) == sizeof(std::uint32_t)) {
    return __builtin_bit_cast(Member, static_cast<std::uint32_t>(word));
  } else {
    return __builtin_bit_cast(Member, word);
  }
}

// A value and where it is. As words, since the winner is copied with its padding.
template <typename V, typename I, typename Word>
struct Located {
  Word word[2];
  [[nodiscard]] PENSTOCK_DEVICE V value() const { return member_of<V>(word[0]); }
  [[nodiscard]] PENSTOCK_DEVICE I index() const { return member_of<I>(word[1]); }
};
using FloatInt = Located<float, std::int32_t, std::uint32_t>;
using DoubleInt = Located<double, std::int32_t, std::uint64_t>;
using LongInt = Located<std::int64_t, std::int32_t, std::uint64_t>;
using TwoInt = Located<std::int32_t, std::int32_t, std::uint32_t>;
using ShortInt = Located<std::int16_t, std::int32_t, std::uint32_t>;
using TwoReal = Located<float, float, std::uint32_t>;
using TwoDouble = Located<double, double, std::uint64_t>;

}  // namespace penstock::kernels
