// These tests compare views with their definition, byte by byte.
#include "io/view/view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/testing/views.hpp"

namespace penstock::io {
namespace {

using proto::Layout;
using proto::testing::TypeMaker;
using testing::Filetype;

// A view that the test knows to be valid.
View view_of(std::int64_t displacement, const Layout& filetype, std::uint64_t etype = 1) {
  View view;
  EXPECT_TRUE(View::make(displacement, etype, filetype, false, &view).is_ok());
  return view;
}

std::vector<Extent> extents_of(const View& view, std::uint64_t first, std::uint64_t bytes) {
  std::vector<Extent> out;
  view.for_each_extent(first, bytes, [&](const Extent& extent) { out.push_back(extent); });
  return out;
}

void expect_as_defined(const Filetype& type, std::uint64_t displacement, TypeMaker& make) {
  View view;
  ASSERT_TRUE(View::make(static_cast<std::int64_t>(displacement), 1, type.layout, true, &view).is_ok());
  const std::uint64_t size = type.bytes.size();
  const auto first = static_cast<std::uint64_t>(make.upto(0, 3 * static_cast<std::int64_t>(size)));
  const auto bytes = static_cast<std::uint64_t>(make.upto(1, 2 * static_cast<std::int64_t>(size)));
  ASSERT_TRUE(view.reaches(first, bytes));
  std::uint64_t stream = first;
  std::uint64_t end = 0;
  for (const Extent& extent : extents_of(view, first, bytes)) {
    ASSERT_NE(extent.bytes, 0U);
    ASSERT_TRUE(end == 0 || extent.offset > end) << "neighbours are two extents";
    end = extent.offset + extent.bytes;
    for (std::uint64_t i = 0; i < extent.bytes; ++i, ++stream) {
      const std::uint64_t place = testing::place_of(type, displacement, stream);
      ASSERT_EQ(extent.offset + i, place);
      ASSERT_EQ(view.offset_of(stream), place);
      ASSERT_EQ(view.etypes_before(place), stream);
      // The offset before it belongs to the previous stream byte or to no byte.
      const bool neighbour = stream > 0 && testing::place_of(type, displacement, stream - 1) + 1 == place;
      if (place > 0 && !neighbour) {
        ASSERT_EQ(view.etypes_before(place - 1), stream);
      }
    }
  }
  ASSERT_EQ(stream, first + bytes);
  const std::uint64_t begin = view.offset_of(first);
  ASSERT_EQ(view.range_of(first, bytes), (Extent{begin, view.offset_of(stream - 1) + 1 - begin}));
}

TEST(View, TellsPlacesAndTheirInverse) {
  TypeMaker make(1);
  int seen = 0;
  for (int i = 0; i < 1500; ++i) {
    const Filetype type = i % 2 == 0 ? testing::sorted_filetype(make) : testing::any_filetype(make);
    if (type.bytes.empty() || !testing::is_writable(type)) continue;
    ++seen;
    expect_as_defined(type, static_cast<std::uint64_t>(make.upto(0, 1) * make.upto(0, 100)), make);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen, 750);
}

TEST(View, RefusesWhatMayNotBeWritten) {
  TypeMaker make(2);
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const Filetype type = testing::any_filetype(make);
    View view;
    const Status made = View::make(0, 1, type.layout, true, &view);
    ASSERT_EQ(made.is_ok(), testing::is_writable(type)) << made.message();
    if (!made.is_ok()) {
      ASSERT_EQ(made.code(), Code::kType);
    }
    refused += made.is_ok() ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
}

TEST(View, NamesWhatIsWrong) {
  View view;
  EXPECT_EQ(View::make(-1, 1, Layout::bytes(1), false, &view).code(), Code::kArg);
  EXPECT_EQ(View::make(0, 4, Layout::bytes(6), false, &view).code(), Code::kType);
  EXPECT_EQ(View::make(0, 0, Layout::bytes(6), false, &view).code(), Code::kType);
  Layout layout;
  const std::int64_t back[] = {8, 0};
  ASSERT_TRUE(Layout::blocks(Layout::bytes(4), 1, back, &layout).is_ok());
  EXPECT_THAT(std::string(View::make(0, 4, layout, false, &view).message()), ::testing::HasSubstr("decrease"));
  const std::int64_t before[] = {-8, 0};
  ASSERT_TRUE(Layout::blocks(Layout::bytes(4), 1, before, &layout).is_ok());
  EXPECT_THAT(std::string(View::make(0, 4, layout, false, &view).message()), ::testing::HasSubstr("negative"));
  // The first and the second etype form one block, and the third begins within it.
  const std::int64_t within[] = {0, 4, 2};
  ASSERT_TRUE(Layout::blocks(Layout::bytes(4), 1, within, &layout).is_ok());
  EXPECT_THAT(std::string(View::make(0, 4, layout, false, &view).message()), ::testing::HasSubstr("decrease"));
  const std::int64_t over[] = {0, 2};
  ASSERT_TRUE(Layout::blocks(Layout::bytes(4), 1, over, &layout).is_ok());
  EXPECT_TRUE(View::make(0, 4, layout, false, &view).is_ok());
  EXPECT_THAT(std::string(View::make(0, 4, layout, true, &view).message()), ::testing::HasSubstr("overlap"));
  EXPECT_FALSE(View::make(0, 1, Layout::resized(Layout::bytes(8), 0, 4), true, &view).is_ok());
  EXPECT_FALSE(View::make(0, 1, Layout::resized(Layout::bytes(8), 0, -8), false, &view).is_ok());
}

// Blocks may overlap in a file that is only read. The number of etypes that begin before an offset, and the range of an access,
// are compared with those of a list of all etypes.
TEST(View, OfBlocksThatOverlap) {
  constexpr std::uint64_t kEtype = 4;
  TypeMaker make(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::int64_t> places;
    std::int64_t at = make.upto(0, 9);
    for (std::int64_t i = make.upto(2, 6); i > 0; --i, at += make.upto(0, 7)) places.push_back(at);
    Layout blocks;
    ASSERT_TRUE(Layout::blocks(Layout::bytes(kEtype), 1, places, &blocks).is_ok());
    const std::int64_t extent = places.back() - places.front() + make.upto(0, 5);
    View view;
    const Status made = View::make(7, kEtype, Layout::resized(blocks, 0, extent), false, &view);
    ASSERT_TRUE(made.is_ok()) << made.message();
    std::vector<std::uint64_t> etypes;
    for (std::int64_t copy = 0; copy < 4; ++copy) {
      for (const std::int64_t place : places) etypes.push_back(static_cast<std::uint64_t>(7 + copy * extent + place));
    }
    for (std::uint64_t offset = 0; extent > 0 && offset <= etypes.back(); ++offset) {
      const auto before = std::ranges::lower_bound(etypes, offset) - etypes.begin();
      ASSERT_EQ(view.etypes_before(offset), static_cast<std::uint64_t>(before)) << "round " << round << " offset " << offset;
    }
    const auto first = static_cast<std::uint64_t>(make.upto(0, 20));
    const auto bytes = static_cast<std::uint64_t>(make.upto(1, 20));
    const Extent range = view.range_of(first, bytes);
    for (const Extent& each : extents_of(view, first, bytes)) {
      ASSERT_LE(range.offset, each.offset);
      ASSERT_GE(range.offset + range.bytes, each.offset + each.bytes);
    }
  }
}

TEST(View, WithoutBytes) {
  const View view = view_of(100, Layout::bytes(0), 4);
  EXPECT_TRUE(view.empty());
  EXPECT_TRUE(view.reaches(0, 0));
  EXPECT_FALSE(view.reaches(0, 1));
  EXPECT_EQ(view.etypes_before(1000), 0U);
  EXPECT_TRUE(extents_of(view, 0, 0).empty());
}

TEST(View, OfAllBytes) {
  const View view;
  EXPECT_TRUE(view.is_contiguous());
  EXPECT_EQ(extents_of(view, 5, 7), (std::vector<Extent>{{5, 7}}));
  const View behind = view_of(10, Layout::bytes(8), 8);
  EXPECT_TRUE(behind.is_contiguous());
  EXPECT_EQ(extents_of(behind, 5, 7), (std::vector<Extent>{{15, 7}}));
  EXPECT_EQ(behind.etypes_before(3), 0U);
  EXPECT_EQ(behind.etypes_before(18), 1U);
  EXPECT_EQ(behind.etypes_before(19), 2U);
}

TEST(View, EndsWhereOffsetsEnd) {
  const auto most = static_cast<std::uint64_t>(INT64_MAX);
  EXPECT_TRUE(View().reaches(most - 1, 1));
  EXPECT_FALSE(View().reaches(most, 1));
  EXPECT_FALSE(View().reaches(~std::uint64_t{0}, 2));
  const View wide = view_of(0, Layout::resized(Layout::bytes(1), 0, std::int64_t{1} << 40));
  EXPECT_TRUE(wide.reaches(1 << 22, 1));
  EXPECT_FALSE(wide.reaches(1 << 23, 1));
  EXPECT_FALSE(wide.reaches(std::uint64_t{1} << 60, 1));
}

// The view is one column of a large array: View must neither walk over the pieces of the filetype nor list them.
TEST(View, OfMillionsOfPieces) {
  Layout column;
  ASSERT_TRUE(Layout::vector(Layout::bytes(8), std::int64_t{1} << 40, 1, 64, &column).is_ok());
  const View view = view_of(16, column, 8);
  const std::uint64_t far = (std::uint64_t{1} << 42) + 3;
  EXPECT_EQ(view.offset_of(far), 16 + far / 8 * 64 + 3);
  EXPECT_EQ(view.etypes_before(view.offset_of(far)), far / 8 + 1);
}

}  // namespace
}  // namespace penstock::io
