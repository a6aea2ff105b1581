#include "proto/layout/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "proto/layout/cache.hpp"
#include "proto/layout/pack.hpp"
#include "proto/layout/testing/model.hpp"
#include "proto/layout/walk.hpp"

namespace penstock::proto {
namespace {

using testing::Pair;
using testing::TypeMaker;

constexpr std::size_t kMostBytes = 20'000;

// Memory that holds some elements of a type, and the position of each packed byte in it.
struct Field {
  Field(const Pair& pair, std::uint64_t count, unsigned salt) : elements(count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      for (const std::int64_t byte : pair.model.bytes)
        offsets.push_back(static_cast<std::int64_t>(i) * pair.model.extent + byte);
    }
    if (offsets.empty()) return;
    const auto [least, most] = std::ranges::minmax(offsets);
    low = least;
    memory.resize(static_cast<std::size_t>(most - least + 1));
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + (i >> 8) + salt);
  }
  [[nodiscard]] Buffer buffer(const Layout& layout) { return {memory.data() - low, elements, &layout}; }
  [[nodiscard]] std::size_t at(std::uint64_t packed) const { return static_cast<std::size_t>(offsets[packed] - low); }
  // Tells if no two bytes of the type share a byte of memory.
  [[nodiscard]] bool distinct() const {
    std::vector<std::int64_t> sorted = offsets;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
  }

  std::uint64_t elements;
  std::vector<std::int64_t> offsets;
  std::vector<std::byte> memory;
  std::int64_t low = 0;
};

void check_facts(const Pair& pair) {
  ASSERT_EQ(pair.layout.size(), pair.model.bytes.size());
  ASSERT_EQ(pair.layout.extent(), pair.model.extent);
  ASSERT_EQ(pair.layout.lower_bound(), pair.model.lower);
  if (pair.model.bytes.empty()) {
    ASSERT_EQ(pair.layout.true_extent(), 0);
    return;
  }
  const auto [least, most] = std::ranges::minmax(pair.model.bytes);
  ASSERT_EQ(pair.layout.true_lower_bound(), least);
  ASSERT_EQ(pair.layout.true_extent(), most - least + 1);
  ASSERT_EQ(pair.layout.first_offset(), pair.model.bytes.front());
}

void check_pieces(const Buffer& buffer, const Field& field, std::uint64_t first, std::uint64_t bytes) {
  std::uint64_t packed = first;
  for_each_piece(buffer, first, bytes, [&](std::uint64_t address, std::uint64_t length) {
    for (std::uint64_t i = 0; i < length; ++i, ++packed) {
      ASSERT_EQ(address + i, reinterpret_cast<std::uint64_t>(field.memory.data()) + field.at(packed)) << packed;
    }
  });
  ASSERT_EQ(packed, first + bytes);
}

// Moves random ranges, there and back.
void check_moves(const Pair& pair, TypeMaker& maker) {
  Field field(pair, static_cast<std::uint64_t>(maker.upto(1, 12)), 0);
  const Buffer buffer = field.buffer(pair.layout);
  bool contiguous = true;
  for (std::size_t i = 0; i < field.offsets.size(); ++i) contiguous &= field.offsets[i] == static_cast<std::int64_t>(i);
  ASSERT_TRUE(contiguous || !pair.layout.is_contiguous(field.elements));
  const std::uint64_t all = field.offsets.size();
  const auto first = static_cast<std::uint64_t>(maker.upto(0, static_cast<std::int64_t>(all)));
  const auto bytes = static_cast<std::uint64_t>(maker.upto(0, static_cast<std::int64_t>(all - first)));
  std::vector<std::byte> packed(bytes);
  pack_host(buffer, first, packed);
  for (std::uint64_t i = 0; i < bytes; ++i) ASSERT_EQ(packed[i], field.memory[field.at(first + i)]) << i;
  check_pieces(buffer, field, first, bytes);
  for (std::byte& b : packed) b ^= std::byte{0x5a};
  std::vector<std::byte> expected = field.memory;
  for (std::uint64_t i = 0; i < bytes; ++i) expected[field.at(first + i)] = packed[i];
  unpack_host(buffer, first, packed);
  if (field.distinct()) {
    ASSERT_EQ(field.memory, expected);
  }
}

TEST(Layout, RandomNestedTypesMatchTheirDefinition) {
  TypeMaker maker(20260721);
  for (int i = 0; i < 4000; ++i) {
    const Pair pair = maker.make(static_cast<int>(maker.upto(0, 5)));
    if (pair.model.bytes.size() > kMostBytes) continue;
    check_facts(pair);
    check_moves(pair, maker);
    if (HasFatalFailure()) FAIL() << "type " << i;
  }
}

// Packs in consecutive pieces that are cut at any byte.
TEST(Layout, PackingResumesAtAnyByte) {
  TypeMaker maker(4);
  for (int i = 0; i < 1500; ++i) {
    const Pair pair = maker.make(static_cast<int>(maker.upto(1, 4)));
    if (pair.model.bytes.empty() || pair.model.bytes.size() > kMostBytes) continue;
    Field field(pair, 3, 1);
    const std::uint64_t all = field.offsets.size();
    std::vector<std::byte> packed(all);
    const auto most = static_cast<std::int64_t>(std::max<std::uint64_t>(all / 5, 1));
    for (std::uint64_t done = 0; done < all;) {
      const std::uint64_t piece = std::min(static_cast<std::uint64_t>(maker.upto(1, most)), all - done);
      pack_host(field.buffer(pair.layout), done, {packed.data() + done, piece});
      done += piece;
    }
    for (std::uint64_t b = 0; b < all; ++b) ASSERT_EQ(packed[b], field.memory[field.at(b)]) << "type " << i << " byte " << b;
  }
}

TEST(Layout, OneLayoutIsCopiedToAnother) {
  TypeMaker maker(5);
  int copies = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pair from = maker.make(static_cast<int>(maker.upto(0, 3)));
    const Pair to = maker.make(static_cast<int>(maker.upto(0, 3)));
    if (from.model.bytes.empty() || to.model.bytes.empty()) continue;
    const std::uint64_t whole = std::lcm(from.model.bytes.size(), to.model.bytes.size());
    if (whole > kMostBytes) continue;
    Field source(from, whole / from.model.bytes.size(), 2);
    Field target(to, whole / to.model.bytes.size(), 3);
    if (!target.distinct()) continue;
    std::vector<std::byte> expected = target.memory;
    for (std::uint64_t b = 0; b < whole; ++b) expected[target.at(b)] = source.memory[source.at(b)];
    copy_host(target.buffer(to.layout), source.buffer(from.layout), 0, whole);
    ASSERT_EQ(target.memory, expected) << "pair " << i;
    ++copies;
  }
  EXPECT_GT(copies, 500);
}

Layout subarray_of(const Layout& element, std::vector<std::int64_t> sizes, std::vector<std::int64_t> subsizes,
                   std::vector<std::int64_t> starts) {
  Layout out;
  EXPECT_TRUE(Layout::subarray(element, sizes, subsizes, starts, &out).is_ok());
  return out;
}

Layout blocks_of(const Layout& element, std::int64_t blocklength, const std::vector<std::int64_t>& offsets) {
  Layout out;
  EXPECT_TRUE(Layout::blocks(element, blocklength, offsets, &out).is_ok());
  return out;
}

Layout vector_of(const Layout& element, std::int64_t count, std::int64_t blocklength, std::int64_t stride) {
  Layout out;
  EXPECT_TRUE(Layout::vector(element, count, blocklength, stride, &out).is_ok());
  return out;
}

void expect_shape(const Layout& layout, int dims, std::uint64_t block) {
  const PlanView plan = layout.plan();
  ASSERT_EQ(plan.runs.size(), 1U);
  EXPECT_TRUE(plan.loops.empty());
  EXPECT_EQ(plan.runs[0].kind, Run::Kind::kStrided);
  EXPECT_EQ(plan.runs[0].shape.dims, dims);
  EXPECT_EQ(plan.runs[0].shape.block, block);
}

TEST(Layout, BlocksSideBySideAreOne) {
  const Layout layout = blocks_of(Layout::bytes(4), 2, {0, 8, 24});
  EXPECT_EQ(layout.plan().runs.size(), 1U);
  EXPECT_EQ(layout.plan().runs[0].kind, Run::Kind::kPieces);
  EXPECT_EQ(layout.plan().runs[0].count, 2U);
  EXPECT_EQ(layout.size(), 24U);
  EXPECT_EQ(layout.extent(), 32);
  expect_shape(blocks_of(Layout::bytes(4), 2, {8, 16, 24}), 0, 24);
  EXPECT_EQ(blocks_of(Layout::bytes(4), 2, {}).size(), 0U);
}

TEST(Layout, DimensionsThatContinueEachOtherAreOne) {
  const Layout element = Layout::bytes(8);
  const Layout rows = vector_of(vector_of(element, 1, 10, 0), 4, 1, 80);
  EXPECT_TRUE(rows.is_contiguous(3));
  expect_shape(rows, 0, 320);
  const Layout columns = vector_of(vector_of(element, 10, 1, 80), 5, 1, 800);
  expect_shape(columns, 1, 8);
  EXPECT_EQ(columns.plan().runs[0].shape.count[0], 50U);
  EXPECT_TRUE(subarray_of(element, {4, 5, 6}, {4, 5, 6}, {0, 0, 0}).is_contiguous(7));
  expect_shape(subarray_of(element, {4, 5, 6}, {2, 5, 6}, {1, 0, 0}), 0, 480);
}

// A list that follows a rule becomes a shape, however the application describes it.
TEST(Layout, ListsWithARuleAreShapes) {
  std::vector<std::int64_t> column, plane;
  for (std::int64_t i = 0; i < 50; ++i) column.push_back(16 + i * 80);
  for (std::int64_t i = 0; i < 6; ++i) {
    for (std::int64_t j = 0; j < 5; ++j) plane.push_back(i * 1000 + j * 24);
  }
  expect_shape(blocks_of(Layout::bytes(8), 1, column), 1, 8);
  const Layout found = blocks_of(Layout::bytes(8), 1, plane);
  expect_shape(found, 2, 8);
  EXPECT_EQ(found.plan().runs[0].shape.count[0], 5U);
  EXPECT_EQ(found.plan().runs[0].shape.stride[1], 1000);
  plane.back() += 1;
  EXPECT_EQ(blocks_of(Layout::bytes(8), 1, plane).plan().runs[0].kind, Run::Kind::kPlaces);
}

TEST(Layout, RepeatedListsAreLoops) {
  const Layout list = blocks_of(Layout::bytes(4), 1, {0, 12, 40});
  const Layout many = vector_of(list, 1000, 2, 500);
  EXPECT_EQ(many.plan().places.size(), 3U);
  ASSERT_EQ(many.plan().loops.size(), 2U);
  EXPECT_EQ(many.plan().loops[1].count, 1000U);
  EXPECT_EQ(many.size(), 24'000U);
}

TEST(Layout, DeepNestingIsLoopsThenRuns) {
  Layout layout = Layout::bytes(1);
  const int depth = kernels::kMaxDims + 3;
  for (int i = 0; i < depth; ++i) layout = vector_of(layout, 2, 1, layout.extent() * 3 + 1);
  EXPECT_EQ(layout.size(), 1U << depth);
  EXPECT_EQ(layout.plan().runs.size(), 1U);
  EXPECT_EQ(layout.plan().loops.size(), 3U);
  kernels::Strided unused;
  EXPECT_FALSE(layout.as_strided(0, 1, &unused));
  const int deeper = kernels::kMaxDims + static_cast<int>(kMaxLoops) + 1;
  for (int i = depth; i < deeper; ++i) layout = vector_of(layout, 2, 1, layout.extent() * 3 + 1);
  EXPECT_EQ(layout.size(), 1U << deeper);
  EXPECT_GT(layout.plan().places.size(), 1000U);
}

TEST(Layout, SmallPiecesOfManyLengthsAreEqualBlocks) {
  std::vector<std::int64_t> lengths, offsets;
  for (std::int64_t i = 0; i < 40; ++i) {
    lengths.push_back(1 + i * i % 3);
    offsets.push_back(i * 37 % 41 * 64);
  }
  Layout out;
  ASSERT_TRUE(Layout::indexed(Layout::bytes(8), lengths, offsets, &out).is_ok());
  ASSERT_EQ(out.plan().runs.size(), 1U);
  EXPECT_EQ(out.plan().runs[0].kind, Run::Kind::kPlaces);
  EXPECT_EQ(out.plan().runs[0].shape.block, 8U);
  for (std::int64_t& length : lengths) length *= 100;
  for (std::int64_t& offset : offsets) offset *= 100;
  ASSERT_TRUE(Layout::indexed(Layout::bytes(8), lengths, offsets, &out).is_ok());
  EXPECT_EQ(out.plan().runs[0].kind, Run::Kind::kPieces) << "large ones are moved as they are";
}

TEST(PlanCache, TypesThatLieAlikeShareOnePlan) {
  PlanCache cache;
  Layout one = blocks_of(Layout::bytes(4), 2, {0, 16, 100});
  const std::int64_t lengths[] = {1, 1, 1};
  const std::int64_t offsets[] = {0, 16, 100};
  Layout same;
  ASSERT_TRUE(Layout::indexed(Layout::bytes(8), lengths, offsets, &same).is_ok());
  Layout other = blocks_of(Layout::bytes(4), 2, {0, 16, 104});
  for (Layout* layout : {&one, &same, &other}) cache.share(layout);
  EXPECT_EQ(one.plan().places.data(), same.plan().places.data());
  EXPECT_NE(one.plan().places.data(), other.plan().places.data());
  EXPECT_EQ(cache.size(), 2U);
  for (std::int64_t i = 0; i < 1000; ++i) {
    Layout passing = blocks_of(Layout::bytes(4), 1, {0, 16, 200 + i});
    cache.share(&passing);
  }
  EXPECT_LE(cache.size(), 70U) << "plans that no type has any more are forgotten";
}

TEST(Layout, MoreThan32Bits) {
  const std::int64_t many = std::int64_t{3} << 31;
  const std::int64_t stride = std::int64_t{1} << 30;
  const Layout wide = vector_of(Layout::bytes(1), many, 1, stride);
  EXPECT_EQ(wide.size(), static_cast<std::uint64_t>(many));
  EXPECT_EQ(wide.extent(), (many - 1) * stride + 1);
  EXPECT_EQ(wide.true_extent(), wide.extent());
  const Layout far = blocks_of(Layout::bytes(4), 1, {0, std::int64_t{1} << 40, std::int64_t{-1} << 41});
  EXPECT_EQ(far.lower_bound(), std::int64_t{-1} << 41);
  EXPECT_EQ(far.extent(), (std::int64_t{1} << 40) + (std::int64_t{1} << 41) + 4);
  // Walks far inside the buffer, without any memory.
  const Buffer buffer{nullptr, 1, &wide};
  std::vector<std::uint64_t> addresses;
  for_each_piece(buffer, static_cast<std::uint64_t>(many) - 2, 2,
                 [&](std::uint64_t address, std::uint64_t) { addresses.push_back(address); });
  const auto last = static_cast<std::uint64_t>((many - 1) * stride);
  EXPECT_EQ(addresses, (std::vector<std::uint64_t>{last - static_cast<std::uint64_t>(stride), last}));
}

TEST(Layout, BoundsThatWereSetAloneCountInAStructure) {
  const Layout number = Layout::bytes(4);
  const Layout set = Layout::resized(Layout::bytes(1), -3, 2);
  const Layout::Block blocks[] = {{&number, 1, 0}, {&set, 1, 8}};
  Layout out;
  ASSERT_TRUE(Layout::structure(blocks, 4, &out).is_ok());
  EXPECT_EQ(out.lower_bound(), 5);
  EXPECT_EQ(out.extent(), 2) << "no rounding either";
  EXPECT_EQ(out.true_lower_bound(), 0);
  EXPECT_EQ(out.true_extent(), 9);
}

TEST(Layout, WhatCannotBeIsRefused) {
  Layout out;
  const Layout element = Layout::bytes(8);
  EXPECT_EQ(Layout::vector(element, -1, 1, 8, &out).code(), Code::kCount);
  EXPECT_EQ(Layout::vector(element, std::int64_t{1} << 40, 1, std::int64_t{1} << 40, &out).code(), Code::kArg);
  EXPECT_EQ(Layout::vector(element, std::int64_t{1} << 62, 1, 0, &out).code(), Code::kArg) << "more bytes than fit";
  const std::int64_t sizes[] = {4};
  const std::int64_t subsizes[] = {3};
  const std::int64_t starts[] = {2};
  EXPECT_EQ(Layout::subarray(element, sizes, subsizes, starts, &out).code(), Code::kArg);
  const std::int64_t huge[] = {std::int64_t{1} << 40, std::int64_t{1} << 40};
  const std::int64_t one[] = {1, 1};
  const std::int64_t zero[] = {0, 0};
  EXPECT_EQ(Layout::subarray(element, huge, one, zero, &out).code(), Code::kArg);
  const std::int64_t ends[] = {std::int64_t{1} << 62, -(std::int64_t{1} << 62) - 100};
  EXPECT_EQ(Layout::blocks(element, 1, ends, &out).code(), Code::kArg);
  const Layout list = blocks_of(Layout::bytes(1), 1, {0, 2, 5});
  const Layout many = vector_of(list, 1 << 23, 1, 50);
  const std::int64_t two[] = {0, 1};
  EXPECT_EQ(Layout::blocks(many, 1, two, &out).code(), Code::kNoMemory) << "a list of more entries than are kept";
  ASSERT_TRUE(Layout::vector(element, 0, 4, 8, &out).is_ok());
  EXPECT_EQ(out.size(), 0U);
  EXPECT_EQ(out.extent(), 0);
  EXPECT_TRUE(out.is_contiguous(5));
}

}  // namespace
}  // namespace penstock::proto
