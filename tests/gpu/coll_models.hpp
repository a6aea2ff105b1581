// Models of how a reduction treats each group of types. A model has Value, as it lies in memory; make(op, bits), which makes an
// operand; Wide, in which operands are combined with more precision than Value has: wide() and fold(); accepts(), true if a
// Value may be the result of that many operands; load() and store(), which leave padding alone; text().
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

#include "coll_buffer.hpp"
#include "coll_draw.hpp"
#include "coll_elements.hpp"

namespace penstock::test {

__extension__ typedef __int128 Int128;            // NOLINT(modernize-use-using)
__extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using)
__extension__ typedef __float128 Quad;            // NOLINT(modernize-use-using)
using Half = _Float16;

// A float of kExponent and kFraction bits, for values far from the ends of its range.
template <int kExponent, int kFraction>
struct ShortFloat {
  static constexpr int kBias = (1 << (kExponent - 1)) - 1;
  std::conditional_t<kExponent + kFraction == 7, std::uint8_t, std::uint16_t> bits;
  ShortFloat() = default;
  explicit ShortFloat(long double value) {
    const int exponent = std::ilogb(value);
    const auto places = static_cast<int>(std::nearbyint(std::ldexp(std::abs(value), kFraction - exponent)));
    const int magnitude = places + ((exponent + kBias - 1) << kFraction);
    bits = static_cast<decltype(bits)>(magnitude | (value < 0 ? 1 << (kExponent + kFraction) : 0));
  }
  explicit operator long double() const {
    const int magnitude = bits & ((1 << (kExponent + kFraction)) - 1);
    const int exponent = magnitude >> kFraction;
    const int fraction = magnitude - (exponent << kFraction) + (exponent != 0 ? 1 << kFraction : 0);
    const long double size = std::ldexp(static_cast<long double>(fraction), std::max(exponent, 1) - kBias - kFraction);
    return bits == magnitude ? size : -size;
  }
};
using Bfloat16 = ShortFloat<8, 7>;
using Float8E4M3 = ShortFloat<4, 3>;
using Float8E5M2 = ShortFloat<5, 2>;

// An x87 number uses 10 of its 16 bytes.
template <typename T>
inline constexpr std::size_t kMeaning =
    std::is_same_v<T, long double> && sizeof(T) == 16 && __LDBL_MANT_DIG__ == 64 ? 10 : sizeof(T);

template <typename T>
struct Plain {
  using Value = T;
  static Value load(const unsigned char* from) {
    Value value{};
    std::memcpy(&value, from, kMeaning<T>);
    return value;
  }
  static void store(const Value& value, unsigned char* to) { std::memcpy(to, &value, kMeaning<T>); }
};

template <typename T>
struct IntegerModel : Plain<T> {
  using Wide = Int128;
  static T make(Op op, std::uint64_t bits) {
    const bool truth = op >= Op::kLand && op <= Op::kLxor;
    if (truth && bits % 4 < (op == Op::kLor ? 3U : 1U)) return 0;
    const Uint128 wide = static_cast<Uint128>(bits) << 64 | mixed(bits);
    return truth ? static_cast<T>(static_cast<T>(wide >> 1) | 1) : static_cast<T>(wide >> 7);
  }
  static Wide wide(T value) { return static_cast<Wide>(value); }
  static void fold(Op op, Wide* a, Wide b) {
    switch (op) {
      case Op::kSum: *a = static_cast<Wide>(static_cast<Uint128>(*a) + static_cast<Uint128>(b)); break;
      case Op::kProd: *a = static_cast<Wide>(static_cast<Uint128>(*a) * static_cast<Uint128>(b)); break;
      case Op::kMin: *a = b < *a ? b : *a; break;
      case Op::kMax: *a = b > *a ? b : *a; break;
      case Op::kLand: *a = *a != 0 && b != 0 ? 1 : 0; break;
      case Op::kLor: *a = *a != 0 || b != 0 ? 1 : 0; break;
      case Op::kLxor: *a = (*a != 0) != (b != 0) ? 1 : 0; break;
      case Op::kBand: *a &= b; break;
      case Op::kBor: *a |= b; break;
      default: *a ^= b; break;
    }
  }
  static bool accepts(Op, std::size_t, Wide expected, T got) { return static_cast<T>(expected) == got; }
  static std::string text(Wide value) {
    char made[48];
    const auto bits = static_cast<Uint128>(value);
    std::snprintf(made, sizeof made, "0x%llx%016llx", static_cast<unsigned long long>(bits >> 64),
                  static_cast<unsigned long long>(bits));
    return made;
  }
};

// Truth values, 0 and 1, as integers of that size, because a byte with another value is not a valid bool.
template <typename T>
struct LogicalModel : IntegerModel<T> {
  static T make(Op op, std::uint64_t bits) { return IntegerModel<std::uint8_t>::make(op, bits) != 0 ? 1 : 0; }
};

// The ulp of 1 in each type.
template <typename T>
inline constexpr double kUlp = 0;
template <>
inline constexpr double kUlp<Half> = 0x1p-10;
template <>
inline constexpr double kUlp<Bfloat16> = 0x1p-7;
template <>
inline constexpr double kUlp<Float8E4M3> = 0x1p-3;
template <>
inline constexpr double kUlp<Float8E5M2> = 0x1p-2;
template <>
inline constexpr double kUlp<float> = 0x1p-23;
template <>
inline constexpr double kUlp<double> = 0x1p-52;
template <>
inline constexpr double kUlp<long double> = __LDBL_EPSILON__;
template <>
inline constexpr double kUlp<Quad> = 0x1p-112;

// The type in which references are computed.
template <typename T>
struct Wider {
  using Type = long double;
};
template <>
struct Wider<long double> {
  using Type = Quad;
};
template <>
struct Wider<Quad> {
  using Type = Quad;
};

template <typename W>
W absolute(W value) {
  return value < 0 ? -value : value;
}
template <typename W>
bool near(W expected, W got, W magnitude, std::size_t operands, double ulp) {
  return absolute(got - expected) <= magnitude * static_cast<W>(ulp) * static_cast<W>(operands - 1);
}

// Absolute values are from 1/4 to 2 with all places of the mantissa, so that no sum or product of a few comes near the ends of
// a type. For types of 8 bits they are from 3/4 to 5/4.
template <typename T>
T make_float(std::uint64_t bits) {
  using W = typename Wider<T>::Type;
  const W fraction = 1 + static_cast<W>(mixed(bits)) * static_cast<W>(0x1p-64);
  if constexpr (sizeof(T) == 1) return static_cast<T>((bits >> 45 & 1 ? -1 : 1) * (fraction / 2 + static_cast<W>(0.25)));
  const auto scale = static_cast<W>(bits >> 40 & 1 ? 1.0 : bits >> 41 & 1 ? 0.5 : 0.25);
  // A fraction that is rounded up may be 2.
  return static_cast<T>((bits >> 45 & 1 ? -fraction : fraction) * scale);
}

template <typename T>
struct FloatModel : Plain<T> {
  using W = typename Wider<T>::Type;
  struct Wide {
    W value, magnitude;
  };
  static T make(Op, std::uint64_t bits) { return make_float<T>(bits); }
  static Wide wide(T value) { return {static_cast<W>(value), absolute(static_cast<W>(value))}; }
  static void fold(Op op, Wide* a, const Wide& b) {
    if (op == Op::kSum) *a = {a->value + b.value, a->magnitude + b.magnitude};
    if (op == Op::kProd) *a = {a->value * b.value, a->magnitude * b.magnitude};
    if (op == Op::kMin && b.value < a->value) *a = b;
    if (op == Op::kMax && b.value > a->value) *a = b;
  }
  static bool accepts(Op op, std::size_t operands, const Wide& expected, T got) {
    const bool exact = op == Op::kMin || op == Op::kMax;
    return near(expected.value, static_cast<W>(got), exact ? 0 : expected.magnitude, operands, kUlp<T>);
  }
  static std::string text(const Wide& wide) {
    char made[64];
    std::snprintf(made, sizeof made, "%.21Lg", static_cast<long double>(wide.value));
    return made;
  }
};

template <typename T>
struct Two {
  T re, im;
};

template <typename T>
struct ComplexModel {
  using Value = Two<T>;
  using W = typename Wider<T>::Type;
  struct Wide {
    W re, im, magnitude;
  };
  static Value make(Op, std::uint64_t bits) { return {make_float<T>(bits), make_float<T>(mixed(bits, 1))}; }
  static Value load(const unsigned char* from) { return {Plain<T>::load(from), Plain<T>::load(from + sizeof(T))}; }
  static void store(const Value& value, unsigned char* to) {
    Plain<T>::store(value.re, to);
    Plain<T>::store(value.im, to + sizeof(T));
  }
  static Wide wide(const Value& value) {
    const W re = static_cast<W>(value.re);
    const W im = static_cast<W>(value.im);
    return {re, im, absolute(re) + absolute(im)};
  }
  // |re| + |im| of a product is at most the product of those of the factors.
  static void fold(Op op, Wide* a, const Wide& b) {
    if (op == Op::kSum) *a = {a->re + b.re, a->im + b.im, a->magnitude + b.magnitude};
    if (op == Op::kProd) *a = {a->re * b.re - a->im * b.im, a->re * b.im + a->im * b.re, a->magnitude * b.magnitude};
  }
  // A product rounds twice in each part.
  static bool accepts(Op op, std::size_t operands, const Wide& expected, const Value& got) {
    const double ulp = (op == Op::kProd ? 2 : 1) * kUlp<T>;
    return near(expected.re, static_cast<W>(got.re), expected.magnitude, operands, ulp) &&
           near(expected.im, static_cast<W>(got.im), expected.magnitude, operands, ulp);
  }
  static std::string text(const Wide& wide) {
    char made[96];
    std::snprintf(made, sizeof made, "%.21Lg %+.21Lgi", static_cast<long double>(wide.re), static_cast<long double>(wide.im));
    return made;
  }
};

template <typename V, typename I>
struct Located {
  V value;
  I index;
};

template <typename V, typename I>
struct PairModel {
  using Value = Located<V, I>;
  using Wide = Value;
  static Value make(Op, std::uint64_t bits) {  // so few values that many are equal
    return {static_cast<V>(static_cast<int>(bits % 7) - 3), static_cast<I>(bits >> 32 & 0xfff)};
  }
  static Value load(const unsigned char* from) { return {Plain<V>::load(from), Plain<I>::load(from + offsetof(Value, index))}; }
  static void store(const Value& value, unsigned char* to) {
    Plain<V>::store(value.value, to);
    Plain<I>::store(value.index, to + offsetof(Value, index));
  }
  static Wide wide(const Value& value) { return value; }
  static void fold(Op op, Wide* a, const Wide& b) {
    const bool better = op == Op::kMinloc ? b.value < a->value : b.value > a->value;
    if (better || (b.value == a->value && b.index < a->index)) *a = b;
  }
  static bool accepts(Op, std::size_t, const Wide& expected, const Value& got) {
    return expected.value == got.value && expected.index == got.index;
  }
  static std::string text(const Wide& wide) {
    char made[64];
    std::snprintf(made, sizeof made, "%.9Lg at %.9Lg", static_cast<long double>(wide.value),
                  static_cast<long double>(wide.index));
    return made;
  }
};

// 2 x 2 matrices with entries modulo a prime; products do not commute. `Gap` integers follow each, which nothing may write.
inline constexpr int kPrime = 9973;
template <int Gap>
struct MatrixModel {
  struct Value {
    int entries[4];
    bool gap_intact;
  };
  using Wide = Value;
  static constexpr std::size_t kExtent = (4 + Gap) * sizeof(int);
  static Value make(Op, std::uint64_t bits) {
    const auto entry = [&](int i) { return static_cast<int>((bits >> (16 * i) & 0xffff) % kPrime); };
    return {{entry(0), entry(1), entry(2), entry(3)}, true};
  }
  static Value load(const unsigned char* from) {
    Value value{{}, true};
    std::memcpy(value.entries, from, sizeof value.entries);
    for (std::size_t i = sizeof value.entries; i < kExtent; ++i) value.gap_intact = value.gap_intact && from[i] == kPoison;
    return value;
  }
  static void store(const Value& value, unsigned char* to) { std::memcpy(to, value.entries, sizeof value.entries); }
  static Wide wide(const Value& value) { return value; }
  static void fold(Op, Wide* a, const Wide& b) {
    const auto entry = [&](int row, int column) {
      return (a->entries[2 * row] * b.entries[column] + a->entries[2 * row + 1] * b.entries[2 + column]) % kPrime;
    };
    *a = {{entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)}, true};
  }
  static bool accepts(Op, std::size_t, const Wide& expected, const Value& got) {
    return got.gap_intact && std::memcmp(expected.entries, got.entries, sizeof got.entries) == 0;
  }
  static std::string text(const Wide& wide) {
    char made[96];
    std::snprintf(made, sizeof made, "%d %d %d %d%s", wide.entries[0], wide.entries[1], wide.entries[2], wide.entries[3],
                  wide.gap_intact ? "" : " with its gap written");
    return made;
  }
};

}  // namespace penstock::test
