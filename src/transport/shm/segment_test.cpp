// The tests use segments that do not match their address, and messages that are invalid.
#include "transport/shm/segment.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>
#include <thread>
#include <vector>

#include "base/page.hpp"
#include "boot/inherited.hpp"
#include "transport/shm/fates.hpp"
#include "transport/shm/inbox.hpp"

namespace penstock::transport::shm {
namespace {

const accel::ProcessId kSelf{1, 2, static_cast<std::uint32_t>(getpid()), 0};
const accel::ProcessId kOther{1, 3, static_cast<std::uint32_t>(getpid()), 0};      // makes attach() map anew
const accel::ProcessId kElsewhere{5, 2, static_cast<std::uint32_t>(getpid()), 0};  // the process, on another host

struct Owned {
  Geometry geometry;
  Segment segment;
  SegmentAddress address;
};

Owned make(std::uint64_t cells = 8, std::uint64_t block = 256) {
  Owned out;
  EXPECT_TRUE(Geometry::of({cells, block, 2, 4096, 2, 4096}, &out.geometry).is_ok());
  EXPECT_TRUE(Segment::create(out.geometry, 99, &out.segment).is_ok());
  out.address = {.version = kSegmentVersion,
                 .fd = out.segment.fd(),
                 .process = kSelf,
                 .nonce = 99,
                 .dimensions = out.geometry.dimensions()};
  return out;
}

TEST(Geometry, BlocksSpreadOverTheCache) {
  for (std::uint64_t block = 64; block < 20000; block += 61) {
    Geometry g;
    ASSERT_TRUE(Geometry::of({100, block, 2, 5000, 3, 100}, &g).is_ok());
    EXPECT_EQ(g.cells, 128U);
    EXPECT_GE(g.block_bytes, block);
    EXPECT_GE(g.block_stride, g.block_bytes);
    EXPECT_EQ(g.block_stride / kLineBytes % 2, 1U);
    EXPECT_GE(g.controls_offset, g.blocks_offset + g.cells * g.block_stride);
    EXPECT_EQ(g.ring_bytes & (g.ring_bytes - 1), 0U);
    EXPECT_GE(g.ring_bytes, 4 * g.block_bytes);
    EXPECT_EQ(g.staging_offset, g.rings_offset + 3 * g.ring_bytes);
    EXPECT_EQ(g.total, g.staging_offset + 2 * base::whole_pages(5000));
  }
}

TEST(Geometry, IsBounded) {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 40;
  Geometry g;
  EXPECT_EQ(Geometry::of({0, 64, 1, 4096, 1, 4096}, &g).code(), Code::kProtocol);
  EXPECT_EQ(Geometry::of({kHuge, 64, 1, 4096, 1, 4096}, &g).code(), Code::kProtocol);
  EXPECT_EQ(Geometry::of({8, kHuge, 1, 4096, 1, 4096}, &g).code(), Code::kProtocol);
  EXPECT_EQ(Geometry::of({8, 64, kHuge, 4096, 1, 4096}, &g).code(), Code::kProtocol);
  EXPECT_EQ(Geometry::of({8, 64, 1, kHuge, 1, 4096}, &g).code(), Code::kProtocol);
  EXPECT_EQ(Geometry::of({8, 64, 1, 4096, kHuge, 4096}, &g).code(), Code::kProtocol);
  EXPECT_EQ(Geometry::of({8, 64, 1, 4096, 1, kHuge}, &g).code(), Code::kProtocol);
}

TEST(Segment, IsFoundByItsAddress) {
  Owned mine = make();
  Segment peer;
  ASSERT_TRUE(Segment::attach(mine.address, kOther, &peer).is_ok());
  EXPECT_NE(&peer.header(), &mine.segment.header());
  mine.segment.slot(1)[5] = std::byte{77};
  EXPECT_EQ(peer.slot(1)[5], std::byte{77});
}

TEST(Segment, IsSharedWithinAProcessAndOutlivesItsOwner) {
  Owned mine = make();
  Segment peer;
  ASSERT_TRUE(Segment::attach(mine.address, kSelf, &peer).is_ok());
  EXPECT_EQ(&peer.header(), &mine.segment.header());
  mine.segment = Segment();
  EXPECT_EQ(peer.header().nonce, 99U);
  Segment late;
  EXPECT_FALSE(Segment::attach(mine.address, kSelf, &late).is_ok());
}

// The ranks are threads on simulated hosts.
TEST(Segment, IsSharedWithinAProcessOfSeveralHosts) {
  Owned mine = make();
  Segment peer;
  ASSERT_TRUE(Segment::attach(mine.address, kElsewhere, &peer).is_ok());
  EXPECT_EQ(&peer.header(), &mine.segment.header());
}

TEST(Segment, RefusesAnotherFile) {
  Owned mine = make();
  Segment peer;
  SegmentAddress address = mine.address;
  address.nonce = 98;
  EXPECT_EQ(Segment::attach(address, kOther, &peer).code(), Code::kTransport);
  address = mine.address;
  address.dimensions.slots = 3;  // not the size that the file has
  EXPECT_EQ(Segment::attach(address, kOther, &peer).code(), Code::kTransport);
  address = mine.address;
  address.fd = 999999;
  EXPECT_FALSE(Segment::attach(address, kOther, &peer).is_ok());
  address.fd = -1;
  EXPECT_FALSE(Segment::attach(address, kOther, &peer).is_ok());
  EXPECT_FALSE(peer.valid());
}

// A file that could be truncated under a reader would kill it by SIGBUS.
TEST(Segment, RefusesAFileThatCanShrink) {
  Owned mine = make();
  const base::Fd open_ended(memfd_create("open", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(ftruncate(open_ended.get(), static_cast<off_t>(mine.geometry.total)), 0);
  SegmentAddress address = mine.address;
  address.fd = open_ended.get();
  Segment peer;
  EXPECT_EQ(Segment::attach(address, kOther, &peer).code(), Code::kTransport);
}

// Makes a file as the launcher makes it for two ranks.
base::Fd job_file() {
  base::Fd file(memfd_create("job", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  EXPECT_EQ(ftruncate(file.get(), static_cast<off_t>(2 * boot::kSegmentRoom)), 0);
  EXPECT_EQ(fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
  return file;
}
std::uint64_t memory_of(const base::Fd& file) {
  struct stat about{};
  EXPECT_EQ(fstat(file.get(), &about), 0);
  return static_cast<std::uint64_t>(about.st_blocks) * 512;
}

TEST(Segment, LiesInItsRoomOfTheJobsFile) {
  const base::Fd file = job_file();
  const Room first{file.get(), 0};
  const Room second{file.get(), boot::kSegmentRoom};
  Geometry geometry;
  ASSERT_TRUE(Geometry::of({8, 256, 2, 4096, 2, 4096}, &geometry).is_ok());
  Segment mine, other;
  ASSERT_TRUE(Segment::create(geometry, 7, &mine, first).is_ok());
  ASSERT_TRUE(Segment::create(geometry, 8, &other, second).is_ok());
  EXPECT_EQ(mine.fd(), kInRoom);
  // The address is of a process whose pid is meaningless here.
  SegmentAddress address{
      .version = kSegmentVersion, .fd = kInRoom, .process = {1, 5, 1, 0}, .nonce = 8, .dimensions = geometry.dimensions()};
  Segment peer;
  ASSERT_TRUE(Segment::attach(address, kSelf, &peer, second).is_ok());
  other.slot(1)[5] = std::byte{77};
  EXPECT_EQ(peer.slot(1)[5], std::byte{77});
  EXPECT_EQ(Segment::attach(address, kSelf, &peer, first).code(), Code::kTransport) << "another rank's";
  EXPECT_EQ(Segment::attach(address, kSelf, &peer).code(), Code::kTransport) << "this process has no such file";
  EXPECT_EQ(Segment::attach(address, kSelf, &peer, {file.get(), 2 * boot::kSegmentRoom}).code(), Code::kTransport);
}

TEST(Segment, GivesItsRoomBackAndFindsItEmpty) {
  const base::Fd file = job_file();
  const Room room{file.get(), boot::kSegmentRoom};
  Geometry geometry;
  ASSERT_TRUE(Geometry::of({8, 256, 2, 4096, 2, 4096}, &geometry).is_ok());
  for (int again = 0; again < 2; ++again) {
    Segment mine;
    ASSERT_TRUE(Segment::create(geometry, 7, &mine, room).is_ok());
    EXPECT_EQ(mine.header().head.load(), 0U);
    EXPECT_EQ(mine.slot(0)[9], std::byte{0});
    mine.header().head = 3;
    mine.slot(0)[9] = std::byte{1};
    EXPECT_GT(memory_of(file), 0U);
    const pid_t child = fork();
    if (child == 0) {
      mine = Segment();  // a forked child is no rank
      _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(mine.slot(0)[9], std::byte{1});
  }
  EXPECT_EQ(memory_of(file), 0U);
}

TEST(Segment, HasAFileOfItsOwnWhereTheJobsDoesNotServe) {
  const base::Fd open_ended(memfd_create("open", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(ftruncate(open_ended.get(), static_cast<off_t>(boot::kSegmentRoom)), 0);
  const base::Fd whole = job_file();
  Geometry geometry;
  ASSERT_TRUE(Geometry::of({8, 256, 2, 4096, 2, 4096}, &geometry).is_ok());
  for (const Room& room : {Room{open_ended.get(), 0}, Room{whole.get(), 2 * boot::kSegmentRoom}, Room{}}) {
    Segment mine;
    ASSERT_TRUE(Segment::create(geometry, 7, &mine, room).is_ok());
    EXPECT_GE(mine.fd(), 0);
  }
}

struct Counting final : Sink {
  void lost(int, Status&&) override {}
  void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) override {
    ++count;
    last = peer;
    for (const std::byte byte : header) sum += static_cast<unsigned>(byte);
    for (const std::byte byte : payload) sum += static_cast<unsigned>(byte);
  }
  int count = 0;
  int last = -1;
  unsigned sum = 0;
};

// Any bytes in a line cause a delivery within its cell, or kProtocol; the next message arrives nevertheless.
TEST(Inbox, SurvivesAnyLine) {
  Owned mine = make(8, 256);
  InboxReader reader(mine.segment, 4);
  std::mt19937 random(5);
  Counting sink;
  int refused = 0;
  for (std::uint32_t number = 0; number < 20000; ++number) {
    Line& line = mine.segment.lines()[number % 8];
    line.source = random() % 8;
    line.payload_bytes = random() % 3 == 0 ? static_cast<std::uint32_t>(random()) : random() % 300;
    line.header_bytes = static_cast<std::uint16_t>(random() % 3 == 0 ? random() : random() % 100);
    line.sequence.store(number + 1, std::memory_order_release);
    Status why;
    ASSERT_TRUE(reader.pop(sink, &why));
    if (!why.is_ok()) {
      EXPECT_EQ(why.code(), Code::kProtocol);
      ++refused;
    }
    EXPECT_LT(sink.last, 4);
    ASSERT_FALSE(reader.pop(sink, &why));
  }
  EXPECT_GT(refused, 1000);
  EXPECT_EQ(sink.count + refused, 20000);
}

constexpr std::uint64_t id_of(std::uint32_t generation, std::uint32_t slot) {
  return static_cast<std::uint64_t>(generation) << 32 | slot;
}

TEST(Fates, TheFirstOneDecides) {
  const Owned mine = make();
  const Fates fates(mine.segment);
  EXPECT_TRUE(fates.take(id_of(1, 3)));
  EXPECT_FALSE(fates.revoke(id_of(1, 3)));
  EXPECT_TRUE(fates.revoke(id_of(1, 4)));
  EXPECT_FALSE(fates.take(id_of(1, 4)));
  EXPECT_TRUE(fates.revoke(id_of(2, 3)));
  EXPECT_FALSE(fates.take(id_of(2, 3)));
}

// A message that was over without a decision may be taken after its id was reused.
TEST(Fates, ALateTakeHidesNoLaterDecision) {
  const Owned mine = make();
  const Fates fates(mine.segment);
  EXPECT_TRUE(fates.take(id_of(7, 3)));
  EXPECT_TRUE(fates.take(id_of(5, 3)));
  EXPECT_FALSE(fates.revoke(id_of(7, 3)));
  EXPECT_TRUE(fates.revoke(id_of(9, 3)));
  EXPECT_TRUE(fates.take(id_of(8, 3)));
  EXPECT_FALSE(fates.take(id_of(9, 3)));
}

TEST(Fates, NoWordNoRevocation) {
  const Owned mine = make();
  const Fates fates(mine.segment);
  EXPECT_FALSE(fates.revoke(id_of(1, kFates)));
  EXPECT_TRUE(fates.take(id_of(1, kFates)));
  EXPECT_TRUE(fates.take(id_of(0xf0000000U, 5)));  // more than half of all generations ahead
  EXPECT_FALSE(fates.revoke(id_of(0xf0000000U, 5)));
}

// The two sides decide at the same time: each message has one fate, which both see.
TEST(Fates, TwoAtOnceAgree) {
  const Owned mine = make();
  const Fates fates(mine.segment);
  std::vector<char> taken(kFates), revoked(kFates);
  for (std::uint32_t round = 1; round < 200; ++round) {
    std::thread receiver([&] {
      for (std::uint32_t i = kFates; i-- > 0;) taken[i] = fates.take(id_of(round, i)) ? 1 : 0;
    });
    for (std::uint32_t i = 0; i < kFates; ++i) revoked[i] = fates.revoke(id_of(round, i)) ? 1 : 0;
    receiver.join();
    for (std::uint32_t i = 0; i < kFates; ++i) ASSERT_NE(taken[i], revoked[i]) << i;
  }
}

}  // namespace
}  // namespace penstock::transport::shm
