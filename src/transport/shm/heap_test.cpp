// The room heap is tested: memory is available or refused, is returned, and peers map it only within its bounds.
#include "transport/shm/heap.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/page.hpp"
#include "boot/inherited.hpp"

namespace penstock::transport::shm {
namespace {

constexpr std::uint64_t kTaken = 12288;

base::Fd job_file() {
  base::Fd file(memfd_create("job", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  EXPECT_EQ(ftruncate(file.get(), static_cast<off_t>(2 * boot::kSegmentRoom)), 0);
  EXPECT_EQ(fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
  return file;
}
std::uint64_t memory_of(int file) {
  struct stat about{};
  EXPECT_EQ(fstat(file, &about), 0);
  return static_cast<std::uint64_t>(about.st_blocks) * 512;
}
// Returns the owner of the second room.
SegmentAddress owner() {
  Geometry geometry;
  EXPECT_TRUE(Geometry::of({8, 64, 1, 4096, 0, 4096, 0, 4096}, &geometry).is_ok());
  SegmentAddress address;
  address.process = accel::this_process(Config());
  address.dimensions = geometry.dimensions();
  return address;
}

TEST(RoomHeap, GivesZerosAndTakesThemBack) {
  const base::Fd file = job_file();
  {
    RoomHeap heap({file.get(), boot::kSegmentRoom}, kTaken);
    std::span<std::byte> first;
    std::span<std::byte> second;
    ASSERT_TRUE(heap.allocate(10'000, &first).is_ok());
    EXPECT_EQ(first.size(), 10'000U);
    EXPECT_EQ(memory_of(file.get()), base::whole_pages(10'000)) << "its pages are there before they are touched";
    for (const std::byte byte : first) ASSERT_EQ(byte, std::byte{0});
    std::memset(first.data(), 7, first.size());
    ASSERT_TRUE(heap.allocate(1, &second).is_ok());
    heap.release(first);
    EXPECT_EQ(memory_of(file.get()), base::page_bytes());
    ASSERT_TRUE(heap.allocate(12'288, &first).is_ok());
    for (const std::byte byte : first) ASSERT_EQ(byte, std::byte{0});
    std::uint64_t offset = 0;
    ASSERT_TRUE(heap.find(first.data(), 1, &offset));
    EXPECT_EQ(offset, base::whole_pages(kTaken)) << "the gap is used again";
  }
  EXPECT_EQ(memory_of(file.get()), 0U);
}

int no_space(int, int mode, off_t, off_t) {
  if (mode != 0) return 0;
  errno = ENOSPC;
  return -1;
}

TEST(RoomHeap, FullMemoryIsAnError) {
  const base::Fd file = job_file();
  RoomHeap full({file.get(), 0}, kTaken, no_space);
  std::span<std::byte> memory;
  const Status refused = full.allocate(100, &memory);
  EXPECT_EQ(refused.code(), Code::kNoMemory);
  EXPECT_NE(refused.message().find("No space left"), std::string_view::npos) << refused.message();
  EXPECT_TRUE(memory.empty());
  std::uint64_t offset = 0;
  EXPECT_FALSE(full.find(&offset, 1, &offset));
  RoomHeap heap({file.get(), 0}, kTaken);
  EXPECT_EQ(heap.allocate(boot::kSegmentRoom, &memory).code(), Code::kNoMemory) << "the room is smaller";
  EXPECT_EQ(heap.allocate(~std::uint64_t{0}, &memory).code(), Code::kNoMemory);
  EXPECT_EQ(heap.allocate(boot::kSegmentRoom / 2, &memory).code(), Code::kNoMemory) << "no machine here has that much";
  EXPECT_EQ(memory_of(file.get()), 0U);
  EXPECT_TRUE(heap.allocate(100, &memory).is_ok()) << "a refusal costs nothing";
}

// The alignment allows allocations within that are aligned to any power of 2 up to the size.
TEST(RoomHeap, ReservedAddressesAreAlignedToTheirSize) {
  const base::Fd file = job_file();
  RoomHeap heap({file.get(), boot::kSegmentRoom}, kTaken);
  for (const std::uint64_t bytes : {std::uint64_t{4096}, std::uint64_t{5} << 20, std::uint64_t{16} << 30}) {
    std::span<std::byte> memory;
    ASSERT_TRUE(heap.reserve(bytes, &memory).is_ok());
    EXPECT_EQ(memory.size(), bytes);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    EXPECT_EQ(begin % RoomHeap::kReservedAlign, 0U);
    EXPECT_EQ(begin % std::bit_floor(bytes), 0U);
    memory.front() = memory.back() = std::byte{1};
    heap.release(memory);
  }
}

TEST(RoomHeap, FindsWhatLiesInOneExtent) {
  const base::Fd file = job_file();
  RoomHeap heap({file.get(), 0}, kTaken);
  std::span<std::byte> memory;
  const std::size_t bytes = 2 * base::page_bytes();
  ASSERT_TRUE(heap.allocate(bytes, &memory).is_ok());
  std::uint64_t offset = 0;
  EXPECT_TRUE(heap.find(memory.data() + 100, bytes - 100, &offset));
  EXPECT_EQ(offset, base::whole_pages(kTaken) + 100);
  EXPECT_FALSE(heap.find(memory.data() + 100, bytes - 99, &offset));
  EXPECT_FALSE(heap.find(memory.data() - 1, 1, &offset));
  EXPECT_FALSE(heap.find(memory.data() + bytes, 1, &offset));
  EXPECT_FALSE(heap.find(nullptr, 0, &offset));
}

TEST(RoomHeap, PeersMapWhatTheyAreTold) {
  const base::Fd file = job_file();
  const Room room{file.get(), boot::kSegmentRoom};
  const SegmentAddress address = owner();
  Geometry geometry;
  ASSERT_TRUE(Geometry::of(address.dimensions, &geometry).is_ok());
  RoomHeap heap(room, geometry.total);
  std::span<std::byte> memory;
  ASSERT_TRUE(heap.allocate(8192, &memory).is_ok());
  std::uint64_t offset = 0;
  ASSERT_TRUE(heap.find(memory.data() + 5000, 100, &offset));
  ExtentMapping mapping;
  ASSERT_TRUE(ExtentMapping::create(address, heap.file(), room, offset, 100, &mapping).is_ok());
  memory[5003] = std::byte{9};
  EXPECT_EQ(mapping.address()[3], std::byte{9});
  mapping.address()[4] = std::byte{8};
  EXPECT_EQ(memory[5004], std::byte{8});
}

// The memory before the heap is the segment's, and the memory behind it belongs to another rank.
TEST(RoomHeap, PeersMapNothingElse) {
  const base::Fd file = job_file();
  const Room room{file.get(), boot::kSegmentRoom};
  const SegmentAddress address = owner();
  Geometry geometry;
  ASSERT_TRUE(Geometry::of(address.dimensions, &geometry).is_ok());
  ExtentMapping mapping;
  const auto refused = [&](std::uint64_t offset, std::uint64_t bytes, const Room& of, std::int32_t named = kInRoom) {
    return ExtentMapping::create(address, named, of, offset, bytes, &mapping).code() == Code::kProtocol;
  };
  EXPECT_TRUE(refused(0, 100, room));
  EXPECT_TRUE(refused(geometry.total - 1, 100, room));
  EXPECT_TRUE(refused(boot::kSegmentRoom - 99, 100, room));
  EXPECT_TRUE(refused(boot::kSegmentRoom, 0, room));
  EXPECT_TRUE(refused(~std::uint64_t{0}, 100, room));
  EXPECT_TRUE(refused(geometry.total, ~std::uint64_t{0}, room));
  EXPECT_TRUE(refused(geometry.total, 100, {file.get(), 2 * boot::kSegmentRoom})) << "behind the file's end";
  EXPECT_TRUE(refused(geometry.total, 100, {})) << "this process has no such file";
  EXPECT_TRUE(refused(geometry.total, 100, room, 99'999)) << "no descriptor of the owner";
  const base::Fd open_ended(memfd_create("open", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(ftruncate(open_ended.get(), 1 << 20), 0);
  EXPECT_TRUE(refused(0, 100, room, open_ended.get())) << "it could be cut short under the reader";
  EXPECT_EQ(mapping.address(), nullptr);
}

TEST(RoomHeap, HasAFileOfItsOwnWhereThereIsNoRoom) {
  RoomHeap heap({}, 0);
  std::span<std::byte> memory;
  ASSERT_TRUE(heap.allocate(5000, &memory).is_ok());
  EXPECT_GE(heap.file(), 0);
  std::uint64_t offset = 0;
  ASSERT_TRUE(heap.find(memory.data(), 5000, &offset));
  ExtentMapping mapping;
  ASSERT_TRUE(ExtentMapping::create(owner(), heap.file(), {}, offset, 5000, &mapping).is_ok());
  memory[17] = std::byte{3};
  EXPECT_EQ(mapping.address()[17], std::byte{3});
}

// A file that is too long would end the process by a signal.
TEST(RoomHeap, WhereFilesMayNotBeSoLongThereIsNone) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit low = before;
  low.rlim_cur = 1 << 30;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &low), 0);
  RoomHeap heap({}, 0);
  std::span<std::byte> memory;
  const Status refused = heap.allocate(5000, &memory);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(refused.code(), Code::kUnsupported) << refused.message();
}

}  // namespace
}  // namespace penstock::transport::shm
