// Predefined reductions: values, and which combinations exist.
#include "core/op.hpp"

#include <gtest/gtest.h>

#include <complex>

namespace penstock::core {
namespace {

template <typename T>
T apply(OpKind op, Element element, T in, T inout) {
  const coll::ReduceFn function = reduce_function(op, element);
  EXPECT_NE(function, nullptr);
  if (function != nullptr) function(nullptr, &in, &inout, 1);
  return inout;
}

TEST(Op, Integers) {
  EXPECT_EQ(apply<std::int32_t>(OpKind::kSum, Element::kInt32, 40, 2), 42);
  EXPECT_EQ(apply<std::int8_t>(OpKind::kSum, Element::kInt8, 127, 1), -128);
  EXPECT_EQ(apply<std::int16_t>(OpKind::kProd, Element::kInt16, -300, 7), -2100);
  EXPECT_EQ(apply<std::uint64_t>(OpKind::kMax, Element::kUint64, ~0ULL, 1), ~0ULL);
  EXPECT_EQ(apply<std::int64_t>(OpKind::kMin, Element::kInt64, -5, 3), -5);
  EXPECT_EQ(apply<std::uint8_t>(OpKind::kBxor, Element::kUint8, 0xf0, 0xff), 0x0f);
  EXPECT_EQ(apply<std::int32_t>(OpKind::kLand, Element::kInt32, 7, 0), 0);
  EXPECT_EQ(apply<std::int32_t>(OpKind::kLxor, Element::kInt32, 7, 0), 1);
}

TEST(Op, Floats) {
  EXPECT_EQ(apply(OpKind::kSum, Element::kFloat, 1.5F, 2.25F), 3.75F);
  EXPECT_EQ(apply(OpKind::kMax, Element::kLongDouble, 1.5L, -2.0L), 1.5L);
  using C = std::complex<double>;
  EXPECT_EQ(apply(OpKind::kProd, Element::kComplexDouble, C(1, 2), C(3, -1)), C(5, 5));
}

TEST(Op, HalfPrecision) {
  const auto sum = [](std::uint16_t a, std::uint16_t b) { return apply(OpKind::kSum, Element::kHalf, a, b); };
  EXPECT_EQ(sum(0x3c00, 0x3c00), 0x4000);  // 1 + 1 = 2
  EXPECT_EQ(sum(0x7bff, 0x7bff), 0x7c00);  // the largest doubled is infinity
  EXPECT_EQ(sum(0x0001, 0x0001), 0x0002);  // subnormals
  EXPECT_EQ(sum(0x03ff, 0x0001), 0x0400);  // the largest subnormal and the smallest: the smallest normal
  EXPECT_EQ(sum(0x6800, 0x3c00), 0x6800);  // 2048 + 1: halfway, to even
  EXPECT_EQ(sum(0x6801, 0x3c00), 0x6802);  // 2050 + 1: halfway, to even
  EXPECT_EQ(sum(0xbc00, 0x3c00), 0x0000);
  EXPECT_EQ(apply<std::uint16_t>(OpKind::kProd, Element::kHalf, 0x7bff, 0x0400), 0x43ff);
  EXPECT_EQ(apply<std::uint16_t>(OpKind::kMin, Element::kHalf, 0xbc00, 0x3c00), 0xbc00);
}

// Every value survives widening and rounding: 1 * x == x.
TEST(Op, HalfPrecisionRoundTrips) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto value = static_cast<std::uint16_t>(bits);
    if ((value & 0x7c00) == 0x7c00 && (value & 0x3ff) != 0) continue;  // NaN keeps no payload
    ASSERT_EQ(apply<std::uint16_t>(OpKind::kProd, Element::kHalf, 0x3c00, value), value) << std::hex << bits;
  }
}

TEST(Op, LocationOfEqualValuesIsTheLower) {
  struct DoubleInt {
    double value;
    int index;
  };
  const auto found = apply(OpKind::kMaxloc, Element::kDoubleInt, DoubleInt{2.5, 7}, DoubleInt{2.5, 3});
  EXPECT_EQ(found.value, 2.5);
  EXPECT_EQ(found.index, 3);
  struct ShortInt {
    short value;
    int index;
  };
  EXPECT_EQ(apply(OpKind::kMinloc, Element::kShortInt, ShortInt{-4, 9}, ShortInt{4, 1}).index, 9);
}

TEST(Op, UndefinedCombinations) {
  EXPECT_EQ(reduce_function(OpKind::kBand, Element::kDouble), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kMin, Element::kComplexFloat), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kSum, Element::kByte), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kSum, Element::kNone), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kSum, Element::kLogical32), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kMinloc, Element::kInt32), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kReplace, Element::kInt32), nullptr);
  EXPECT_EQ(reduce_function(OpKind::kLand, Element::kPlainInt32), nullptr);
  EXPECT_NE(reduce_function(OpKind::kBand, Element::kPlainInt32), nullptr);
}

}  // namespace
}  // namespace penstock::core
