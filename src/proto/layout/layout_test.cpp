#include "proto/layout/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "proto/layout/pack.hpp"
#include "proto/layout/shape.hpp"

namespace penstock::proto {
namespace {

// A type as its definition says: one byte offset per packed byte, no cleverness.
struct Model {
  std::vector<std::int64_t> bytes;
  std::int64_t lower = 0;
  std::int64_t extent = 0;
};

struct Pair {
  Layout layout;
  Model model;
};

Model model_blocks(const Model& element, std::int64_t block, const std::vector<std::int64_t>& offsets) {
  Model out;
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool any = false;
  for (const std::int64_t offset : offsets) {
    for (std::int64_t j = 0; j < block; ++j) {
      const std::int64_t at = offset + j * element.extent;
      for (const std::int64_t byte : element.bytes) out.bytes.push_back(at + byte);
      low = any ? std::min(low, at + element.lower) : at + element.lower;
      high = any ? std::max(high, at + element.lower + element.extent) : at + element.lower + element.extent;
      any = true;
    }
  }
  out.lower = low;
  out.extent = high - low;
  return out;
}

Model model_vector(const Model& element, std::int64_t count, std::int64_t block, std::int64_t stride) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 0; i < count; ++i) offsets.push_back(i * stride);
  return model_blocks(element, block, offsets);
}

Model model_subarray(const Model& element, const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& subsizes,
                     const std::vector<std::int64_t>& starts) {
  Model out;
  std::vector<std::int64_t> index(sizes.size(), 0);
  std::int64_t all = 1;
  for (const std::int64_t size : sizes) all *= size;
  out.extent = all * element.extent;
  while (true) {
    std::int64_t place = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) place = place * sizes[d] + starts[d] + index[d];
    for (const std::int64_t byte : element.bytes) out.bytes.push_back(place * element.extent + byte);
    std::size_t d = sizes.size();
    while (d > 0 && ++index[d - 1] == subsizes[d - 1]) index[--d] = 0;
    if (d == 0) return out;
  }
}

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}
  std::int64_t upto(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  Pair make(int depth) {
    if (depth == 0) {
      const std::int64_t bytes = upto(1, 9);
      Pair leaf{Layout::bytes(static_cast<std::uint64_t>(bytes)), {}};
      for (std::int64_t i = 0; i < bytes; ++i) leaf.model.bytes.push_back(i);
      leaf.model.extent = bytes;
      return leaf;
    }
    Pair element = make(depth - 1);
    switch (upto(0, 4)) {
      case 0: return vector(element, 1);
      case 1: return vector(element, -1);
      case 2: return subarray(element);
      case 3: return blocks(element);
      default: break;
    }
    const std::int64_t lower = upto(-8, 8);
    const std::int64_t extent = upto(0, 3) == 0 ? upto(-64, 64) : element.model.extent + upto(0, 16);
    Pair out{Layout::resized(element.layout, lower, extent), element.model};
    out.model.lower = lower;
    out.model.extent = extent;
    return out;
  }

 private:
  Pair vector(const Pair& element, int sign) {
    const std::int64_t count = upto(1, 4);
    const std::int64_t block = upto(1, 3);
    const std::int64_t stride = sign * (upto(0, 1) == 0 ? block * element.model.extent : upto(0, 80));
    Pair out;
    EXPECT_TRUE(Layout::vector(element.layout, count, block, stride, &out.layout).is_ok());
    out.model = model_vector(element.model, count, block, stride);
    return out;
  }
  // Some of them side by side, some anywhere.
  Pair blocks(const Pair& element) {
    const std::int64_t block = upto(1, 3);
    std::vector<std::int64_t> offsets = {upto(-60, 60)};
    for (std::int64_t i = upto(0, 3); i > 0; --i) {
      offsets.push_back(upto(0, 1) == 0 ? offsets.back() + block * element.model.extent : upto(-60, 60));
    }
    Pair out;
    EXPECT_TRUE(Layout::blocks(element.layout, block, offsets, &out.layout).is_ok());
    out.model = model_blocks(element.model, block, offsets);
    return out;
  }
  Pair subarray(const Pair& element) {
    std::vector<std::int64_t> sizes, subsizes, starts;
    for (std::int64_t d = upto(1, 3); d > 0; --d) {
      sizes.push_back(upto(1, 4));
      subsizes.push_back(upto(1, sizes.back()));
      starts.push_back(upto(0, sizes.back() - subsizes.back()));
    }
    Pair out;
    EXPECT_TRUE(Layout::subarray(element.layout, sizes, subsizes, starts, &out.layout).is_ok());
    out.model = model_subarray(element.model, sizes, subsizes, starts);
    return out;
  }

  std::mt19937 random_;
};

// Every fact of the layout against the model, and packing of random ranges.
void check(const Pair& pair, Maker& maker) {
  ASSERT_EQ(pair.layout.size(), pair.model.bytes.size());
  ASSERT_EQ(pair.layout.extent(), pair.model.extent);
  ASSERT_EQ(pair.layout.lower_bound(), pair.model.lower);
  const auto [least, most] = std::minmax_element(pair.model.bytes.begin(), pair.model.bytes.end());
  ASSERT_EQ(pair.layout.true_lower_bound(), *least);
  ASSERT_EQ(pair.layout.true_extent(), *most - *least + 1);

  const auto count = static_cast<std::uint64_t>(maker.upto(1, 4));
  std::vector<std::int64_t> offsets;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (const std::int64_t byte : pair.model.bytes) offsets.push_back(static_cast<std::int64_t>(i) * pair.model.extent + byte);
  }
  const auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
  std::vector<std::byte> memory(static_cast<std::size_t>(*high - *low + 1));
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + (i >> 8));
  std::byte* origin = memory.data() - *low;
  const Buffer buffer{origin, count, &pair.layout};
  bool contiguous = true;
  for (std::size_t i = 0; i < offsets.size(); ++i) contiguous &= offsets[i] == static_cast<std::int64_t>(i);
  ASSERT_TRUE(contiguous || !pair.layout.is_contiguous(count));

  const auto first = static_cast<std::uint64_t>(maker.upto(0, static_cast<std::int64_t>(offsets.size())));
  const auto bytes = static_cast<std::uint64_t>(maker.upto(0, static_cast<std::int64_t>(offsets.size() - first)));
  std::vector<std::byte> packed(bytes);
  pack_host(buffer, first, packed);
  for (std::uint64_t i = 0; i < bytes; ++i) ASSERT_EQ(packed[i], origin[offsets[first + i]]) << i;
  for (std::byte& b : packed) b ^= std::byte{0x5a};
  std::vector<std::byte> expected = memory;
  for (std::uint64_t i = 0; i < bytes; ++i) expected[static_cast<std::size_t>(offsets[first + i] - *low)] = packed[i];
  unpack_host(buffer, first, packed);
  ASSERT_EQ(memory, expected);
}

TEST(Layout, RandomNestedTypesMatchTheirDefinition) {
  Maker maker(20260721);
  for (int i = 0; i < 3000; ++i) {
    const Pair pair = maker.make(static_cast<int>(maker.upto(0, 5)));
    if (pair.model.bytes.size() > 20'000) continue;
    check(pair, maker);
    if (::testing::Test::HasFatalFailure()) FAIL() << "type " << i;
  }
}

TEST(Layout, BlocksSideBySideAreOneRun) {
  const std::vector<std::int64_t> offsets = {0, 8, 24};
  Layout layout;
  ASSERT_TRUE(Layout::blocks(Layout::bytes(4), 2, offsets, &layout).is_ok());
  EXPECT_EQ(layout.runs().size(), 2U);
  EXPECT_EQ(layout.size(), 24U);
  EXPECT_EQ(layout.extent(), 32);
  ASSERT_TRUE(Layout::blocks(Layout::bytes(4), 2, {}, &layout).is_ok());
  EXPECT_EQ(layout.size(), 0U);
  EXPECT_EQ(layout.extent(), 0);
}

TEST(Layout, ContiguousDimensionsMergeAndSingleOnesVanish) {
  const Layout element = Layout::bytes(8);
  Layout rows;
  ASSERT_TRUE(Layout::vector(element, 10, 4, 32, &rows).is_ok());
  EXPECT_TRUE(rows.is_contiguous(3));
  ASSERT_EQ(rows.runs().size(), 1U);
  EXPECT_EQ(rows.runs()[0].shape.dims, 0);
  EXPECT_EQ(rows.runs()[0].shape.block, 320U);

  Layout column;
  ASSERT_TRUE(Layout::vector(element, 10, 1, 80, &column).is_ok());
  ASSERT_EQ(column.runs()[0].shape.dims, 1);
  Layout columns;
  ASSERT_TRUE(Layout::vector(column, 5, 1, 800, &columns).is_ok());
  EXPECT_EQ(columns.runs()[0].shape.dims, 1) << "the second dimension continues the first";
  EXPECT_EQ(columns.runs()[0].shape.count[0], 50U);

  Layout whole;
  const std::int64_t sizes[] = {4, 5, 6};
  const std::int64_t zero[] = {0, 0, 0};
  ASSERT_TRUE(Layout::subarray(element, sizes, sizes, zero, &whole).is_ok());
  EXPECT_TRUE(whole.is_contiguous(7));
}

TEST(Layout, DeepNestingBecomesSeveralRuns) {
  Layout layout = Layout::bytes(1);
  for (int i = 0; i < kernels::kMaxDims + 2; ++i) {
    Layout next;
    ASSERT_TRUE(Layout::vector(layout, 2, 1, layout.extent() * 3 + 1, &next).is_ok());
    layout = next;
  }
  EXPECT_EQ(layout.size(), 256U);
  EXPECT_EQ(layout.runs().size(), 4U);
  kernels::Strided unused;
  EXPECT_FALSE(layout.as_strided(0, 1, &unused));
}

TEST(Layout, WhatCannotBeIsRefused) {
  Layout out;
  const Layout element = Layout::bytes(8);
  EXPECT_EQ(Layout::vector(element, -1, 1, 8, &out).code(), Code::kCount);
  EXPECT_EQ(Layout::vector(element, std::int64_t{1} << 40, 1, std::int64_t{1} << 40, &out).code(), Code::kArg);
  const std::int64_t sizes[] = {4};
  const std::int64_t subsizes[] = {3};
  const std::int64_t starts[] = {2};
  EXPECT_EQ(Layout::subarray(element, sizes, subsizes, starts, &out).code(), Code::kArg);
  ASSERT_TRUE(Layout::vector(element, 0, 4, 8, &out).is_ok());
  EXPECT_EQ(out.size(), 0U);
  EXPECT_EQ(out.extent(), 0);
  EXPECT_TRUE(out.is_contiguous(5));
}

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

}  // namespace
}  // namespace penstock::proto
