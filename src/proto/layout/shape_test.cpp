// An invalid description of a peer's memory is refused, and a valid one is never followed beyond its footprint.
#include "proto/layout/shape.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "proto/layout/walk.hpp"

namespace penstock::proto {
namespace {

TEST(Shape, APeersShapeIsCheckedForOverflow) {
  kernels::Strided shape;
  shape.base = 4096;
  shape.block = 8;
  EXPECT_TRUE(is_sane(shape));
  shape.dims = 1;
  EXPECT_FALSE(is_sane(shape)) << "an empty dimension";
  shape.count[0] = 2;
  shape.stride[0] = -8192;
  EXPECT_FALSE(is_sane(shape)) << "below address zero";
  shape.stride[0] = 16;
  EXPECT_TRUE(is_sane(shape));
  shape.count[0] = ~std::uint64_t{0};
  EXPECT_FALSE(is_sane(shape));
  shape.dims = kernels::kMaxDims + 1;
  EXPECT_FALSE(is_sane(shape));
}

// A shape that is_sane() accepts moves no byte outside its footprint and takes no longer than its bytes.
TEST(Shape, WhatAPeerMaySendIsWalkedWithinItsFootprint) {
  std::mt19937_64 random(77);
  int sane = 0;
  for (int i = 0; i < 200'000; ++i) {
    kernels::Strided shape;
    const int bits = static_cast<int>(random() % 64);
    const auto any = [&] { return random() >> (random() % 4 == 0 ? bits : 60); };
    shape.base = any();
    shape.block = any();
    shape.dims = static_cast<std::int32_t>(random() % 9) - 1;
    for (auto& count : shape.count) count = any();
    for (auto& stride : shape.stride) stride = static_cast<std::int64_t>(any()) * (random() % 2 == 0 ? 1 : -1);
    if (!is_sane(shape)) continue;
    ++sane;
    const Footprint foot = footprint(shape);
    const std::uint64_t bytes = shape.packed_bytes();
    if (bytes == 0) continue;
    for (const std::uint64_t at : {std::uint64_t{0}, bytes / 2, bytes - 1}) {
      for_each_piece(shape, 0, at, 1, [&](std::int64_t offset, std::uint64_t length) {
        ASSERT_EQ(length, 1U);
        ASSERT_GE(offset, foot.low);
        ASSERT_LT(offset, foot.high);
      });
    }
  }
  EXPECT_GT(sane, 1000);
}

// Uses numbers at the limits of 64 bits.
TEST(Shape, NumbersAtTheirLimitsDoNotWrapRound) {
  constexpr std::uint64_t kNumbers[] = {0,
                                        1,
                                        2,
                                        3,
                                        1ULL << 31,
                                        1ULL << 32,
                                        (1ULL << 62) - 1,
                                        1ULL << 62,
                                        (1ULL << 63) - 1,
                                        1ULL << 63,
                                        (1ULL << 63) + 1,
                                        ~0ULL - 1,
                                        ~0ULL};
  std::mt19937_64 random(5);
  const auto any = [&] { return random() % 3 == 0 ? random() >> (random() % 64) : kNumbers[random() % std::size(kNumbers)]; };
  int sane = 0;
  for (int i = 0; i < 300'000; ++i) {
    kernels::Strided shape;
    shape.base = any();
    shape.block = any();
    shape.dims = static_cast<std::int32_t>(random() % (kernels::kMaxDims + 1));
    for (int d = 0; d < shape.dims; ++d) {
      shape.count[d] = random() % 2 == 0 ? 1 + random() % 3 : any();
      shape.stride[d] = static_cast<std::int64_t>(any());
    }
    if (!is_sane(shape)) continue;
    ++sane;
    std::uint64_t packed = shape.block;
    for (int d = 0; d < shape.dims; ++d) ASSERT_FALSE(__builtin_mul_overflow(packed, shape.count[d], &packed));
    ASSERT_EQ(packed, shape.packed_bytes());
    ASSERT_LE(packed, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    Wide low = shape.base;
    Wide high = static_cast<Wide>(shape.base) + shape.block;
    for (int d = 0; d < shape.dims; ++d) {
      const Wide reach = static_cast<Wide>(shape.count[d] - 1) * shape.stride[d];
      (reach < 0 ? low : high) += reach;
    }
    ASSERT_GE(low, 0);
    ASSERT_LE(high, std::numeric_limits<std::uint64_t>::max());
    const Footprint foot = footprint(shape);
    ASSERT_EQ(static_cast<Wide>(shape.base) + foot.low, low);
    ASSERT_EQ(static_cast<Wide>(shape.base) + foot.high, high);
  }
  EXPECT_GT(sane, 10'000);
}

}  // namespace
}  // namespace penstock::proto
