// The tests check predefined reductions against values computed by hand, and which combinations exist.
#include <gtest/gtest.h>

#include <complex>

#include "base/reduce/reduce.hpp"

namespace penstock::base {
namespace {

template <typename T>
T apply(Operation operation, Element element, T left, T right) {
  const ReduceKernel* kernel = find_kernel(best_simd(), operation, element);
  EXPECT_NE(kernel, nullptr);
  if (kernel != nullptr) kernel->combine(&right, &left, &right, 1);
  return right;
}

bool is_defined(Operation operation, Element element) {
  return find_kernel(best_simd(), operation, element) != nullptr;
}

TEST(ReduceValues, Integers) {
  EXPECT_EQ(apply<std::int32_t>(Operation::kSum, Element::kInt32, 40, 2), 42);
  EXPECT_EQ(apply<std::int8_t>(Operation::kSum, Element::kInt8, 127, 1), -128);
  EXPECT_EQ(apply<std::int16_t>(Operation::kProd, Element::kInt16, -300, 7), -2100);
  EXPECT_EQ(apply<std::uint64_t>(Operation::kMax, Element::kUint64, ~0ULL, 1), ~0ULL);
  EXPECT_EQ(apply<std::int64_t>(Operation::kMin, Element::kInt64, -5, 3), -5);
  EXPECT_EQ(apply<std::uint8_t>(Operation::kBxor, Element::kUint8, 0xf0, 0xff), 0x0f);
  EXPECT_EQ(apply<std::int32_t>(Operation::kLand, Element::kInt32, 7, 0), 0);
  EXPECT_EQ(apply<std::int32_t>(Operation::kLxor, Element::kInt32, 7, 0), 1);
}

TEST(ReduceValues, Floats) {
  EXPECT_EQ(apply(Operation::kSum, Element::kFloat, 1.5F, 2.25F), 3.75F);
  EXPECT_EQ(apply(Operation::kMax, Element::kLongDouble, 1.5L, -2.0L), 1.5L);
  using C = std::complex<double>;
  EXPECT_EQ(apply(Operation::kProd, Element::kComplexDouble, C(1, 2), C(3, -1)), C(5, 5));
}

TEST(ReduceValues, HalfPrecision) {
  const auto sum = [](std::uint16_t a, std::uint16_t b) { return apply(Operation::kSum, Element::kHalf, a, b); };
  EXPECT_EQ(sum(0x3c00, 0x3c00), 0x4000);  // 1 + 1 = 2
  EXPECT_EQ(sum(0x7bff, 0x7bff), 0x7c00);  // twice the largest is infinity
  EXPECT_EQ(sum(0x0001, 0x0001), 0x0002);  // subnormals
  EXPECT_EQ(sum(0x03ff, 0x0001), 0x0400);  // largest plus smallest subnormal: the smallest normal
  EXPECT_EQ(sum(0x6800, 0x3c00), 0x6800);  // 2048 + 1: halfway, to even
  EXPECT_EQ(sum(0x6801, 0x3c00), 0x6802);  // 2050 + 1: halfway, to even
  EXPECT_EQ(sum(0xbc00, 0x3c00), 0x0000);
  EXPECT_EQ(apply<std::uint16_t>(Operation::kProd, Element::kHalf, 0x7bff, 0x0400), 0x43ff);
  EXPECT_EQ(apply<std::uint16_t>(Operation::kMin, Element::kHalf, 0xbc00, 0x3c00), 0xbc00);
}

// Every value survives widening and rounding: 1 * x == x.
TEST(ReduceValues, HalfPrecisionRoundTrips) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto value = static_cast<std::uint16_t>(bits);
    if ((value & 0x7c00) == 0x7c00 && (value & 0x3ff) != 0) continue;  // NaN keeps no payload
    ASSERT_EQ(apply<std::uint16_t>(Operation::kProd, Element::kHalf, 0x3c00, value), value) << std::hex << bits;
  }
}

TEST(ReduceValues, LocationOfEqualValuesIsTheLower) {
  struct DoubleInt {
    double value;
    int index;
  };
  const auto found = apply(Operation::kMaxloc, Element::kDoubleInt, DoubleInt{2.5, 7}, DoubleInt{2.5, 3});
  EXPECT_EQ(found.value, 2.5);
  EXPECT_EQ(found.index, 3);
  struct ShortInt {
    short value;
    int index;
  };
  EXPECT_EQ(apply(Operation::kMinloc, Element::kShortInt, ShortInt{-4, 9}, ShortInt{4, 1}).index, 9);
}

TEST(ReduceValues, UndefinedCombinations) {
  EXPECT_FALSE(is_defined(Operation::kBand, Element::kDouble));
  EXPECT_FALSE(is_defined(Operation::kMin, Element::kComplexFloat));
  EXPECT_FALSE(is_defined(Operation::kSum, Element::kByte));
  EXPECT_FALSE(is_defined(Operation::kSum, Element::kNone));
  EXPECT_FALSE(is_defined(Operation::kSum, Element::kLogical32));
  EXPECT_FALSE(is_defined(Operation::kMinloc, Element::kInt32));
  EXPECT_FALSE(is_defined(Operation::kLand, Element::kPlainInt32));
  EXPECT_TRUE(is_defined(Operation::kBand, Element::kPlainInt32));
}

}  // namespace
}  // namespace penstock::base
