// The predefined operations on host memory, one function per operation and element, instantiated from two tables.
#include <bit>
#include <cstring>
#include <type_traits>

#include "core/op.hpp"

namespace penstock::core {
namespace {

// `__extension__` stands before a declaration only, so these cannot be aliases.
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using)
__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using)

// IEEE binary16 by its bits: this compiler has no such type. Arithmetic is float's, rounded to nearest even.
class Half {
 public:
  Half() = default;
  explicit Half(float value) noexcept : bits_(encode(value)) {}
  [[nodiscard]] float value() const noexcept { return decode(bits_); }
  friend Half operator+(Half a, Half b) noexcept { return Half(a.value() + b.value()); }
  friend Half operator-(Half a, Half b) noexcept { return Half(a.value() - b.value()); }
  friend Half operator*(Half a, Half b) noexcept { return Half(a.value() * b.value()); }
  friend bool operator<(Half a, Half b) noexcept { return a.value() < b.value(); }

 private:
  static float decode(std::uint16_t bits) noexcept {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t exponent = bits >> 10 & 0x1fU;
    const std::uint32_t fraction = bits & 0x3ffU;
    if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000U | fraction << 13);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  static std::uint16_t encode(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude > 0x7f800000U) return sign | 0x7e00U;                         // NaN
    if (magnitude >= 0x47800000U) return sign | 0x7c00U;                        // 65536 and more, infinity
    if (magnitude < 0x38800000U) {                                              // below 2^-14: subnormal, in units of 2^-24
      const float units = std::bit_cast<float>(magnitude) * 0x1p24F + 0x1p23F;  // the addition rounds to nearest even
      return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(units) & 0x7fffffU));
    }
    const std::uint32_t rounded = magnitude + 0xfffU + (magnitude >> 13 & 1U);
    return static_cast<std::uint16_t>(sign | (rounded - 0x38000000U) >> 13);
  }
  std::uint16_t bits_ = 0;
};

// Operands may lie at any address that the datatype allows on this machine, so they are read and written by memcpy.
template <typename T>
T load(const void* base, std::uint64_t i) noexcept {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(base) + i * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
void store(void* base, std::uint64_t i, const T& value) noexcept {
  std::memcpy(static_cast<std::byte*>(base) + i * sizeof(T), &value, sizeof(T));
}

template <typename T, typename Combine>
void apply(void* /*state*/, const void* in, void* inout, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) store<T>(inout, i, Combine()(load<T>(in, i), load<T>(inout, i)));
}

// Signed sums wrap, as hardware does, rather than be undefined.
template <typename T, template <typename> typename Operation>
T wrapped(T a, T b) noexcept {
  if constexpr (std::is_same_v<T, Int128>) {
    __extension__ typedef unsigned __int128 Unsigned;  // NOLINT(modernize-use-using)
    return static_cast<T>(Operation<Unsigned>()(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
  } else if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::conditional_t<sizeof(T) < 8, std::uint32_t, std::uint64_t>;  // no promotion to signed int
    return static_cast<T>(Operation<Unsigned>()(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
  } else {
    return Operation<T>()(a, b);
  }
}
template <typename T>
struct Add {
  T operator()(const T& a, const T& b) const noexcept { return a + b; }
};
template <typename T>
struct Multiply {
  T operator()(const T& a, const T& b) const noexcept { return a * b; }
};

struct Sum {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return wrapped<T, Add>(a, b);
  }
};
struct Prod {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return wrapped<T, Multiply>(a, b);
  }
};
struct Min {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return b < a ? b : a;
  }
};
struct Max {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return a < b ? b : a;
  }
};
struct Band {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return static_cast<T>(a & b);
  }
};
struct Bor {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return static_cast<T>(a | b);
  }
};
struct Bxor {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return static_cast<T>(a ^ b);
  }
};
struct Land {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return static_cast<T>(a != 0 && b != 0);
  }
};
struct Lor {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return static_cast<T>(a != 0 || b != 0);
  }
};
struct Lxor {
  template <typename T>
  T operator()(T a, T b) const noexcept {
    return static_cast<T>((a != 0) != (b != 0));
  }
};

template <typename T>
struct Complex {
  T re, im;
  friend Complex operator+(const Complex& a, const Complex& b) noexcept { return {T(a.re + b.re), T(a.im + b.im)}; }
  friend Complex operator*(const Complex& a, const Complex& b) noexcept {
    return {T(a.re * b.re - a.im * b.im), T(a.re * b.im + a.im * b.re)};
  }
};

template <typename Value, typename Index>
struct Located {
  Value value;
  Index index;
};
// Of equal values the lower index wins, whatever the order of the operands.
struct Minloc {
  template <typename T>
  T operator()(const T& a, const T& b) const noexcept {
    if (a.value < b.value) return a;
    if (b.value < a.value) return b;
    return b.index < a.index ? b : a;
  }
};
struct Maxloc {
  template <typename T>
  T operator()(const T& a, const T& b) const noexcept {
    if (b.value < a.value) return a;
    if (a.value < b.value) return b;
    return b.index < a.index ? b : a;
  }
};

template <typename T>
coll::ReduceFn arithmetic(OpKind op) noexcept {
  switch (op) {
    case OpKind::kSum: return apply<T, Sum>;
    case OpKind::kProd: return apply<T, Prod>;
    case OpKind::kMin: return apply<T, Min>;
    case OpKind::kMax: return apply<T, Max>;
    default: return nullptr;
  }
}
template <typename T>
coll::ReduceFn bitwise(OpKind op) noexcept {
  switch (op) {
    case OpKind::kBand: return apply<T, Band>;
    case OpKind::kBor: return apply<T, Bor>;
    case OpKind::kBxor: return apply<T, Bxor>;
    default: return nullptr;
  }
}
template <typename T>
coll::ReduceFn logical(OpKind op) noexcept {
  switch (op) {
    case OpKind::kLand: return apply<T, Land>;
    case OpKind::kLor: return apply<T, Lor>;
    case OpKind::kLxor: return apply<T, Lxor>;
    default: return nullptr;
  }
}
template <typename T>
coll::ReduceFn plain_integer(OpKind op) noexcept {
  const coll::ReduceFn function = arithmetic<T>(op);
  return function != nullptr ? function : bitwise<T>(op);
}
template <typename T>
coll::ReduceFn integer(OpKind op) noexcept {
  const coll::ReduceFn function = plain_integer<T>(op);
  return function != nullptr ? function : logical<T>(op);
}
template <typename T>
coll::ReduceFn complex(OpKind op) noexcept {
  switch (op) {
    case OpKind::kSum: return apply<Complex<T>, Sum>;
    case OpKind::kProd: return apply<Complex<T>, Prod>;
    default: return nullptr;
  }
}
template <typename Value, typename Index>
coll::ReduceFn located(OpKind op) noexcept {
  switch (op) {
    case OpKind::kMinloc: return apply<Located<Value, Index>, Minloc>;
    case OpKind::kMaxloc: return apply<Located<Value, Index>, Maxloc>;
    default: return nullptr;
  }
}

}  // namespace

// MPI_REPLACE and MPI_NO_OP belong to one-sided calls; no collective takes them.
coll::ReduceFn reduce_function(OpKind op, Element element) noexcept {
  switch (element) {
    case Element::kNone: return nullptr;
    case Element::kInt8: return integer<std::int8_t>(op);
    case Element::kInt16: return integer<std::int16_t>(op);
    case Element::kInt32: return integer<std::int32_t>(op);
    case Element::kInt64: return integer<std::int64_t>(op);
    case Element::kPlainInt8: return plain_integer<std::int8_t>(op);
    case Element::kPlainInt16: return plain_integer<std::int16_t>(op);
    case Element::kPlainInt32: return plain_integer<std::int32_t>(op);
    case Element::kPlainInt64: return plain_integer<std::int64_t>(op);
    case Element::kPlainInt128: return plain_integer<Int128>(op);
    case Element::kUint8: return integer<std::uint8_t>(op);
    case Element::kUint16: return integer<std::uint16_t>(op);
    case Element::kUint32: return integer<std::uint32_t>(op);
    case Element::kUint64: return integer<std::uint64_t>(op);
    case Element::kHalf: return arithmetic<Half>(op);
    case Element::kFloat: return arithmetic<float>(op);
    case Element::kDouble: return arithmetic<double>(op);
    case Element::kLongDouble: return arithmetic<long double>(op);
    case Element::kQuad: return arithmetic<Quad>(op);
    case Element::kComplexHalf: return complex<Half>(op);
    case Element::kComplexFloat: return complex<float>(op);
    case Element::kComplexDouble: return complex<double>(op);
    case Element::kComplexLongDouble: return complex<long double>(op);
    case Element::kComplexQuad: return complex<Quad>(op);
    case Element::kLogical8: return logical<std::int8_t>(op);
    case Element::kLogical16: return logical<std::int16_t>(op);
    case Element::kLogical32: return logical<std::int32_t>(op);
    case Element::kLogical64: return logical<std::int64_t>(op);
    case Element::kLogical128: return logical<Int128>(op);
    case Element::kByte: return bitwise<std::uint8_t>(op);
    case Element::kFloatInt: return located<float, int>(op);
    case Element::kDoubleInt: return located<double, int>(op);
    case Element::kLongInt: return located<long, int>(op);
    case Element::kTwoInt: return located<int, int>(op);
    case Element::kShortInt: return located<short, int>(op);
    case Element::kLongDoubleInt: return located<long double, int>(op);
    case Element::kTwoReal: return located<float, float>(op);
    case Element::kTwoDouble: return located<double, double>(op);
    case Element::kTwoInteger: return located<int, int>(op);
  }
  return nullptr;
}

}  // namespace penstock::core
