// Checks the host's mover with strides, widths and places, byte by byte.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "proto/layout/layout.hpp"
#include "proto/layout/testing/model.hpp"

namespace penstock::proto {
namespace {

using testing::Pair;
using testing::TypeMaker;

std::byte value_at(std::uint64_t i, unsigned salt) {
  return static_cast<std::byte>(i * 13 + (i >> 8) + salt);
}

// Uses `count` blocks of `width` bytes, in memory that ends with the last block: a sanitizer detects an access past the end.
void check_vector(std::int64_t width, std::int64_t stride, std::int64_t count) {
  Layout layout;
  ASSERT_TRUE(Layout::vector(Layout::bytes(static_cast<std::uint64_t>(width)), count, 1, stride, &layout).is_ok());
  const std::int64_t span = (count - 1) * std::abs(stride) + width;
  const auto length = static_cast<std::size_t>(span);
  const auto memory = std::make_unique<std::byte[]>(length);
  for (std::size_t i = 0; i < length; ++i) memory[i] = value_at(i, 1);
  std::byte* const origin = memory.get() + (stride < 0 ? -(count - 1) * stride : 0);
  const Buffer buffer{origin, 1, &layout};
  const auto bytes = static_cast<std::size_t>(width * count);
  std::vector<std::byte> packed(bytes);
  pack_host(buffer, 0, packed);
  std::vector<std::byte> expected(memory.get(), memory.get() + length);
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::int64_t place = static_cast<std::int64_t>(i) / width * stride + static_cast<std::int64_t>(i) % width;
    ASSERT_EQ(packed[i], origin[place]) << "width " << width << " stride " << stride << " count " << count << " byte " << i;
    packed[i] = value_at(i, 99);
    expected[static_cast<std::size_t>(origin - memory.get() + place)] = packed[i];
  }
  unpack_host(buffer, 0, packed);
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), memory.get()))
      << "width " << width << " stride " << stride << " count " << count;
}

TEST(HostMover, EveryWidthStrideAndCount) {
  for (const std::int64_t width : {1, 2, 3, 4, 5, 8, 12, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 128, 129, 300}) {
    for (const std::int64_t stride : {2 * width, 3 * width, width + 1, -2 * width, -width - 3}) {
      for (const std::int64_t count : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 70}) {
        check_vector(width, stride, count);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// A type that names a byte twice may not be received into, but an application that does so harms only itself: such a byte gets
// one of the values that were meant for it, and all other bytes are right.
TEST(HostMover, BytesNamedTwiceSpoilNoOthers) {
  TypeMaker maker(41);
  int twice = 0;
  for (int i = 0; i < 1500; ++i) {
    const Pair pair = maker.make(static_cast<int>(maker.upto(1, 4)));
    if (pair.model.bytes.empty() || pair.model.bytes.size() > 5000) continue;
    const std::int64_t elements = maker.upto(1, 6);
    std::map<std::int64_t, std::set<std::byte>> meant;
    std::vector<std::byte> packed;
    for (std::int64_t e = 0; e < elements; ++e) {
      for (const std::int64_t byte : pair.model.bytes) {
        packed.push_back(value_at(packed.size(), 3));
        meant[e * pair.model.extent + byte].insert(packed.back());
      }
    }
    twice += meant.size() < packed.size() ? 1 : 0;
    const std::int64_t low = meant.begin()->first - 16;
    std::vector<std::byte> memory(static_cast<std::size_t>(meant.rbegin()->first - low) + 17, std::byte{0xee});
    unpack_host({memory.data() - low, static_cast<std::uint64_t>(elements), &pair.layout}, 0, packed);
    for (std::size_t b = 0; b < memory.size(); ++b) {
      const auto found = meant.find(low + static_cast<std::int64_t>(b));
      const bool right = found == meant.end() ? memory[b] == std::byte{0xee} : found->second.contains(memory[b]);
      ASSERT_TRUE(right) << "type " << i << " byte " << b;
    }
  }
  EXPECT_GT(twice, 100);
}

// Address space whose pages get memory only when they are touched.
class Sparse {
 public:
  explicit Sparse(std::size_t bytes)
      : bytes_(bytes),
        address_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;
  ~Sparse() {
    if (address_ != MAP_FAILED) ::munmap(address_, bytes_);
  }
  [[nodiscard]] std::byte* data() const { return address_ == MAP_FAILED ? nullptr : static_cast<std::byte*>(address_); }

 private:
  std::size_t bytes_;
  void* address_;
};

// Packs and unpacks the bytes around element `number` of a buffer of `count` elements.
void check_far(const Layout& layout, std::uint64_t count, std::uint64_t number, const std::vector<std::int64_t>& offsets) {
  const auto extent = static_cast<std::uint64_t>(layout.extent());
  const Sparse memory(count * extent);
  ASSERT_NE(memory.data(), nullptr);
  constexpr std::uint64_t kAround = 20;
  const Buffer buffer{memory.data(), count, &layout};
  std::vector<std::byte> packed(2 * kAround * layout.size());
  const auto first = (number - kAround) * layout.size();
  for (std::size_t i = 0; i < packed.size(); ++i) packed[i] = value_at(i, 7);
  unpack_host(buffer, first, packed);
  for (std::uint64_t i = 0; i < packed.size(); ++i) {
    const std::uint64_t element = number - kAround + i / layout.size();
    ASSERT_EQ(memory.data()[element * extent + static_cast<std::uint64_t>(offsets[i % layout.size()])], packed[i]) << i;
  }
  std::vector<std::byte> back(packed.size());
  pack_host(buffer, first, back);
  ASSERT_EQ(back, packed);
}

TEST(HostMover, MoreThan2To31Elements) {
  const std::uint64_t many = (std::uint64_t{1} << 31) + 1000;
  const Layout spread = Layout::resized(Layout::bytes(1), 0, 3);
  const std::int64_t places[] = {4, 0, 1};
  Layout list;
  ASSERT_TRUE(Layout::blocks(Layout::bytes(1), 1, places, &list).is_ok());
  list = Layout::resized(list, 0, 6);
  for (const std::uint64_t at : {std::uint64_t{1} << 31, many - 20}) {
    check_far(spread, many, at, {0});
    check_far(list, many, at, {4, 0, 1});
  }
}

}  // namespace
}  // namespace penstock::proto
