// What the kernels are tested against: MPI's operations on one element, written down a second time, and operands that are
// likely to show a difference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "base/reduce/reduce.hpp"

namespace penstock::base::reference {

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using)
__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using)

// A half as its bits. Sums and products of halves are exact in double; rounding is to a multiple of the last place.
struct Half {
  std::uint16_t bits;
};
inline double value_of(Half half) {
  const int exponent = half.bits >> 10 & 0x1f;
  const int fraction = half.bits & 0x3ff;
  const double sign = (half.bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
}
inline Half half_of(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return {static_cast<std::uint16_t>(sign | 0x7e00)};
  const double size = std::abs(value);
  const int exponent = size < 0x1p-14 ? -14 : std::ilogb(size);
  const double places = size > 70000 ? 1e9 : std::nearbyint(std::ldexp(size, 10 - exponent));
  if (std::ldexp(places, exponent - 10) >= 65536) return {static_cast<std::uint16_t>(sign | 0x7c00)};
  return {static_cast<std::uint16_t>(sign | static_cast<int>(places + 1024.0 * (exponent + 14)))};
}
inline Half operator+(Half a, Half b) {
  return half_of(value_of(a) + value_of(b));
}
inline Half operator-(Half a, Half b) {
  return half_of(value_of(a) - value_of(b));
}
inline Half operator*(Half a, Half b) {
  return half_of(value_of(a) * value_of(b));
}
inline bool operator<(Half a, Half b) {
  return value_of(a) < value_of(b);
}

template <typename T>
struct Complex {
  T re, im;
};
template <typename V, typename I>
struct Pair {
  V value;
  I index;
};

template <typename T>
inline constexpr bool kInteger = std::is_integral_v<T> || std::is_same_v<T, Int128>;

template <typename T>
bool arithmetic(Operation operation, T a, T b, T* out) {
  if constexpr (kInteger<T>) {
    __extension__ typedef unsigned __int128 Widest;  // NOLINT(modernize-use-using)
    if (operation == Operation::kSum) *out = static_cast<T>(static_cast<Widest>(a) + static_cast<Widest>(b));
    if (operation == Operation::kProd) *out = static_cast<T>(static_cast<Widest>(a) * static_cast<Widest>(b));
  } else {
    if (operation == Operation::kSum) *out = a + b;
    if (operation == Operation::kProd) *out = a * b;
  }
  if (operation == Operation::kMin) *out = b < a ? b : a;
  if (operation == Operation::kMax) *out = a < b ? b : a;
  return operation <= Operation::kProd;
}
template <typename T>
bool bitwise(Operation operation, T a, T b, T* out) {
  if (operation == Operation::kBand) *out = static_cast<T>(a & b);
  if (operation == Operation::kBor) *out = static_cast<T>(a | b);
  if (operation == Operation::kBxor) *out = static_cast<T>(a ^ b);
  return operation >= Operation::kBand && operation <= Operation::kBxor;
}
template <typename T>
bool logical(Operation operation, T a, T b, T* out) {
  const bool left = a != 0;
  const bool right = b != 0;
  if (operation == Operation::kLand) *out = left && right ? 1 : 0;
  if (operation == Operation::kLor) *out = left || right ? 1 : 0;
  if (operation == Operation::kLxor) *out = left != right ? 1 : 0;
  return operation >= Operation::kLand && operation <= Operation::kLxor;
}
template <typename T>
bool plain_integer(Operation operation, T a, T b, T* out) {
  return arithmetic(operation, a, b, out) || bitwise(operation, a, b, out);
}
template <typename T>
bool integer(Operation operation, T a, T b, T* out) {
  return plain_integer(operation, a, b, out) || logical(operation, a, b, out);
}
template <typename T>
bool complex(Operation operation, Complex<T> a, Complex<T> b, Complex<T>* out) {
  if (operation == Operation::kSum) *out = {a.re + b.re, a.im + b.im};
  if (operation == Operation::kProd) *out = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return operation == Operation::kSum || operation == Operation::kProd;
}
// The winner with its padding.
template <typename V, typename I>
bool located(Operation operation, const Pair<V, I>& a, const Pair<V, I>& b, Pair<V, I>* out) {
  const bool lower = b.index < a.index;
  const bool above = a.value < b.value;
  const bool below = b.value < a.value;
  const bool right = operation == Operation::kMinloc ? below || (!above && lower) : above || (!below && lower);
  std::memcpy(static_cast<void*>(out), right ? &b : &a, sizeof *out);
  return operation >= Operation::kMinloc;
}

using Random = std::mt19937_64;

template <typename T>
T any_value(Random& random) {
  if constexpr (std::is_same_v<T, Half>) {
    constexpr std::uint16_t kSpecial[] = {0,      0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00,
                                          0x7d01, 1,      0x8001, 0x3ff,  0x400,  0x7bff};
    return {random() % 3 == 0 ? kSpecial[random() % std::size(kSpecial)] : static_cast<std::uint16_t>(random())};
  } else if constexpr (kInteger<T>) {
    if (random() % 3 == 0) return static_cast<T>(random() % 3);
    return static_cast<T>(random() % 2 == 0 ? random() : ~T{0} << (random() % (8 * sizeof(T))));
  } else {
    using Limits = std::numeric_limits<double>;
    const double special[] = {0.0,  -0.0,  1,    -1, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                              3e38, 1e-40, 1e308};
    const double small = static_cast<double>(static_cast<std::int64_t>(random()) >> (random() % 60)) / 1024;
    return static_cast<T>(random() % 3 == 0 ? special[random() % std::size(special)] : small);
  }
}
template <typename T>
void fill(Random& random, T* out) {
  *out = any_value<T>(random);
}
template <typename T>
void fill(Random& random, Complex<T>* out) {
  *out = {any_value<T>(random), any_value<T>(random)};
}
template <typename V, typename I>
void fill(Random& random, Pair<V, I>* out) {
  std::memset(static_cast<void*>(out), static_cast<int>(random() & 0xff), sizeof *out);
  out->value = any_value<V>(random);
  out->index = static_cast<I>(static_cast<int>(random() % 4) - 2);
}

// Bits that count: a long double has padding.
template <typename T>
inline constexpr std::size_t kBytes = std::is_same_v<T, long double> && std::numeric_limits<T>::digits == 64 ? 10 : sizeof(T);
template <typename T>
bool is_nan(T value) {
  if constexpr (std::is_same_v<T, Half>) {
    return (value.bits & 0x7fff) > 0x7c00;
  } else {
    return value != value;
  }
}
template <typename T>
bool same(Operation operation, const T& a, const T& b) {
  const bool makes_nans = operation == Operation::kSum || operation == Operation::kProd;
  if (makes_nans && is_nan(a) && is_nan(b)) return true;
  return std::memcmp(&a, &b, kBytes<T>) == 0;
}
template <typename T>
bool same(Operation operation, const Complex<T>& a, const Complex<T>& b) {
  return same(operation, a.re, b.re) && same(operation, a.im, b.im);
}
template <typename V, typename I>
bool same(Operation /*operation*/, const Pair<V, I>& a, const Pair<V, I>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace penstock::base::reference
