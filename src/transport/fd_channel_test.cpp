// Descriptors are passed between processes: they arrive, whatever else comes through the socket, and none is leaked.
#include "transport/fd_channel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boot/inherited.hpp"

namespace penstock::transport {
namespace {

using Item = FdChannel::Item;
using Received = FdChannel::Received;

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

// Makes a file that contains `value`.
base::Fd file_of(std::uint64_t value) {
  base::Fd file(memfd_create("fd channel", MFD_CLOEXEC));
  EXPECT_EQ(pwrite(file.get(), &value, sizeof value, 0), static_cast<ssize_t>(sizeof value));
  return file;
}
std::uint64_t value_of(const base::Fd& file) {
  std::uint64_t value = 0;
  EXPECT_EQ(pread(file.get(), &value, sizeof value, 0), static_cast<ssize_t>(sizeof value));
  return value;
}

class FdChannelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    before_ = open_descriptors();
    ASSERT_TRUE(alice_.open().is_ok());
    ASSERT_TRUE(bob_.open().is_ok());
  }
  void TearDown() override {
    alice_ = {};
    bob_ = {};
    EXPECT_EQ(open_descriptors(), before_) << "a descriptor was left open";
  }
  // Sends `count` descriptors of one file, labelled from 100 on.
  static Status send_many(FdChannel& from, const FdChannel::Address& to, std::uint64_t token, std::size_t first,
                          std::size_t count, std::size_t total) {
    const base::Fd file = file_of(token);
    std::vector<Item> items;
    for (std::size_t i = 0; i < count; ++i) items.push_back({file.get(), 100 + first + i});
    return from.send(to, token, first, total, items);
  }
  // Sends any datagram to bob, with that many descriptors.
  static void forge(const FdChannel::Address& to, std::span<const std::byte> bytes, std::size_t descriptors) {
    const base::Fd socket_of_mallory(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const base::Fd file = file_of(13);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const std::size_t letters = strnlen(to.name.data(), to.name.size());
    std::memcpy(name.sun_path + 1, to.name.data(), letters);
    alignas(cmsghdr) std::byte control[CMSG_SPACE(253 * sizeof(int))] = {};
    auto* rights = reinterpret_cast<cmsghdr*>(control);
    iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
    msghdr message{};
    message.msg_name = &name;
    message.msg_namelen = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + letters);
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (descriptors > 0) {
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(descriptors * sizeof(int));
      const int fd = file.get();
      for (std::size_t i = 0; i < descriptors; ++i) std::memcpy(CMSG_DATA(rights) + i * sizeof fd, &fd, sizeof fd);
      message.msg_control = control;
      message.msg_controllen = CMSG_SPACE(descriptors * sizeof(int));
    }
    ASSERT_EQ(sendmsg(socket_of_mallory.get(), &message, MSG_DONTWAIT), static_cast<ssize_t>(bytes.size()))
        << std::strerror(errno);
  }

  std::size_t before_ = 0;
  FdChannel alice_;
  FdChannel bob_;
};

TEST_F(FdChannelTest, DescriptorsArriveWithTheirLabels) {
  const base::Fd one = file_of(1);
  const base::Fd two = file_of(2);
  const Item items[] = {{one.get(), 11}, {two.get(), 22}};
  ASSERT_TRUE(alice_.send(bob_.address(), 7, 0, 2, items).is_ok());
  std::vector<Received> got;
  EXPECT_FALSE(bob_.take(7, &got)) << "before it was collected";
  bob_.collect();
  EXPECT_FALSE(bob_.take(8, &got));
  ASSERT_TRUE(bob_.take(7, &got));
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].label, 11U);
  EXPECT_EQ(got[1].label, 22U);
  EXPECT_EQ(value_of(got[0].fd), 1U);
  EXPECT_EQ(value_of(got[1].fd), 2U);
  EXPECT_EQ(fcntl(got[0].fd.get(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  EXPECT_FALSE(bob_.take(7, &got)) << "twice";
}

TEST_F(FdChannelTest, BetweenProcesses) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const FdChannel::Address to = bob_.address();
    FdChannel own;
    _exit(own.open().is_ok() && send_many(own, to, 5, 0, 3, 3).is_ok() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  std::vector<Received> got;
  bob_.collect();
  ASSERT_TRUE(bob_.take(5, &got));
  EXPECT_EQ(value_of(got[2].fd), 5U);
}

// A child of this test exits with kRefused if the system gives it no namespaces of its own.
constexpr int kRefused = 77;

TEST_F(FdChannelTest, AnInheritedSocketReachesOutOfAnotherNetworkNamespace) {
  base::Fd mine, theirs;
  ASSERT_TRUE(boot::make_fd_channel(&mine).is_ok());
  ASSERT_TRUE(boot::make_fd_channel(&theirs).is_ok());
  FdChannel receiver;
  ASSERT_TRUE(receiver.open(mine.get()).is_ok());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const bool apart = unshare(CLONE_NEWNET | CLONE_NEWPID) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWPID) == 0;
    if (!apart) _exit(kRefused);
    FdChannel cut_off, inherited;
    const bool opened = cut_off.open().is_ok() && inherited.open(theirs.get()).is_ok();
    const bool refused = !send_many(cut_off, receiver.address(), 4, 0, 1, 1).is_ok();
    _exit(opened && refused && send_many(inherited, receiver.address(), 5, 0, 2, 2).is_ok() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kRefused) {
    GTEST_SKIP() << "this system lets no process make a network namespace (unshare)";
  }
  ASSERT_EQ(status, 0);
  std::vector<Received> got;
  receiver.collect();
  ASSERT_TRUE(receiver.take(5, &got));
  EXPECT_EQ(value_of(got[1].fd), 5U);
}

TEST_F(FdChannelTest, AnInheritedSocketServesTwiceUnderOneName) {
  base::Fd made;
  ASSERT_TRUE(boot::make_fd_channel(&made).is_ok());
  FdChannel::Address first;
  for (int turn = 0; turn < 2; ++turn) {
    FdChannel fd_channel;
    ASSERT_TRUE(fd_channel.open(made.get()).is_ok());
    if (turn == 0) first = fd_channel.address();
    EXPECT_EQ(fd_channel.address().name, first.name);
    EXPECT_EQ(fd_channel.address().key == first.key, turn == 0) << "the old key opens nothing";
  }
}

TEST_F(FdChannelTest, OnlyAUsableSocketIsTaken) {
  FdChannel fd_channel;
  const base::Fd file = file_of(1);
  EXPECT_EQ(fd_channel.open(file.get()).code(), Code::kSystem);
  const std::string path = ::testing::TempDir() + "fd channel-" + std::to_string(getpid());
  const base::Fd named(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof name.sun_path);
  std::memcpy(name.sun_path, path.data(), path.size());
  ASSERT_EQ(bind(named.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
  EXPECT_EQ(fd_channel.open(named.get()).code(), Code::kProtocol);
  EXPECT_EQ(unlink(path.c_str()), 0);
  EXPECT_EQ(fd_channel.address().name[0], '\0');
}

TEST_F(FdChannelTest, ALotOfSeveralPartsIsThereOnceAllAre) {
  std::vector<Received> got;
  for (std::size_t first = 0; first < FdChannel::kMostOfLot; first += FdChannel::kMostOfPart) {
    EXPECT_FALSE(bob_.take(3, &got));
    ASSERT_TRUE(send_many(alice_, bob_.address(), 3, first, FdChannel::kMostOfPart, FdChannel::kMostOfLot).is_ok());
    bob_.collect();
  }
  ASSERT_TRUE(bob_.take(3, &got));
  ASSERT_EQ(got.size(), FdChannel::kMostOfLot);
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i].label, 100 + i);
}

TEST_F(FdChannelTest, PartsThatDoNotFollowEachOtherEndTheirLot) {
  std::vector<Received> got;
  ASSERT_TRUE(send_many(alice_, bob_.address(), 3, 2, 2, 4).is_ok());  // the second part comes without the first
  bob_.collect();
  EXPECT_EQ(bob_.lots(), 0U);
  ASSERT_TRUE(send_many(alice_, bob_.address(), 3, 0, 2, 4).is_ok());
  ASSERT_TRUE(send_many(alice_, bob_.address(), 3, 0, 2, 4).is_ok());  // the first part comes again
  bob_.collect();
  EXPECT_EQ(bob_.lots(), 0U);
  ASSERT_TRUE(send_many(alice_, bob_.address(), 3, 0, 2, 4).is_ok());
  ASSERT_TRUE(send_many(alice_, bob_.address(), 3, 2, 2, 5).is_ok());  // the lot has another length
  bob_.collect();
  EXPECT_FALSE(bob_.take(3, &got));
  EXPECT_EQ(bob_.lots(), 0U);
}

TEST_F(FdChannelTest, WhoDoesNotTakeLotsKeepsFewOfThem) {
  const std::size_t own = open_descriptors();
  for (std::uint64_t token = 1; token <= 3 * FdChannel::kMostLots; ++token) {
    ASSERT_TRUE(send_many(alice_, bob_.address(), token, 0, 1, 1).is_ok());
    bob_.collect();
  }
  EXPECT_EQ(bob_.lots(), FdChannel::kMostLots);
  EXPECT_EQ(open_descriptors(), own + FdChannel::kMostLots);
  std::vector<Received> got;
  EXPECT_FALSE(bob_.take(1, &got)) << "the oldest should have gone";
  EXPECT_TRUE(bob_.take(3 * FdChannel::kMostLots, &got));
}

TEST_F(FdChannelTest, FewDescriptorsWaitWhateverIsSent) {
  const std::size_t own = open_descriptors();
  for (std::uint64_t token = 1; token <= 20; ++token) {
    ASSERT_TRUE(send_many(alice_, bob_.address(), token, 0, 100, 400).is_ok());
    bob_.collect();
    EXPECT_LE(open_descriptors(), own + FdChannel::kMostOfLot);
  }
  std::vector<Received> got;
  for (std::size_t first = 0; first < 400; first += 100) {
    ASSERT_TRUE(send_many(alice_, bob_.address(), 99, first, 100, 400).is_ok());
    bob_.collect();
  }
  EXPECT_TRUE(bob_.take(99, &got)) << "lots that never become whole are in the way";
}

TEST_F(FdChannelTest, AFullSocketAndAnAbsentReceiverAreRefusals) {
  Status last;
  int sent = 0;
  while (sent < 100'000 && (last = send_many(alice_, bob_.address(), 1, 0, 1, 1)).is_ok()) ++sent;
  EXPECT_EQ(last.code(), Code::kTransport) << last.message();
  EXPECT_LT(sent, 100'000);
  for (int i = 0; i < sent; ++i) bob_.collect();
  EXPECT_TRUE(send_many(alice_, bob_.address(), 2, 0, 1, 1).is_ok()) << "after the receiver has collected";
  const FdChannel::Address gone = bob_.address();
  bob_ = {};
  EXPECT_EQ(send_many(alice_, gone, 1, 0, 1, 1).code(), Code::kTransport);
  EXPECT_EQ(send_many(alice_, {}, 1, 0, 1, 1).code(), Code::kTransport);
  FdChannel closed;
  EXPECT_EQ(send_many(closed, alice_.address(), 1, 0, 1, 1).code(), Code::kTransport);
  EXPECT_EQ(send_many(alice_, alice_.address(), 1, 0, 129, 200).code(), Code::kInternal);
}

TEST_F(FdChannelTest, AWrongKeyOpensNothing) {
  for (std::size_t word = 0; word < 2; ++word) {
    FdChannel::Address guessed = bob_.address();
    guessed.key[word] ^= 1;
    ASSERT_TRUE(send_many(alice_, guessed, 4, 0, 2, 2).is_ok());
  }
  const std::size_t own = open_descriptors();
  bob_.collect();
  EXPECT_EQ(bob_.lots(), 0U);
  EXPECT_EQ(open_descriptors(), own);
}

// FdChannel never sends these datagrams: cut short, too long, with too many descriptors, with none, with wrong lengths. They
// have the right key.
TEST_F(FdChannelTest, HostileDatagramsLeaveNothing) {
  struct Head {
    std::uint64_t magic;
    std::array<std::uint64_t, 2> key;
    std::uint64_t token;
    std::uint32_t first, count, total, reserved;
  };
  const Head good{0x314c5253544b5350, bob_.address().key, 9, 0, 1, 1, 0};
  const auto bytes_with = [](const Head& head, std::size_t labels) {
    std::vector<std::byte> bytes(sizeof head + labels * 8);
    std::memcpy(bytes.data(), &head, sizeof head);
    return bytes;
  };
  const auto altered = [&](auto&& change) {
    Head head = good;
    change(head);
    return head;
  };
  const std::size_t own = open_descriptors();
  const auto expect_nothing = [&](const std::vector<std::byte>& bytes, std::size_t descriptors, const char* what) {
    forge(bob_.address(), bytes, descriptors);
    bob_.collect();
    EXPECT_EQ(bob_.lots(), 0U) << what;
    EXPECT_EQ(open_descriptors(), own) << what;
  };
  expect_nothing(std::vector<std::byte>(1), 1, "one byte");
  expect_nothing(std::vector<std::byte>(47), 2, "less than a head");
  expect_nothing(std::vector<std::byte>(100'000), 1, "longer than any");
  expect_nothing(bytes_with(good, 1), 0, "no descriptor");
  expect_nothing(bytes_with(good, 1), 2, "two for one");
  expect_nothing(bytes_with(good, 1), 253, "as many as there can be");
  expect_nothing(bytes_with(good, 0), 1, "no label");
  expect_nothing(bytes_with(good, 2), 1, "a label too many");
  expect_nothing(bytes_with(altered([](Head& h) { h.magic ^= 1; }), 1), 1, "another magic");
  expect_nothing(bytes_with(altered([](Head& h) { h.count = 0; }), 0), 0, "no item");
  expect_nothing(bytes_with(altered([](Head& h) { h.count = ~0U; }), 1), 1, "an absurd count");
  expect_nothing(bytes_with(altered([](Head& h) { h.total = ~0U; }), 1), 1, "an absurd total");
  expect_nothing(bytes_with(altered([](Head& h) { h.total = 0; }), 1), 1, "a total of nothing");
  expect_nothing(bytes_with(altered([](Head& h) { h.first = ~0U; }), 1), 1, "a place that overflows");
  forge(bob_.address(), bytes_with(good, 1), 1);
  bob_.collect();
  EXPECT_EQ(bob_.lots(), 1U) << "and the good one arrives";
}

// In a process that may open no more files, received descriptors are lost, and nothing else is.
TEST_F(FdChannelTest, WithoutRoomForDescriptorsTheLotIsLost) {
  ASSERT_TRUE(send_many(alice_, bob_.address(), 6, 0, 20, 20).is_ok());
  rlimit files{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit few{std::min<rlim_t>(files.rlim_cur, 256), files.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<base::Fd> ballast;
  while (true) {
    const int fd = fcntl(0, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) break;
    ballast.emplace_back(fd);
  }
  ASSERT_GT(ballast.size(), 10U);
  for (int i = 0; i < 10; ++i) ballast.pop_back();
  std::vector<Received> got;
  bob_.collect();
  EXPECT_FALSE(bob_.take(6, &got));
  ballast.clear();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &files), 0);
  ASSERT_TRUE(send_many(alice_, bob_.address(), 7, 0, 20, 20).is_ok());
  bob_.collect();
  EXPECT_TRUE(bob_.take(7, &got));
}

}  // namespace
}  // namespace penstock::transport
