// Checks the reports on how messages move: each appears once, with the reason, and a warning where a direct method is closed.
#include "proto/p2p/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using accel::MemoryKind;
using testing::JobOptions;
using testing::MockJob;
using testing::Op;
using transport::kCanGet;
using transport::kCanPut;
using transport::kCanSend;
using transport::kHasStaging;

const Layout kByte = Layout::bytes(1);

// Sends a message between two engines that causes a report.
void exchange(MockJob& job, std::size_t bytes) {
  std::vector<std::byte> source(bytes, std::byte{1});
  std::vector<std::byte> target(bytes);
  const Op send = job.send(0, {source.data(), bytes, &kByte}, 1, 1, 1);
  const Op receive = job.recv(1, {target.data(), bytes, &kByte}, 0, 1, 1);
  ASSERT_TRUE(job.complete(*send));
  ASSERT_TRUE(job.complete(*receive));
  EXPECT_EQ(source, target);
}

JobOptions mock_with(std::uint32_t flags, bool explain) {
  JobOptions options;
  options.mock = true;
  options.mock_options.flags = flags;
  options.mock_options.max_send = 9000;
  if (explain) options.settings = {{"PENSTOCK_EXPLAIN", "1"}};
  return options;
}

TEST(Explain, OncePerSizeClassAtTheRankThatDecides) {
  MockJob job(mock_with(kCanSend | kCanGet | kHasStaging, true));
  ASSERT_TRUE(job.status().is_ok());
  for (int i = 0; i < 3; ++i) {
    exchange(job, 64);
    exchange(job, 65536);
  }
  const std::vector<std::string> expected = {
      "penstock: rank 1 <- rank 0, 64 B host -> host: eager over mock: host memory of at most PENSTOCK_EAGER_LIMIT goes with "
      "its "
      "header",
      "penstock: rank 1 <- rank 0, 64 KiB host -> host: get over mock, 7.6 us expected: the cheapest direct way"};
  EXPECT_EQ(job.at(1).warnings(), expected);
  EXPECT_TRUE(job.at(0).warnings().empty());
  exchange(job, 65537);
  EXPECT_EQ(job.at(1).warnings().size(), 2U) << "of the same size class";
  exchange(job, 262144);
  EXPECT_EQ(job.at(1).warnings().size(), 3U) << "of the next";
}

TEST(Explain, ThePusherTellsWhatTheReceiverAskedFor) {
  MockJob job(mock_with(kCanSend | kCanPut, true));
  ASSERT_TRUE(job.status().is_ok());
  exchange(job, 65536);
  ASSERT_EQ(job.at(0).warnings().size(), 1U);
  EXPECT_EQ(job.at(0).warnings()[0],
            "penstock: rank 0 -> rank 1, 64 KiB host -> host: put over mock, 7.6 us expected: the receiver asked for it");
  EXPECT_TRUE(job.at(1).warnings().empty());
}

TEST(Explain, SilentWhenOffButForAClosedWay) {
  MockJob open(mock_with(kCanSend | kCanGet, false));
  ASSERT_TRUE(open.status().is_ok());
  exchange(open, 64);
  exchange(open, 65536);
  EXPECT_TRUE(open.at(0).warnings().empty() && open.at(1).warnings().empty());

  MockJob closed(mock_with(kCanSend | kHasStaging, false));
  ASSERT_TRUE(closed.status().is_ok());
  for (int i = 0; i < 3; ++i) exchange(closed, 65536);
  ASSERT_EQ(closed.at(0).warnings().size(), 1U) << "once, at the sender";
  const std::string& said = closed.at(0).warnings()[0];
  EXPECT_NE(said.find("penstock[0] warn: messages"), std::string::npos) << said;
  EXPECT_NE(said.find("process_vm_readv"), std::string::npos) << said;
  EXPECT_NE(said.find("Remedy"), std::string::npos) << said;
  EXPECT_TRUE(closed.at(1).warnings().empty());
}

TEST(Explain, ATunableThatClosesTheWayIsNamed) {
  JobOptions options = mock_with(kCanSend | kHasStaging, false);
  options.settings = {{"PENSTOCK_CMA", "0"}};
  MockJob job(options);
  ASSERT_TRUE(job.status().is_ok());
  exchange(job, 65536);
  ASSERT_EQ(job.at(0).warnings().size(), 1U);
  EXPECT_NE(job.at(0).warnings()[0].find("PENSTOCK_CMA=0"), std::string::npos);
}

// Checks each side's report where GPU memory could not be moved directly.
struct Row {
  const char* name;
  bool receives;
  MemoryKind local;
  bool exportable;
  MemoryKind remote;
  bool exported;
  bool live;
  bool ipc;
  bool in_other_namespace;
  Cause cause;
};
constexpr MemoryKind kHost = MemoryKind::kHost;
constexpr MemoryKind kDevice = MemoryKind::kDevice;
constexpr Row kRows[] = {
    {"two pools, sender", false, kDevice, false, kDevice, false, true, true, false, Cause::kNotExportable},
    {"two pools, receiver leaves it to the sender", true, kDevice, false, kDevice, false, true, true, false, Cause::kNone},
    {"ipc off", false, kDevice, true, kDevice, true, true, false, false, Cause::kIpcOff},
    {"other GPU out of reach", false, kDevice, true, kDevice, true, true, true, false, Cause::kUnreachable},
    {"ours is mappable, theirs is not: they could not reach it", false, kDevice, true, kDevice, false, true, true, false,
     Cause::kUnreachable},
    {"host receiver of pool memory", true, kHost, false, kDevice, false, true, true, false, Cause::kNotExportable},
    {"host receiver without CUDA", true, kHost, false, kDevice, true, false, true, false, Cause::kNone},
    {"device sender to host: the receiver tells", false, kDevice, true, kHost, false, true, true, false, Cause::kNone},
    {"host sender to a pool", false, kHost, false, kDevice, false, true, true, false, Cause::kNotExportable},
    {"PID namespaces", false, kDevice, true, kDevice, true, true, true, true, Cause::kNamespace},
    {"managed memory always goes in pieces", false, MemoryKind::kManaged, false, kDevice, false, true, true, false,
     Cause::kNone},
};

TEST(Explain, CausesOfGpuMemory) {
  const accel::ProcessId self{1, 2, 10, 0};
  for (const Row& row : kRows) {
    Config config;
    config.cuda_ipc = row.ipc;
    transport::Bulk bulk;
    bulk.local.kind = row.local;
    bulk.local.exportable = row.exportable;
    bulk.remote.kind = row.remote;
    bulk.remote.exported = row.exported ? 1 : 0;
    bulk.remote.owner = {1, row.in_other_namespace ? 3U : 2U, 11, 0};
    EXPECT_EQ(why_closed(config, self, row.live, row.receives, bulk), row.cause) << row.name;
    EXPECT_EQ(remedy(row.cause).empty(), row.cause == Cause::kNone);
  }
  transport::Bulk elsewhere;
  elsewhere.remote.owner = {2, 2, 11, 0};
  EXPECT_EQ(why_closed(Config{}, self, true, false, elsewhere), Cause::kNone) << "another host: nothing direct was possible";
}

// The answer of ask() is the method that is then used.
TEST(Explain, AsksTheFunctionsThatChoose) {
  MockJob job(mock_with(kCanSend | kCanGet | kHasStaging, false));
  ASSERT_TRUE(job.status().is_ok());
  std::vector<std::byte> memory[2] = {std::vector<std::byte>(65536), std::vector<std::byte>(65536)};
  std::vector<std::byte> offers[2];
  for (const int rank : {0, 1}) {
    const Buffer whole{memory[rank].data(), memory[rank].size(), &kByte};
    ASSERT_TRUE(job.engine(rank).routes().offer(whole, 1 - rank, &offers[rank]).is_ok());
  }
  const auto ask = [&](int rank, Role role, std::size_t bytes) {
    Route way;
    const Status asked =
        job.engine(rank).routes().ask(role, {memory[rank].data(), bytes, &kByte}, 1 - rank, offers[1 - rank], &way);
    EXPECT_TRUE(asked.is_ok()) << asked.message();
    return way;
  };
  EXPECT_EQ(ask(0, Role::kSender, 64).method, "eager");
  const Route get = ask(1, Role::kReceiver, 65536);
  EXPECT_EQ(get.method, "get");
  EXPECT_EQ(get.via, "mock");
  EXPECT_NEAR(get.us, 7.55, 0.01);
  EXPECT_EQ(get.reason, "the cheapest direct way");
  const Route push = ask(0, Role::kSender, 65536);
  EXPECT_EQ(push.method, "staged");
  EXPECT_NE(push.closed.find("process_vm_readv"), std::string::npos);
  Route way;
  EXPECT_EQ(
      job.engine(0).routes().ask(Role::kSender, {memory[0].data(), 8, &kByte}, 1, std::span(offers[1]).first(4), &way).code(),
      Code::kProtocol);
  EXPECT_EQ(job.engine(0).routes().ask(Role::kSender, {memory[0].data(), 8, &kByte}, 7, offers[1], &way).code(), Code::kRank);
}

TEST(Explain, Sizes) {
  EXPECT_EQ(size_text(8), "8 B");
  EXPECT_EQ(size_text(1024), "1 KiB");
  EXPECT_EQ(size_text(1025), "1025 B");
  EXPECT_EQ(size_text(64 << 20), "64 MiB");
}

}  // namespace
}  // namespace penstock::proto
