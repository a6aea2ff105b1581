// Random types as the pack kernels read them: the host-compiled kernel bodies are compared with the definitions of the types.
#include "proto/layout/listing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "kernels/pack/list_body.hpp"
#include "kernels/pack/places.hpp"
#include "kernels/pack/places_body.hpp"
#include "proto/layout/shape.hpp"
#include "proto/layout/testing/model.hpp"

namespace penstock::proto {
namespace {

using kernels::CopySide;
using kernels::ListArguments;
using kernels::PlacesArguments;
using testing::Pair;
using testing::TypeMaker;

using Bytes = std::vector<std::byte>;

// Runs one body over a grid, thread after thread, which is possible since it has no barrier.
template <typename Arguments>
void run_grid(void (*body)(const Arguments&, const kernels::sync::GpuThread&), const Arguments& arguments, unsigned blocks) {
  kernels::standin::Frame frame;
  frame.grid.x = blocks;
  frame.block.x = 32;
  for (frame.block_index.x = 0; frame.block_index.x < blocks; ++frame.block_index.x) {
    for (frame.thread_index.x = 0; frame.thread_index.x < frame.block.x; ++frame.thread_index.x) {
      body(arguments, kernels::sync::GpuThread(frame));
    }
  }
}

template <typename Element>
void run_kernel(const ListArguments& arguments, unsigned blocks) {
  run_grid(kernels::copy_list_body<Element>, arguments, blocks);
}
template <typename Element>
void run_kernel(const PlacesArguments& arguments, unsigned blocks) {
  run_grid(kernels::copy_places_body<Element>, arguments, blocks);
}

template <typename Arguments>
void run_kernel(const Arguments& arguments, unsigned element, unsigned blocks) {
  switch (element) {
    case 1: return run_kernel<std::uint8_t>(arguments, blocks);
    case 2: return run_kernel<std::uint16_t>(arguments, blocks);
    case 4: return run_kernel<std::uint32_t>(arguments, blocks);
    case 8: return run_kernel<std::uint64_t>(arguments, blocks);
    default: return run_kernel<kernels::sync::Quad>(arguments, blocks);
  }
}

// Counts launches of each kernel: of the general one, and of the one for blocks at places, where both can be used.
int g_launches[2] = {};

// Copies by one of the two kernels. Returns how many elements it has moved.
std::uint64_t copy_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first, std::uint64_t most,
                         TypeMaker& random) {
  const auto blocks = static_cast<unsigned>(random.upto(1, 3));
  PlacesArguments places;
  if (random.upto(0, 1) == 0 && kernels::make_places_piece(to, from, element, first, most, &places)) {
    run_kernel(places, element, blocks);
    ++g_launches[1];
    return places.elements;
  }
  const ListArguments piece = kernels::make_list_piece(to, from, element, first, most);
  run_kernel(piece, element, blocks);
  ++g_launches[0];
  return piece.elements;
}

void copy(const CopySide& to, const CopySide& from, std::uint64_t first, std::uint64_t bytes, TypeMaker& random) {
  const unsigned element = kernels::list_element(to, from, first, bytes);
  for (std::uint64_t at = first / element, left = bytes / element; left > 0;) {
    // The bytes are also cut at random, so that launches start anywhere.
    const auto most = static_cast<std::uint64_t>(random.upto(1, static_cast<std::int64_t>(left)));
    const std::uint64_t moved = copy_piece(to, from, element, at, most, random);
    ASSERT_GT(moved, 0U);
    at += moved;
    left -= moved;
  }
}

std::vector<std::int64_t> bytes_of(const Pair& pair, std::int64_t count) {
  std::vector<std::int64_t> out;
  for (std::int64_t i = 0; i < count; ++i) {
    for (const std::int64_t byte : pair.model.bytes) out.push_back(i * pair.model.extent + byte);
  }
  return out;
}

bool touches_twice(std::vector<std::int64_t> bytes) {
  std::ranges::sort(bytes);
  return std::ranges::adjacent_find(bytes) != bytes.end();
}

// A buffer of a type in memory of its own; its list is on a "device" that is host memory.
struct Laid {
  Laid(const Pair& pair, std::int64_t count, bool flat = true) : places(bytes_of(pair, count)), layout(pair.layout) {
    const auto [low, high] = std::ranges::minmax(places);
    memory.resize(static_cast<std::size_t>(high - low) + 33);
    auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    begin = (begin + 15) / 16 * 16;
    origin = reinterpret_cast<std::byte*>(begin) - low / 16 * 16 + (low < 0 ? 16 : 0);
    listing = list_plan(layout.plan(), flat);
    tables.resize(listing.bytes.size() / 16 + 1);
    std::memcpy(tables.data(), listing.bytes.data(), listing.bytes.size());
    place_tables(&listing.list, reinterpret_cast<std::uint64_t>(tables.data()));
    place_buffer(&listing.list, {origin, static_cast<std::uint64_t>(count), &layout});
    side.list = &listing.list;
  }
  void fill(TypeMaker& random) {
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random.upto(0, 255));
  }

  std::vector<std::int64_t> places;
  Layout layout;
  Bytes memory;
  std::byte* origin = nullptr;
  Listing listing;
  std::vector<kernels::sync::Quad> tables;
  CopySide side;
};

struct Range {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};
Range pick(TypeMaker& random, std::uint64_t all) {
  const std::int64_t unit = std::int64_t{1} << random.upto(0, 4);
  const std::int64_t units = static_cast<std::int64_t>(all) / unit;
  if (units == 0 || random.upto(0, 2) == 0) return {0, all};
  const std::int64_t first = random.upto(0, units - 1);
  return {static_cast<std::uint64_t>(first * unit), static_cast<std::uint64_t>(random.upto(0, units - first) * unit)};
}

// Scales a type by a unit, so that all element sizes occur.
Pair scaled(const Pair& pair, std::int64_t unit) {
  Pair out;
  const Layout block = Layout::bytes(static_cast<std::uint64_t>(unit));
  std::vector<std::int64_t> offsets;
  for (const std::int64_t byte : pair.model.bytes) offsets.push_back(byte * unit);
  EXPECT_TRUE(Layout::blocks(block, 1, offsets, &out.layout).is_ok());
  out.layout = Layout::resized(out.layout, pair.model.lower * unit, pair.model.extent * unit);
  for (const std::int64_t offset : offsets) {
    for (std::int64_t i = 0; i < unit; ++i) out.model.bytes.push_back(offset + i);
  }
  out.model.extent = pair.model.extent * unit;
  return out;
}

Pair make(TypeMaker& random) {
  while (true) {
    Pair made = random.make(static_cast<int>(random.upto(1, 3)));
    if (made.model.bytes.empty() || made.model.bytes.size() > 1500) continue;
    const std::int64_t unit = std::int64_t{1} << random.upto(0, 4);
    return unit == 1 || made.model.bytes.size() > 300 ? made : scaled(made, unit);
  }
}

TEST(Listing, PacksWhatTheDefinitionSays) {
  TypeMaker random(1);
  std::array<int, 17> by_element{};
  for (int i = 0; i < 600; ++i) {
    const Pair pair = make(random);
    Laid laid(pair, random.upto(1, 4), i % 2 == 0);
    laid.fill(random);
    const std::size_t all = laid.places.size();
    const Range range = pick(random, all);
    std::vector<kernels::sync::Quad> out(all / 16 + 1, kernels::sync::Quad{});
    auto* const packed = reinterpret_cast<std::byte*>(out.data());
    const CopySide whole{nullptr, contiguous(reinterpret_cast<std::uint64_t>(packed), all)};
    ++by_element[kernels::list_element(whole, laid.side, range.first, range.bytes)];
    copy(whole, laid.side, range.first, range.bytes, random);
    for (std::uint64_t p = 0; p < all; ++p) {
      const bool moved = p >= range.first && p < range.first + range.bytes;
      ASSERT_EQ(packed[p], moved ? laid.origin[laid.places[p]] : std::byte{0}) << "type " << i << ", byte " << p;
    }
  }
  for (const unsigned element : {1U, 2U, 4U, 8U, 16U}) EXPECT_GT(by_element[element], 20) << "bytes " << element;
  EXPECT_GT(g_launches[0], 100);
  EXPECT_GT(g_launches[1], 100);
}

TEST(Listing, UnpacksAndLeavesTheRestAlone) {
  TypeMaker random(2);
  for (int i = 0; i < 600; ++i) {
    const Pair pair = make(random);
    const std::int64_t count = random.upto(1, 4);
    if (touches_twice(bytes_of(pair, count))) continue;
    Laid laid(pair, count, i % 2 == 0);
    laid.fill(random);
    const std::size_t all = laid.places.size();
    const Range range = pick(random, all);
    std::vector<kernels::sync::Quad> in(all / 16 + 1, kernels::sync::Quad{{0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10}});
    const auto* const packed = reinterpret_cast<const std::byte*>(in.data());
    Bytes expected = laid.memory;
    for (std::uint64_t p = range.first; p < range.first + range.bytes; ++p) {
      expected[static_cast<std::size_t>(laid.origin + laid.places[p] - laid.memory.data())] = packed[p];
    }
    const CopySide whole{nullptr, contiguous(reinterpret_cast<std::uint64_t>(packed), all)};
    copy(laid.side, whole, range.first, range.bytes, random);
    ASSERT_EQ(laid.memory, expected) << "type " << i;
  }
}

TEST(Listing, CopiesFromListToList) {
  TypeMaker random(3);
  int done = 0;
  for (int i = 0; i < 600; ++i) {
    const Pair from_type = make(random);
    const Pair to_type = make(random);
    const std::int64_t count = random.upto(1, 4);
    if (touches_twice(bytes_of(to_type, count))) continue;
    Laid from(from_type, random.upto(1, 4), i % 2 == 0);
    Laid to(to_type, count, i % 3 == 0);
    from.fill(random);
    const Range range = pick(random, std::min(from.places.size(), to.places.size()));
    Bytes expected = to.memory;
    for (std::uint64_t p = range.first; p < range.first + range.bytes; ++p) {
      expected[static_cast<std::size_t>(to.origin + to.places[p] - to.memory.data())] = from.origin[from.places[p]];
    }
    copy(to.side, from.side, range.first, range.bytes, random);
    ASSERT_EQ(to.memory, expected) << "types " << i;
    ++done;
  }
  EXPECT_GT(done, 200);
}

// Computes only addresses and accesses no byte of the buffer: lengths and places exceed 32 bits.
TEST(Listing, FindsPlacesFarAway) {
  constexpr std::int64_t kFar = std::int64_t{5} << 32;
  const std::vector<std::int64_t> lengths{3'000'000'000, 8, 2'000'000'000, 16};
  const std::vector<std::int64_t> offsets{kFar, 0, 2 * kFar, 64};
  Layout layout;
  ASSERT_TRUE(Layout::indexed(Layout::bytes(1), lengths, offsets, &layout).is_ok());
  layout = Layout::resized(layout, 0, 4 * kFar);
  Listing listing = list_plan(layout.plan());
  EXPECT_FALSE(listing.list.narrow);
  std::vector<kernels::sync::Quad> tables(listing.bytes.size() / 16 + 1);
  std::memcpy(tables.data(), listing.bytes.data(), listing.bytes.size());
  place_tables(&listing.list, reinterpret_cast<std::uint64_t>(tables.data()));
  place_buffer(&listing.list, {nullptr, 3, &layout});
  const CopySide side{&listing.list, {}};
  const CopySide whole{nullptr, contiguous(0, layout.size() * 3)};
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    for (const std::uint64_t turn : {0U, 2U}) {
      const std::uint64_t first = (turn * layout.size() + before + static_cast<std::uint64_t>(lengths[i]) - 8) / 8;
      const ListArguments piece = kernels::make_list_piece(whole, side, 8, first, 1U << 20);
      EXPECT_EQ(kernels::list_address(piece.listed_source, 0),
                turn * 4 * kFar + static_cast<std::uint64_t>(offsets[i] + lengths[i] - 8))
          << "piece " << i << " of element " << turn;
    }
    before += static_cast<std::uint64_t>(lengths[i]);
  }
}

// A structure that is repeated many times, and a list in a loop: each becomes one list of
// equal blocks, repeated at most once more.
TEST(Listing, FewPiecesOfAnyKindsBecomePlaces) {
  Layout structure;
  const std::vector<std::int64_t> lengths{16, 48};
  const std::vector<std::int64_t> offsets{0, 48};
  ASSERT_TRUE(Layout::indexed(Layout::bytes(1), lengths, offsets, &structure).is_ok());
  structure = Layout::resized(structure, 0, 128);
  Listing listing = list_plan(structure.plan());
  EXPECT_EQ(listing.list.only.kind, kernels::ListKind::kPlaces);
  EXPECT_EQ(listing.list.only.block.value, 16U);
  EXPECT_EQ(listing.bytes.size(), 4 * sizeof(std::int32_t));
  Layout loop;
  ASSERT_TRUE(Layout::vector(structure, 7, 3, 5 * 128, &loop).is_ok());
  listing = list_plan(loop.plan());
  EXPECT_EQ(listing.list.depth, 1);
  EXPECT_EQ(listing.list.bytes, loop.size());
  EXPECT_GT(list_plan(loop.plan(), false).list.depth, 1);
  const CopySide whole{nullptr, contiguous(0, loop.size() * 2)};
  place_buffer(&listing.list, {nullptr, 2, &loop});
  PlacesArguments piece;
  ASSERT_TRUE(kernels::make_places_piece(whole, {&listing.list, {}}, 16, 0, loop.size() * 2 / 16, &piece));
  EXPECT_EQ(piece.elements, loop.size() * 2 / 16);
}

TEST(Listing, FewLongPiecesBecomePlaces) {
  const std::vector<std::int64_t> lengths{60'000'000, 20'000'000};
  const std::vector<std::int64_t> offsets{0, 100'000'000};
  Layout layout;
  ASSERT_TRUE(Layout::indexed(Layout::bytes(1), lengths, offsets, &layout).is_ok());
  const Listing listing = list_plan(layout.plan());
  EXPECT_EQ(listing.list.only.kind, kernels::ListKind::kPlaces);
  EXPECT_EQ(listing.list.only.block.value, 20'000'000U);
  EXPECT_EQ(listing.list.bytes, layout.size());
}

// The list has as many entries of four bytes as there are pieces, and at most three times as many: it is
// smaller than the data that it describes.
TEST(Listing, IsCompressed) {
  std::vector<std::int64_t> lengths, offsets;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    lengths.push_back(4 + i % 23 * 4);
    offsets.push_back(i * 160 + i * i % 7 * 4);
  }
  Layout layout;
  ASSERT_TRUE(Layout::indexed(Layout::bytes(1), lengths, offsets, &layout).is_ok());
  const Listing listing = list_plan(layout.plan());
  EXPECT_TRUE(listing.list.narrow);
  EXPECT_LE(listing.bytes.size(), sizeof(kernels::ListRun) + 10'001 * 4 * 2 + 20'002 * 4 + 64);
}

}  // namespace
}  // namespace penstock::proto
