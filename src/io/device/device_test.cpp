// These tests cover devices and the functions of transfer.hpp: short transfers, interruptions, limits and errors of the system.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <thread>
#include <vector>

#include "base/fd.hpp"
#include "io/device/failure.hpp"
#include "io/device/hook.hpp"
#include "io/device/memory.hpp"
#include "io/device/posix.hpp"
#include "io/device/transfer.hpp"

namespace penstock::io {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes counted(std::size_t bytes) {
  Bytes out(bytes);
  std::iota(out.begin(), out.end(), std::uint8_t{1});
  return out;
}

// Cuts memory into pieces of 1, 2, 3, ... bytes.
std::vector<iovec> cut(Bytes& memory) {
  std::vector<iovec> pieces;
  for (std::size_t at = 0, bytes = 0; at < memory.size(); at += bytes) {
    bytes = std::min(bytes + 1, memory.size() - at);
    pieces.push_back({memory.data() + at, bytes});
  }
  return pieces;
}

transport::FaultPlan plan_of(std::string_view text) {
  transport::FaultPlan plan;
  EXPECT_TRUE(transport::parse_faults(text, &plan).is_ok()) << text;
  return plan;
}

class Folder {
 public:
  Folder() {
    char path[] = "/tmp/penstock_device_XXXXXX";
    path_ = ::mkdtemp(path) != nullptr ? path : "";
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

constexpr OpenMode kMake{true, true, true, false, 0644};

TEST(Transfer, GoesOnAfterShortAndInterruptedAttempts) {
  for (const std::string_view faults : {"io.write=short", "io.write:1%2=eintr", "io.write:2%3=short,io.read:1%2=short"}) {
    auto file = std::make_shared<MemoryFile>();
    Faults plan(plan_of(faults), 0);
    const auto device = make_hook(plan, open_memory(file));
    Bytes out = counted(1000);
    std::vector<iovec> pieces = cut(out);
    std::uint64_t moved = 0;
    ASSERT_TRUE(write_fully(*device, pieces, 7, &moved).is_ok()) << faults;
    EXPECT_EQ(moved, 1000U);
    ASSERT_EQ(file->bytes.size(), 1007U);
    EXPECT_EQ(std::memcmp(file->bytes.data() + 7, out.data(), 1000), 0);
    Bytes in(1000);
    pieces = cut(in);
    ASSERT_TRUE(read_fully(*device, pieces, 7, &moved).is_ok());
    EXPECT_EQ(moved, 1000U);
    EXPECT_EQ(in, out);
  }
}

TEST(Transfer, TellsWhatMovedInFrontOfAFailure) {
  auto file = std::make_shared<MemoryFile>();
  Faults faults(plan_of("io.write:1=short,io.write:2=enospc"), 0);
  const auto device = make_hook(faults, open_memory(file));
  Bytes out = counted(100);
  iovec piece{out.data(), out.size()};
  std::uint64_t moved = 0;
  const Status status = write_fully(*device, {&piece, 1}, 0, &moved);
  EXPECT_EQ(status.code(), Code::kNoSpace);
  EXPECT_EQ(moved, 50U);
  EXPECT_EQ(file->bytes.size(), 50U);
}

TEST(Transfer, ReadsUpToTheEndOfTheFile) {
  auto file = std::make_shared<MemoryFile>();
  file->bytes.resize(10);
  const auto device = open_memory(file);
  Bytes in(100, 9);
  iovec piece{in.data(), in.size()};
  std::uint64_t moved = 99;
  ASSERT_TRUE(read_fully(*device, {&piece, 1}, 4, &moved).is_ok());
  EXPECT_EQ(moved, 6U);
  EXPECT_EQ(in[5], 0);
  EXPECT_EQ(in[6], 9);
  piece = {in.data(), in.size()};
  ASSERT_TRUE(read_fully(*device, {&piece, 1}, 11, &moved).is_ok());
  EXPECT_EQ(moved, 0U);
}

// This device counts requested bytes and pieces, and moves no data.
class Limits final : public Device {
 public:
  [[nodiscard]] const std::string& name() const noexcept override { return name_; }
  Attempt read(std::span<const iovec> pieces, std::uint64_t offset) override { return write(pieces, offset); }
  Attempt write(std::span<const iovec> pieces, std::uint64_t offset) override {
    std::uint64_t bytes = 0;
    for (const iovec& piece : pieces) bytes += piece.iov_len;
    EXPECT_EQ(offset, expected_);
    expected_ += bytes;
    most_bytes = std::max(most_bytes, bytes);
    most_pieces = std::max(most_pieces, pieces.size());
    return {bytes, 0};
  }
  int sync() override { return 0; }
  int size(std::uint64_t* /*out*/) override { return 0; }
  int set_size(std::uint64_t /*size*/) override { return 0; }
  int preallocate(std::uint64_t /*size*/) override { return 0; }
  int lock(const Range& /*range*/, bool /*exclusive*/) override { return 0; }
  int unlock(const Range& /*range*/) override { return 0; }
  int close() override { return 0; }

  std::uint64_t most_bytes = 0;
  std::size_t most_pieces = 0;

 private:
  std::string name_ = "(limits)";
  std::uint64_t expected_ = std::uint64_t{1} << 41;
};

TEST(Transfer, KeepsToTheLimitsOfTheSystem) {
  Limits device;
  std::vector<iovec> pieces(5000, {nullptr, 3});
  pieces[17].iov_len = std::uint64_t{5} << 30;
  pieces[1030].iov_len = 0;
  std::uint64_t moved = 0;
  ASSERT_TRUE(write_fully(device, pieces, std::uint64_t{1} << 41, &moved).is_ok());
  EXPECT_EQ(moved, (std::uint64_t{5} << 30) + 4998 * 3);
  EXPECT_LE(device.most_bytes, Device::kMostBytes);
  EXPECT_LE(device.most_pieces, Device::kMostPieces);
}

TEST(Failure, HasTheClassesOfFiles) {
  const std::pair<int, Code> rows[] = {{ENOENT, Code::kNoSuchFile}, {EEXIST, Code::kFileExists}, {EACCES, Code::kAccess},
                                       {EPERM, Code::kAccess},      {ENOSPC, Code::kNoSpace},    {EFBIG, Code::kNoSpace},
                                       {EDQUOT, Code::kQuota},      {EROFS, Code::kReadOnly},    {EISDIR, Code::kBadFile},
                                       {ENOTDIR, Code::kBadFile},   {EBUSY, Code::kFileInUse},   {EIO, Code::kIo},
                                       {ENOMEM, Code::kIo}};
  for (const auto& [error, code] : rows) {
    const Status status = failure(error, "write", "some.file");
    EXPECT_EQ(status.code(), code) << error;
    EXPECT_THAT(std::string(status.message()), ::testing::StartsWith("cannot write some.file: "));
  }
  EXPECT_TRUE(failure(0, "write", "some.file").is_ok());
}

TEST(Posix, OpensAsItsModeSays) {
  const Folder folder;
  const std::string name = folder.file("a");
  std::unique_ptr<Device> device;
  EXPECT_EQ(open_posix(name, {true, false, false, false}, &device).code(), Code::kNoSuchFile);
  OpenMode mode = kMake;
  mode.exclusive = true;
  ASSERT_TRUE(open_posix(name, mode, &device).is_ok());
  ASSERT_TRUE(close(*device).is_ok());
  EXPECT_EQ(open_posix(name, mode, &device).code(), Code::kFileExists);
  EXPECT_EQ(open_posix(folder.path(), {true, false, false, false}, &device).code(), Code::kBadFile);
  EXPECT_EQ(open_posix(folder.path(), kMake, &device).code(), Code::kBadFile);
  EXPECT_EQ(open_posix(name + "/b", kMake, &device).code(), Code::kBadFile);
  ASSERT_TRUE(remove_file(name).is_ok());
  EXPECT_EQ(remove_file(name).code(), Code::kNoSuchFile);
}

TEST(Posix, GivesFilesThePermissionsThatAreAsked) {
  const Folder folder;
  const mode_t before = ::umask(022);
  std::unique_ptr<Device> device;
  OpenMode mode = kMake;
  mode.permissions = 0640;
  ASSERT_TRUE(open_posix(folder.file("a"), mode, &device).is_ok());
  ::umask(before);
  struct stat found{};
  ASSERT_EQ(::stat(folder.file("a").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0640U);
}

TEST(Posix, ChangesItsSize) {
  const Folder folder;
  std::unique_ptr<Device> device;
  ASSERT_TRUE(open_posix(folder.file("a"), kMake, &device).is_ok());
  std::uint64_t size = 1;
  ASSERT_TRUE(size_of(*device, &size).is_ok());
  EXPECT_EQ(size, 0U);
  ASSERT_TRUE(preallocate(*device, 5000).is_ok());
  ASSERT_TRUE(size_of(*device, &size).is_ok());
  EXPECT_EQ(size, 5000U);
  ASSERT_TRUE(preallocate(*device, 100).is_ok());
  ASSERT_TRUE(preallocate(*device, 0).is_ok());
  ASSERT_TRUE(size_of(*device, &size).is_ok());
  EXPECT_EQ(size, 5000U);
  ASSERT_TRUE(set_size(*device, 10).is_ok());
  ASSERT_TRUE(size_of(*device, &size).is_ok());
  EXPECT_EQ(size, 10U);
  EXPECT_TRUE(sync(*device).is_ok());
}

// Another process (here, a thread with a descriptor of its own) appends records while the file is extended, and none is lost.
TEST(Posix, ExtendsBesideOthers) {
  constexpr int kRecords = 20000;
  const Folder folder;
  const base::Fd mine(::open(folder.file("a").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  const base::Fd other(::open(folder.file("a").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  std::thread writer([&] {
    for (int i = 0; i < kRecords; ++i) ASSERT_EQ(::write(other.get(), "x", 1), 1);
  });
  std::uint64_t size = 0;
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(extend(mine.get(), size += 1 + i % 50), 0);
  writer.join();
  ASSERT_EQ(extend(mine.get(), 3 << 20), 0);
  ASSERT_EQ(extend(mine.get(), 5), 0);
  ASSERT_EQ(std::filesystem::file_size(folder.file("a")), 3U << 20);
  Bytes all(3 << 20);
  ASSERT_EQ(::pread(mine.get(), all.data(), all.size(), 0), 3 << 20);
  EXPECT_EQ(std::ranges::count(all, 'x'), kRecords);
  EXPECT_EQ(std::ranges::count(all, 0), (3 << 20) - kRecords);
}

TEST(Posix, FarOffsets) {
  const Folder folder;
  std::unique_ptr<Device> device;
  ASSERT_TRUE(open_posix(folder.file("a"), kMake, &device).is_ok());
  const std::uint64_t far = (std::uint64_t{1} << 40) + 5;
  Bytes out = counted(100);
  iovec piece{out.data(), out.size()};
  std::uint64_t moved = 0;
  ASSERT_TRUE(write_fully(*device, {&piece, 1}, far, &moved).is_ok());
  Bytes in(100);
  piece = {in.data(), in.size()};
  ASSERT_TRUE(read_fully(*device, {&piece, 1}, far, &moved).is_ok());
  EXPECT_EQ(in, out);
  std::uint64_t size = 0;
  ASSERT_TRUE(size_of(*device, &size).is_ok());
  EXPECT_EQ(size, far + 100);
  piece = {out.data(), out.size()};
  EXPECT_EQ(write_fully(*device, {&piece, 1}, ~std::uint64_t{0} - 200, &moved).code(), Code::kNoSpace);
}

// Tries to lock a byte with fcntl() and without waiting; returns true if another lock excludes it.
bool is_locked(const std::string& name, off_t at) {
  const base::Fd fd(::open(name.c_str(), O_RDWR | O_CLOEXEC));
  struct flock wanted{};
  wanted.l_type = F_WRLCK;
  wanted.l_whence = SEEK_SET;
  wanted.l_start = at;
  wanted.l_len = 1;
  return ::fcntl(fd.get(), F_OFD_SETLK, &wanted) != 0;
}

TEST(Posix, LocksRanges) {
  const Folder folder;
  std::unique_ptr<Device> device;
  ASSERT_TRUE(open_posix(folder.file("a"), kMake, &device).is_ok());
  {
    RangeLock lock(*device);
    ASSERT_TRUE(lock.take({10, 10}, true).is_ok());
    EXPECT_TRUE(is_locked(folder.file("a"), 10));
    EXPECT_TRUE(is_locked(folder.file("a"), 19)) << "the close of another descriptor has dropped the lock";
    EXPECT_FALSE(is_locked(folder.file("a"), 20));
  }
  EXPECT_FALSE(is_locked(folder.file("a"), 10));
}

TEST(Faults, OfFilesHitTheNamedCallsOfTheNamedRank) {
  const transport::FaultPlan plan =
      plan_of("io.write@1:2=edquot,shm.send,io.open@0=eacces,sync=fail,close=eio,resize:2=enospc");
  Faults one(plan, 1);
  EXPECT_EQ(one.next(transport::Verb::kWrite), transport::FaultAction::kNone);
  EXPECT_EQ(one.next(transport::Verb::kWrite), transport::FaultAction::kQuota);
  EXPECT_EQ(one.error_of_next(transport::Verb::kOpen), 0);
  Faults zero(plan, 0);
  EXPECT_EQ(zero.error_of_next(transport::Verb::kOpen), EACCES);
  const auto device = make_hook(zero, open_memory(std::make_shared<MemoryFile>()));
  EXPECT_EQ(sync(*device).code(), Code::kIo);
  EXPECT_TRUE(set_size(*device, 5).is_ok());
  EXPECT_EQ(preallocate(*device, 5).code(), Code::kNoSpace);
  EXPECT_EQ(close(*device).code(), Code::kIo);
  EXPECT_FALSE(Faults(plan_of("shm.send,io.read@3"), 0).any());
}

}  // namespace
}  // namespace penstock::io
