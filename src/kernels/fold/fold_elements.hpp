// These are the elements of reductions on GPUs. An element's address is a multiple of its alignment, so a pair has the
// alignment of its members.
#pragma once

#include <cstdint>

#include "kernels/sync/gpu_thread.hpp"

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#else
#include <algorithm>
#include <cmath>
#include <limits>
#endif

namespace penstock::kernels {

#if !defined(__CUDACC__)
#if defined(__aarch64__)
using HostHalf = __fp16;  // GCC 12 has no _Float16 in C++ there
#else
using HostHalf = _Float16;
#endif
#endif

// Arithmetic is done in float and rounded after each operation, which gives the bits of the CPU's kernels.
struct Half {
  std::uint16_t bits;

#if defined(__CUDACC__)
  PENSTOCK_DEVICE float value() const { return __half2float(__ushort_as_half(bits)); }
  PENSTOCK_DEVICE static Half of(float value) { return {__half_as_ushort(__float2half_rn(value))}; }
#else
  [[nodiscard]] float value() const { return static_cast<float>(__builtin_bit_cast(HostHalf, bits)); }
  static Half of(float value) { return {__builtin_bit_cast(std::uint16_t, static_cast<HostHalf>(value))}; }
#endif
  friend PENSTOCK_DEVICE Half operator+(Half a, Half b) { return of(a.value() + b.value()); }
  friend PENSTOCK_DEVICE Half operator-(Half a, Half b) { return of(a.value() - b.value()); }
  friend PENSTOCK_DEVICE bool operator<(Half a, Half b) { return a.value() < b.value(); }
};

// Bfloat16 is computed in that way, with the rounding of the processor.
struct Bfloat16 {
  std::uint16_t bits;

  [[nodiscard]] PENSTOCK_DEVICE float value() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
#if defined(__CUDACC__)
  PENSTOCK_DEVICE static Bfloat16 of(float value) { return {__bfloat16_as_ushort(__float2bfloat16_rn(value))}; }
#else
  static Bfloat16 of(float value) {
    const auto all = __builtin_bit_cast(std::uint32_t, value);
    if (value != value) return {static_cast<std::uint16_t>(all >> 16 | 0x40U)};
    return {static_cast<std::uint16_t>((all + 0x7fffU + (all >> 16 & 1U)) >> 16)};
  }
#endif
  friend PENSTOCK_DEVICE Bfloat16 operator+(Bfloat16 a, Bfloat16 b) { return of(a.value() + b.value()); }
  friend PENSTOCK_DEVICE bool operator<(Bfloat16 a, Bfloat16 b) { return a.value() < b.value(); }
};

// These formats have eight bits. kLargest is the largest magnitude; values that round to more become kOver, which is infinity
// or the only NaN.
struct E4M3 {
  static constexpr int kFraction = 3;
  static constexpr int kBias = 7;
  static constexpr std::uint8_t kLargest = 0x7e;  // 448
  static constexpr std::uint8_t kOver = 0x7f;     // NaN
  PENSTOCK_DEVICE static bool is_over(float magnitude) { return magnitude > 464; }
#if defined(__CUDACC__)
  static constexpr __nv_fp8_interpretation_t kFormat = __NV_E4M3;
#endif
};
struct E5M2 {
  static constexpr int kFraction = 2;
  static constexpr int kBias = 15;
  static constexpr std::uint8_t kLargest = 0x7b;  // 57344
  static constexpr std::uint8_t kOver = 0x7c;     // infinity
  PENSTOCK_DEVICE static bool is_over(float magnitude) { return magnitude >= 61440; }
#if defined(__CUDACC__)
  static constexpr __nv_fp8_interpretation_t kFormat = __NV_E5M2;
#endif
};

// Float8 is computed in that way. The GPUs' own conversion saturates at the largest number.
template <typename Format>
struct Float8 {
  std::uint8_t bits;

#if defined(__CUDACC__)
  PENSTOCK_DEVICE float value() const { return __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, Format::kFormat))); }
  PENSTOCK_DEVICE static Float8 of(float value) {
    const std::uint8_t sign = __float_as_uint(value) >> 24 & 0x80U;
    const std::uint8_t within = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, Format::kFormat);
    return {Format::is_over(fabsf(value)) ? static_cast<std::uint8_t>(sign | Format::kOver) : within};
  }
#else
  [[nodiscard]] float value() const {
    const int magnitude = bits & 0x7f;
    const int exponent = magnitude >> Format::kFraction;
    const int fraction = magnitude - (exponent << Format::kFraction) + (exponent != 0 ? 1 << Format::kFraction : 0);
    float value = std::ldexp(static_cast<float>(fraction), std::max(exponent, 1) - Format::kBias - Format::kFraction);
    if (magnitude > Format::kLargest) value = std::numeric_limits<float>::quiet_NaN();
    if (magnitude == 0x7c && Format::kOver == 0x7c) value = std::numeric_limits<float>::infinity();
    return (bits & 0x80) != 0 ? -value : value;
  }
  static Float8 of(float value) {
    const auto sign = static_cast<std::uint8_t>(std::signbit(value) ? 0x80 : 0);
    const float magnitude = std::abs(value);
    if (std::isnan(value)) return {static_cast<std::uint8_t>(sign | 0x7f)};
    if (Format::is_over(magnitude)) return {static_cast<std::uint8_t>(sign | Format::kOver)};
    constexpr int kLowest = 1 - Format::kBias;
    const int exponent = magnitude == 0 ? kLowest : std::max(std::ilogb(magnitude), kLowest);
    const auto places = static_cast<int>(std::nearbyint(std::ldexp(magnitude, Format::kFraction - exponent)));
    return {static_cast<std::uint8_t>(sign | (places + ((exponent + Format::kBias - 1) << Format::kFraction)))};
  }
#endif
  friend PENSTOCK_DEVICE Float8 operator+(Float8 a, Float8 b) { return of(a.value() + b.value()); }
  friend PENSTOCK_DEVICE bool operator<(Float8 a, Float8 b) { return a.value() < b.value(); }
};
using Float8E4M3 = Float8<E4M3>;
using Float8E5M2 = Float8<E5M2>;

// This product is not fused with an addition, because the CPU rounds both.
template <typename Short>
PENSTOCK_DEVICE Short times(Short a, Short b) {
  return Short::of(a.value() * b.value());
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

// Returns the lower bytes of a word; all supported machines are little-endian.
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

// Located is a value and its index. It is held as words, because the winner is copied with its padding.
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
