// The kernels are tested against this reference: a second, independent form of MPI's operations on one element. The operands
// are chosen so that they are likely to show a difference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "base/quad.hpp"
#include "base/reduce/reduce.hpp"

namespace penstock::base::reference {

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using)
using base::Quad;

// Binary is a floating-point number of 8 or 16 bits with a sign, an exponent and a fraction; it has infinities and many NaNs as
// in IEEE formats, or a single NaN. Sums and products in double are exact, or far enough from a midpoint that a second rounding
// does not matter. Values are rounded to a multiple of the last place.
template <int kExponent, int kFraction, bool kInfinite>
struct Binary {
  using Bits = std::conditional_t<kExponent + kFraction == 7, std::uint8_t, std::uint16_t>;
  static constexpr int kBias = (1 << (kExponent - 1)) - 1;
  static constexpr int kExponents = (1 << kExponent) - 1;
  static constexpr int kOne = kBias << kFraction;
  static constexpr int kSign = 1 << (kExponent + kFraction);
  static constexpr int kMost = kSign - 1;  // largest magnitude
  static constexpr int kInfinity = kExponents << kFraction;
  static constexpr int kNan = kInfinite ? kInfinity + (1 << (kFraction - 1)) : kMost;
  Bits bits;
};
using Half = Binary<5, 10, true>;
using Bfloat16 = Binary<8, 7, true>;
using Float8E4M3 = Binary<4, 3, false>;
using Float8E5M2 = Binary<5, 2, true>;

template <typename T>
inline constexpr bool kShort = false;
template <int kExponent, int kFraction, bool kInfinite>
inline constexpr bool kShort<Binary<kExponent, kFraction, kInfinite>> = true;

template <int E, int F, bool I>
double value_of(Binary<E, F, I> number) {
  using B = Binary<E, F, I>;
  const int exponent = number.bits >> F & B::kExponents;
  const int fraction = number.bits & ((1 << F) - 1);
  const double sign = (number.bits & B::kSign) != 0 ? -1 : 1;
  if (!I && (number.bits & B::kMost) == B::kMost) return std::nan("");
  if (I && exponent == B::kExponents) return fraction != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(exponent == 0 ? fraction : fraction + (1 << F), std::max(exponent, 1) - B::kBias - F);
}
template <int E, int F, bool I>
Binary<E, F, I> rounded(double value, Binary<E, F, I> /*like*/) {
  using B = Binary<E, F, I>;
  using Bits = typename B::Bits;
  const int sign = std::signbit(value) ? B::kSign : 0;
  if (std::isnan(value)) return {static_cast<Bits>(sign | B::kNan)};
  const double size = std::abs(value);
  const double beyond = I ? std::ldexp(1.0, B::kBias + 1) : value_of(B{static_cast<Bits>(B::kMost - 1)});
  if (size > 2 * beyond) return {static_cast<Bits>(sign | (I ? B::kInfinity : B::kNan))};
  const int exponent = size < std::ldexp(1.0, 1 - B::kBias) ? 1 - B::kBias : std::ilogb(size);
  const double places = std::nearbyint(std::ldexp(size, F - exponent));
  const double result = std::ldexp(places, exponent - F);
  if (I ? result >= beyond : result > beyond) return {static_cast<Bits>(sign | (I ? B::kInfinity : B::kNan))};
  return {static_cast<Bits>(sign | static_cast<int>(places + std::ldexp(exponent + B::kBias - 1, F)))};
}
template <int E, int F, bool I>
Binary<E, F, I> operator+(Binary<E, F, I> a, Binary<E, F, I> b) {
  return rounded(value_of(a) + value_of(b), a);
}
template <int E, int F, bool I>
Binary<E, F, I> operator-(Binary<E, F, I> a, Binary<E, F, I> b) {
  return rounded(value_of(a) - value_of(b), a);
}
template <int E, int F, bool I>
Binary<E, F, I> operator*(Binary<E, F, I> a, Binary<E, F, I> b) {
  return rounded(value_of(a) * value_of(b), a);
}
template <int E, int F, bool I>
bool operator<(Binary<E, F, I> a, Binary<E, F, I> b) {
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
// Copies the winner with its padding.
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
  if constexpr (kShort<T>) {
    constexpr int kSpecial[] = {0, T::kOne, T::kInfinity - 1, T::kInfinity, T::kInfinity + 1, T::kNan, T::kNan - 1, 1, 3};
    const int special = kSpecial[random() % std::size(kSpecial)] | (random() % 2 == 0 ? T::kSign : 0);
    return {static_cast<typename T::Bits>(random() % 3 == 0 ? special : static_cast<int>(random() & 0xffff))};
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

// These are the significant bytes: a long double has padding.
template <typename T>
inline constexpr std::size_t kBytes = std::is_same_v<T, long double> ? kLongDoubleBytes : sizeof(T);
template <typename T>
bool is_nan(T value) {
  if constexpr (kShort<T>) {
    return std::isnan(value_of(value));
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
