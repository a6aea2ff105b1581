// These tests compare an Allocator with a plain model: nothing overlaps, all is within bounds, and two alike stay alike.
#include "shmem/allocator.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace penstock::shmem {
namespace {

bool overlaps(const std::map<std::uint64_t, std::uint64_t>& model, std::uint64_t place, std::uint64_t bytes) {
  for (const auto& [at, length] : model) {
    if (place < at + length && at < place + bytes) return true;
  }
  return false;
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

// Tells if a gap between the allocations is large enough.
bool has_room(const std::map<std::uint64_t, std::uint64_t>& model, std::uint64_t heap, std::uint64_t bytes,
              std::uint64_t alignment) {
  std::uint64_t gap = 0;
  for (const auto& [at, length] : model) {
    if (aligned(gap, alignment) + bytes <= at) return true;
    gap = aligned(at + length, Allocator::kAlign);
  }
  return aligned(gap, alignment) + bytes <= heap;
}

TEST(Allocator, AgreesWithAModel) {
  constexpr std::uint64_t kBytes = (1 << 20) - 24;  // the last allocation may end at no multiple of the alignment
  Allocator first(kBytes);
  Allocator second(kBytes);
  std::map<std::uint64_t, std::uint64_t> model;
  std::mt19937_64 random(32);
  for (int step = 0; step < 20'000; ++step) {
    if (model.empty() || random() % 3 != 0) {
      const std::uint64_t bytes = 1 + random() % 8000;
      const std::uint64_t alignment = std::uint64_t{1} << (random() % 13);
      const auto place = first.allocate(bytes, alignment);
      ASSERT_EQ(place, second.allocate(bytes, alignment));
      ASSERT_EQ(place.has_value(), has_room(model, kBytes, bytes, alignment));
      if (!place) continue;
      ASSERT_EQ(*place % alignment, 0U);
      ASSERT_LE(*place + bytes, kBytes);
      ASSERT_FALSE(overlaps(model, *place, bytes));
      model.emplace(*place, bytes);
    } else {
      const auto victim = std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
      ASSERT_EQ(first.size_of(victim->first), victim->second);
      if (random() % 4 == 0) {
        const std::uint64_t bytes = 1 + random() % 8000;
        const auto next = std::next(victim);
        const bool may = bytes <= (next == model.end() ? kBytes : next->first) - victim->first;
        ASSERT_EQ(first.resize(victim->first, bytes), may);
        ASSERT_EQ(second.resize(victim->first, bytes), may);
        if (may) victim->second = bytes;
        continue;
      }
      ASSERT_TRUE(first.release(victim->first) && second.release(victim->first));
      model.erase(victim);
    }
    ASSERT_EQ(first.allocations(), model.size());
  }
  for (const auto& [place, bytes] : model) ASSERT_TRUE(first.release(place));
  EXPECT_EQ(first.allocate(kBytes, 1), 0U);  // one gap again
}

TEST(Allocator, KnowsWhatHoldsARange) {
  Allocator heap(4096);
  EXPECT_FALSE(heap.holder_of(0, 1));
  ASSERT_EQ(heap.allocate(100, 1), 0U);
  ASSERT_EQ(heap.allocate(50, 1), 128U);
  EXPECT_EQ(heap.holder_of(0, 100), 0U);
  EXPECT_EQ(heap.holder_of(99, 1), 0U);
  EXPECT_FALSE(heap.holder_of(99, 2));
  EXPECT_FALSE(heap.holder_of(100, 1));
  EXPECT_FALSE(heap.holder_of(127, 8));
  EXPECT_EQ(heap.holder_of(130, 48), 128U);
  EXPECT_FALSE(heap.holder_of(130, ~std::uint64_t{0}));
  ASSERT_TRUE(heap.release(0));
  EXPECT_FALSE(heap.holder_of(0, 1));
}

TEST(Allocator, RefusesWhatDoesNotFit) {
  Allocator heap(4096);
  EXPECT_FALSE(heap.allocate(4097, 1));
  EXPECT_FALSE(heap.allocate(~std::uint64_t{0}, 1));
  ASSERT_EQ(heap.allocate(100, 1), 0U);
  ASSERT_EQ(heap.allocate(100, 1), 128U);
  EXPECT_TRUE(heap.resize(0, 128));
  EXPECT_FALSE(heap.resize(0, 129));
  EXPECT_FALSE(heap.release(1));
}

}  // namespace
}  // namespace penstock::shmem
