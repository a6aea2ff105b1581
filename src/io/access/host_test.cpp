// These tests compare reads and writes through random views, with random memory layouts, with a model of the file.
#include "io/access/host.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "io/device/hook.hpp"
#include "io/device/memory.hpp"
#include "io/testing/views.hpp"

namespace penstock::io {
namespace {

using Sieve = AccessChoice::Sieve;
using proto::testing::TypeMaker;
using testing::Filetype;

// The application's buffer: elements of a datatype whose bytes do not overlap.
struct Memory {
  proto::Layout layout;
  std::vector<std::int64_t> bytes;  // displacements of one element's bytes
  std::int64_t extent = 0;
  std::uint64_t count = 0;
  std::vector<std::byte> space;
  std::int64_t origin = 0;

  [[nodiscard]] proto::Buffer buffer() { return {space.data() + origin, count, &layout}; }
  [[nodiscard]] std::byte& at(std::uint64_t packed) {
    const std::uint64_t element = packed / bytes.size();
    return space[static_cast<std::size_t>(origin + static_cast<std::int64_t>(element) * extent + bytes[packed % bytes.size()])];
  }
};

bool are_different(const Filetype& type, std::uint64_t count) {
  std::vector<std::int64_t> places;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (const std::int64_t byte : type.bytes) places.push_back(byte + static_cast<std::int64_t>(i) * type.extent);
  }
  std::ranges::sort(places);
  return std::ranges::adjacent_find(places) == places.end();
}

Memory make_memory(TypeMaker& make) {
  Memory out;
  Filetype type;
  do {
    type = make.upto(0, 2) == 0 ? Filetype{proto::Layout::bytes(8), {0, 1, 2, 3, 4, 5, 6, 7}, 8} : testing::any_filetype(make);
    out.count = static_cast<std::uint64_t>(make.upto(1, 5));
  } while (type.bytes.empty() || !are_different(type, out.count));
  out.layout = type.layout;
  out.bytes = type.bytes;
  out.extent = type.extent;
  std::int64_t low = 0;
  std::int64_t high = 0;
  for (std::uint64_t i = 0; i < out.count; ++i) {
    for (const std::int64_t byte : type.bytes) {
      low = std::min(low, byte + static_cast<std::int64_t>(i) * type.extent);
      high = std::max(high, byte + static_cast<std::int64_t>(i) * type.extent + 1);
    }
  }
  out.origin = -low;
  out.space.resize(static_cast<std::size_t>(high - low));
  for (std::byte& byte : out.space) byte = static_cast<std::byte>(make.upto(1, 255));
  return out;
}

Filetype make_filetype(TypeMaker& make) {
  Filetype type;
  do {
    type = make.upto(0, 1) == 0 ? testing::sorted_filetype(make) : testing::any_filetype(make);
  } while (type.bytes.empty() || !testing::is_writable(type));
  return type;
}

struct Scene {
  Filetype type;
  std::uint64_t displacement = 0;
  View view;
  std::uint64_t first = 0;
};

Scene make_scene(TypeMaker& make) {
  Scene out;
  out.type = make_filetype(make);
  out.displacement = static_cast<std::uint64_t>(make.upto(0, 50));
  EXPECT_TRUE(View::make(static_cast<std::int64_t>(out.displacement), 1, out.type.layout, true, &out.view).is_ok());
  out.first = static_cast<std::uint64_t>(make.upto(0, 2 * static_cast<std::int64_t>(out.type.bytes.size())));
  return out;
}

TEST(HostAccess, WritesWhatTheViewShowsAndNothingElse) {
  TypeMaker make(3);
  for (int round = 0; round < 1200; ++round) {
    const Scene scene = make_scene(make);
    Memory memory = make_memory(make);
    auto file = std::make_shared<MemoryFile>();
    file->bytes.resize(static_cast<std::size_t>(make.upto(0, 3000)));
    for (std::byte& byte : file->bytes) byte = static_cast<std::byte>(make.upto(1, 255));
    std::vector<std::byte> model = file->bytes;
    const std::uint64_t bytes = memory.buffer().bytes();
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const std::uint64_t place = testing::place_of(scene.type, scene.displacement, scene.first + i);
      if (place >= model.size()) model.resize(place + 1);
      model[place] = memory.at(i);
    }
    const auto device = open_memory(file);
    std::uint64_t moved = 0;
    ASSERT_TRUE(write_host(*device, scene.view, memory.buffer(), scene.first, &moved).is_ok());
    ASSERT_EQ(moved, bytes);
    ASSERT_EQ(file->bytes, model) << "round " << round;
  }
}

TEST(HostAccess, ReadsUpToTheEndOfTheFile) {
  TypeMaker make(4);
  for (int round = 0; round < 1200; ++round) {
    const Scene scene = make_scene(make);
    Memory memory = make_memory(make);
    const std::uint64_t bytes = memory.buffer().bytes();
    auto file = std::make_shared<MemoryFile>();
    const std::uint64_t end = testing::place_of(scene.type, scene.displacement, scene.first + bytes);
    file->bytes.resize(make.upto(0, 1) == 0 ? end : static_cast<std::size_t>(make.upto(0, static_cast<std::int64_t>(end))));
    for (std::byte& byte : file->bytes) byte = static_cast<std::byte>(make.upto(1, 255));
    Memory model = memory;
    std::uint64_t expected = 0;
    while (expected < bytes) {
      const std::uint64_t place = testing::place_of(scene.type, scene.displacement, scene.first + expected);
      if (place >= file->bytes.size()) break;
      model.at(expected++) = file->bytes[place];
    }
    const auto device = open_memory(file);
    AccessChoice choice;
    choice.sieve = static_cast<Sieve>(make.upto(0, 2));
    choice.sieve_bytes = static_cast<std::uint64_t>(make.upto(1, 3) == 1 ? make.upto(1, 40) : 4 << 20);
    std::uint64_t moved = 0;
    ASSERT_TRUE(read_host(*device, scene.view, choice, memory.buffer(), scene.first, &moved).is_ok());
    ASSERT_EQ(moved, expected) << "round " << round;
    ASSERT_EQ(memory.space, model.space) << "round " << round;
  }
}

// A view with `blocks` blocks of 8 bytes, which begin `stride` bytes apart, and a file for it.
struct Striped {
  explicit Striped(std::int64_t blocks, std::int64_t stride) {
    EXPECT_TRUE(proto::Layout::vector(proto::Layout::bytes(8), blocks, 1, stride, &layout).is_ok());
    EXPECT_TRUE(View::make(0, 8, layout, true, &view).is_ok());
    file->bytes.resize(static_cast<std::size_t>(blocks * stride));
  }
  std::shared_ptr<MemoryFile> file = std::make_shared<MemoryFile>();
  proto::Layout layout;
  proto::Layout element = proto::Layout::bytes(8);
  View view;
};

// Counts the calls of a device.
struct Counter final : public Device {
  explicit Counter(const std::shared_ptr<MemoryFile>& file) : inner(open_memory(file)) {}
  [[nodiscard]] const std::string& name() const noexcept override { return inner->name(); }
  Attempt read(std::span<const iovec> pieces, std::uint64_t offset) override { return ++reads, inner->read(pieces, offset); }
  Attempt write(std::span<const iovec> list, std::uint64_t offset) override {
    ++writes;
    iovecs += list.size();
    return inner->write(list, offset);
  }
  int sync() override { return 0; }
  int size(std::uint64_t* out) override { return inner->size(out); }
  int set_size(std::uint64_t /*size*/) override { return 0; }
  int preallocate(std::uint64_t /*size*/) override { return 0; }
  int lock(const Range& /*range*/, bool /*exclusive*/) override { return 0; }
  int unlock(const Range& /*range*/) override { return 0; }
  int close() override { return 0; }
  std::unique_ptr<Device> inner;
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t iovecs = 0;
};

std::uint64_t reads_of(Striped& striped, std::uint64_t count, const AccessChoice& choice) {
  Counter counter(striped.file);
  std::vector<std::byte> space(count * 8);
  std::uint64_t moved = 0;
  EXPECT_TRUE(read_host(counter, striped.view, choice, {space.data(), count, &striped.element}, 0, &moved).is_ok());
  EXPECT_EQ(moved, count * 8);
  return counter.reads;
}

// Elements that lie one behind the other are one piece, however small they are; others are written as many at a time as the
// system takes.
TEST(HostAccess, WritesFewTimes) {
  constexpr std::uint64_t kCount = 100000;
  std::vector<std::byte> space(8 * kCount);
  const proto::Layout byte = proto::Layout::bytes(1);
  std::uint64_t moved = 0;
  Counter dense(std::make_shared<MemoryFile>());
  ASSERT_TRUE(write_host(dense, View(), {space.data(), kCount, &byte}, 0, &moved).is_ok());
  EXPECT_EQ(dense.writes, 1U);
  EXPECT_EQ(dense.iovecs, 1U);
  // Two blocks of four bytes, the second of which ends where the next element begins.
  const std::int64_t offsets[] = {0, 12};
  proto::Layout pair;
  ASSERT_TRUE(proto::Layout::blocks(proto::Layout::bytes(4), 1, offsets, &pair).is_ok());
  Counter sparse(std::make_shared<MemoryFile>());
  ASSERT_TRUE(write_host(sparse, View(), {space.data(), 2048, &pair}, 0, &moved).is_ok());
  EXPECT_EQ(moved, 2048U * 8);
  EXPECT_EQ(sparse.iovecs, 2049U);
  EXPECT_EQ(sparse.writes, 3U);
}

TEST(HostAccess, SievesWhereHalfIsWanted) {
  Striped dense(100, 16);
  Striped sparse(100, 32);
  AccessChoice choice;
  EXPECT_EQ(reads_of(dense, 100, choice), 1U);
  EXPECT_EQ(reads_of(sparse, 100, choice), 100U);
  choice.sieve = Sieve::kAlways;
  EXPECT_EQ(reads_of(sparse, 100, choice), 1U);
  choice.sieve_bytes = 328;
  EXPECT_EQ(reads_of(sparse, 100, choice), 10U);
  choice.sieve = Sieve::kNever;
  EXPECT_EQ(reads_of(dense, 100, choice), 100U);
}

// The first block of the element reaches further than the second: both lie in a span that is longer than the sieve.
TEST(HostAccess, SievesNoSpanLongerThanItsSpace) {
  const std::int64_t lengths[] = {16, 1};
  const std::int64_t offsets[] = {0, 4};
  proto::Layout pair;
  ASSERT_TRUE(proto::Layout::indexed(proto::Layout::bytes(1), lengths, offsets, &pair).is_ok());
  View view;
  ASSERT_TRUE(View::make(0, 17, pair, false, &view).is_ok());
  auto file = std::make_shared<MemoryFile>();
  for (int i = 0; i < 16; ++i) file->bytes.push_back(static_cast<std::byte>(i));
  Counter counter(file);
  AccessChoice choice;
  choice.sieve_bytes = 7;
  std::byte space[17] = {};
  const proto::Layout byte = proto::Layout::bytes(1);
  std::uint64_t moved = 0;
  ASSERT_TRUE(read_host(counter, view, choice, {space, 17, &byte}, 0, &moved).is_ok());
  EXPECT_EQ(moved, 17U);
  EXPECT_EQ(space[15], std::byte{15});
  EXPECT_EQ(space[16], std::byte{4});
  EXPECT_EQ(counter.reads, 2U);
}

TEST(HostAccess, TellsWhatMovedInFrontOfAFailure) {
  Striped striped(10, 16);
  Faults faults(
      [] {
        transport::FaultPlan plan;
        EXPECT_TRUE(transport::parse_faults("io.write:4=enospc,io.read:3=eio", &plan).is_ok());
        return plan;
      }(),
      0);
  const auto device = make_hook(faults, open_memory(striped.file));
  std::vector<std::byte> space(80, std::byte{7});
  std::uint64_t moved = 0;
  const proto::Buffer buffer{space.data(), 10, &striped.element};
  EXPECT_EQ(write_host(*device, striped.view, buffer, 0, &moved).code(), Code::kNoSpace);
  EXPECT_EQ(moved, 24U);
  AccessChoice choice;
  choice.sieve = Sieve::kNever;
  EXPECT_EQ(read_host(*device, striped.view, choice, buffer, 0, &moved).code(), Code::kIo);
  EXPECT_EQ(moved, 16U);
}

}  // namespace
}  // namespace penstock::io
