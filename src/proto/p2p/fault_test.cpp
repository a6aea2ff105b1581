// A failure ends its operation with the reason; bytes that no Penstock process would send do no harm.
#include <gtest/gtest.h>

#include <cstring>
#include <mutex>
#include <random>

#include "proto/layout/shape.hpp"
#include "proto/p2p/choose.hpp"
#include "proto/testing/mock_job.hpp"
#include "proto/wire/wire.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;
using testing::Op;

const Layout kByte = Layout::bytes(1);

JobOptions mock_with(std::uint32_t flags) {
  JobOptions options;
  options.mock = true;
  options.mock_options.flags = flags;
  return options;
}

TEST(Fault, AFailedSendIsToldToItsCaller) {
  MockJob job(mock_with(transport::kCanSend | transport::kCanGet));
  ASSERT_TRUE(job.status().is_ok());
  for (const std::size_t size : {std::size_t{10}, std::size_t{100'000}}) {
    for (const auto mode : {SendMode::kStandard, SendMode::kSynchronous}) {
      std::vector<std::byte> source(size);
      job.fabric().options(0).fail_send = 1;
      const Op send = job.send(0, {source.data(), size, &kByte}, 1, 1, 1, mode);
      ASSERT_TRUE(job.complete(*send));
      EXPECT_EQ(send->status().code(), Code::kTransport);
    }
  }
}

// The nth send of either side fails, for every n that the protocol has: no operation whose peer was told hangs, and no
// operation that reports success is wrong.
TEST(Fault, EveryMessageOfEveryProtocolFailsOnce) {
  for (const std::uint32_t flags :
       {transport::kCanSend | transport::kCanGet, transport::kCanSend | transport::kCanPut,
        transport::kCanSend | transport::kHasStaging, transport::kCanSend | transport::kCanStream, transport::kCanSend | 0U}) {
    for (int victim = 0; victim < 2; ++victim) {
      for (int nth = 1; nth <= 12; ++nth) {
        MockJob job(mock_with(flags));
        ASSERT_TRUE(job.status().is_ok());
        job.abandon();
        job.fabric().options(victim).fail_send = nth;
        std::vector<std::byte> source(30'000, std::byte{5});
        std::vector<std::byte> target(30'000);
        const Op receive = job.recv(1, {target.data(), target.size(), &kByte}, 0, 1, 1);
        const Op send = job.send(0, {source.data(), source.size(), &kByte}, 1, 1, 1);
        for (int i = 0; i < 2000; ++i) job.progress_all();
        const bool told = (send->done() && !send->status().is_ok()) || (receive->done() && !receive->status().is_ok()) ||
                          !job.engine(victim).progress().take_failure().is_ok();
        const bool struck = job.fabric().options(victim).fail_send == 0;
        EXPECT_EQ(told, struck) << "flags " << flags << " victim " << victim << " send " << nth;
        if (receive->done() && receive->status().is_ok()) {
          EXPECT_EQ(source, target);
        }
      }
    }
  }
}

// A driver that fails to query pointers while `broken`.
class Confused final : public transport::testing::NoGpu {
 public:
  Status query(const void*, accel::Memory* out) override {
    *out = {};
    return broken ? Status::error(Code::kDriver, "cuPointerGetAttributes failed") : Status::ok();
  }
  bool broken = false;
};

// Whichever side fails, and whichever call came first, both operations end with an error, and the next message succeeds.
TEST(Fault, AMessageOfUnknownMemoryEndsOnBothSides) {
  std::vector<Confused*> drivers;
  JobOptions options = mock_with(transport::kCanSend | transport::kCanGet);
  options.accel = [&drivers](const Config&, Log&, std::unique_ptr<accel::Accel>* out) {
    auto made = std::make_unique<Confused>();
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    drivers.push_back(made.get());
    *out = std::move(made);
    return Status::ok();
  };
  MockJob job(std::move(options));
  ASSERT_TRUE(job.status().is_ok());
  std::vector<std::byte> source(100'000, std::byte{3});
  for (int round = 0; round < 8; ++round) {
    const bool sender_fails = (round & 1) != 0;
    const bool receive_first = (round & 2) != 0;
    const bool posted_elsewhere = (round & 4) != 0;  // progress between the two calls
    std::vector<std::byte> target(source.size());
    Op send;
    Op receive;
    const auto break_all = [&drivers](bool on) {
      for (Confused* driver : drivers) driver->broken = on;
    };
    const auto post_send = [&] {
      break_all(sender_fails);
      const Buffer buffer{source.data(), source.size(), &kByte};
      send = job.send(0, buffer, 1, 1, 1);
      break_all(false);
    };
    const auto post_receive = [&] {
      break_all(!sender_fails);
      receive = job.recv(1, {target.data(), target.size(), &kByte}, 0, 1, 1);
      break_all(false);
    };
    if (receive_first) post_receive();
    if (receive_first && posted_elsewhere) job.progress_all();
    post_send();
    if (posted_elsewhere) job.progress_all();
    if (!receive_first) post_receive();
    ASSERT_TRUE(job.complete(*send));
    ASSERT_TRUE(job.complete(*receive));
    const Operation& failed = sender_fails ? *send : *receive;
    const Operation& told = sender_fails ? *receive : *send;
    EXPECT_EQ(failed.status().message(), "cuPointerGetAttributes failed");
    EXPECT_EQ(told.status().code(), Code::kTransport);
    EXPECT_NE(told.status().message().find("GPU driver error"), std::string_view::npos) << told.status().message();
    EXPECT_EQ(receive->result().source, 0);
    send = job.send(0, {source.data(), source.size(), &kByte}, 1, 1, 1);
    receive = job.recv(1, {target.data(), target.size(), &kByte}, 0, 1, 1);
    ASSERT_TRUE(job.complete(*send) && job.complete(*receive));
    EXPECT_TRUE(receive->status().is_ok() && target == source);
  }
}

TEST(Fault, ARefusedGetOrPutFallsBackToPiecesAndWarnsOnce) {
  for (const bool get : {true, false}) {
    MockJob job(mock_with(transport::kCanSend | transport::kHasStaging | (get ? transport::kCanGet : transport::kCanPut)));
    ASSERT_TRUE(job.status().is_ok());
    for (int i = 0; i < 2; ++i) {
      const int mover = get ? 1 : 0;
      (get ? job.fabric().options(mover).fail_get : job.fabric().options(mover).fail_put) = 1;
      std::vector<std::byte> source(50'000, std::byte{9});
      std::vector<std::byte> target(50'000);
      const Op send = job.send(0, {source.data(), source.size(), &kByte}, 1, 1, 1);
      const Op receive = job.recv(1, {target.data(), target.size(), &kByte}, 0, 1, 1);
      ASSERT_TRUE(job.complete(*send));
      ASSERT_TRUE(job.complete(*receive));
      EXPECT_TRUE(receive->status().is_ok()) << receive->status().message();
      EXPECT_EQ(source, target);
      EXPECT_EQ(job.at(mover).warnings().size(), 1U);
    }
  }
}

// Sends arbitrary bytes: the engine's own headers with random fields, and noise.
class Fuzzed : public ::testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Fault, Fuzzed,
                         ::testing::Values(transport::kCanSend | transport::kCanGet | transport::kHasStaging,
                                           transport::kCanSend | transport::kCanStream));

TEST_P(Fuzzed, MessagesAreFailuresAndNothingElse) {
  std::mt19937_64 random(77);
  MockJob job(mock_with(GetParam()));
  ASSERT_TRUE(job.status().is_ok());
  job.abandon();
  auto attacker = job.fabric().endpoint(0);
  std::vector<std::byte> target(4096);
  std::vector<std::byte> source(100'000);
  std::vector<Op> receives;
  std::vector<Op> sends;
  // Plays a peer that lies about lengths; its memory is this process's, so no shape may point to real memory.
  for (int i = 0; i < 60'000; ++i) {
    if (i % 50 == 0) {
      receives.push_back(job.recv(1, {target.data(), target.size(), &kByte}, kAnySource, kAnyTag, random() % 3));
      sends.push_back(job.send(1, {source.data(), source.size(), &kByte}, 0, 1, 1));
    }
    std::byte header[40];
    for (std::byte& byte : header) byte = static_cast<std::byte>(random() % 4 == 0 ? random() : random() % 3);
    header[0] = static_cast<std::byte>(random() % 64 == 0 ? random() : random() % 13);
    const std::size_t header_bytes = random() % 3 == 0 ? random() % 33 : 32;
    wire::Offer offer;
    offer.shape = contiguous(0, random() % 5000);
    offer.region.kind = accel::MemoryKind::kDevice;  // so that the mock refuses to follow it
    offer.region.exported = random() % 2;
    offer.region.device.buffer_id = random() % 3;
    offer.shape.dims = static_cast<std::int32_t>(random() % 9) - 1;
    for (auto& count : offer.shape.count) count = random() % 3;
    for (auto& stride : offer.shape.stride) stride = static_cast<std::int64_t>(random() % 64);
    auto payload = wire::bytes_of(offer);
    if (random() % 2 == 0) payload = payload.first(random() % payload.size());
    Status why;
    static_cast<void>(attacker->send(1, {header, header_bytes}, payload, &why));
    if (i % 8 == 0) job.engine(1).progress().poll();
    Status failure = job.engine(1).progress().take_failure();
    EXPECT_TRUE(failure.is_ok() || failure.code() == Code::kProtocol || failure.code() == Code::kTransport)
        << failure.message();
  }
  for (const Op& receive : receives)
    if (!receive->done()) static_cast<void>(job.engine(1).messages().cancel_recv(receive.get()));
}

transport::Bulk host_bulk(std::uint64_t bytes) {
  transport::Bulk bulk;
  bulk.bytes = bytes;
  return bulk;
}

TEST(Choose, TheCheapestDirectWayWins) {
  transport::MockOptions dear;
  dear.get_cost = {1.0, 1000.0};
  transport::MockOptions cheap;
  cheap.get_cost = {5.0, 10'000.0};
  transport::MockFabric first(2, dear);
  transport::MockFabric second(2, cheap);
  std::vector<std::unique_ptr<transport::Transport>> transports;
  transports.push_back(first.endpoint(0, "low latency"));
  transports.push_back(second.endpoint(0, "high rate"));
  Candidates candidates{transports, 3, true};
  EXPECT_EQ(choose_pull(1, candidates, host_bulk(100), true, false).via, transports[0].get());
  EXPECT_EQ(choose_pull(1, candidates, host_bulk(1'000'000), true, false).via, transports[1].get());
  candidates.mask = 1;
  EXPECT_EQ(choose_pull(1, candidates, host_bulk(1'000'000), true, false).via, transports[0].get());
  EXPECT_EQ(choose_pull(1, candidates, host_bulk(100), false, false).method, Method::kStaged);
  EXPECT_EQ(choose_pull(1, candidates, host_bulk(100), true, true).method, Method::kStaged);
  candidates.staging = false;
  EXPECT_EQ(choose_push(1, candidates, host_bulk(100), true, false).method, Method::kFragments);
  EXPECT_EQ(choose_push(1, candidates, host_bulk(100), true, true).method, Method::kPut);
  first.options(0).flags = transport::kCanSend;
  EXPECT_EQ(choose_pull(1, candidates, host_bulk(100), true, false).method, Method::kAskPut);
  EXPECT_EQ(choose_push(1, candidates, host_bulk(100), true, true).method, Method::kFragments);
  const Choice choice = choose_pull(1, {transports, 2, true}, host_bulk(100), true, false);
  EXPECT_EQ(explain(choice, 1, 100, accel::MemoryKind::kHost, accel::MemoryKind::kDevice),
            "100 B host -> device with rank 1: get over high rate, 5.0 us expected: the cheapest direct way");
}

// On another host nobody can map memory, even if its description says that it can be mapped.
TEST(Choose, WhereOnlyStreamsReachNobodyIsAskedToPush) {
  transport::MockFabric far(2, {.flags = transport::kCanSend | transport::kCanStream});
  std::vector<std::unique_ptr<transport::Transport>> transports;
  transports.push_back(far.endpoint(0, "far"));
  transports.push_back(far.endpoint(0, "near"));
  Candidates candidates{transports, 1, false};
  candidates.stream = transports[0].get();
  transport::Bulk bulk = host_bulk(1'000'000);
  bulk.remote.kind = bulk.local.kind = accel::MemoryKind::kDevice;
  bulk.remote.exported = 1;
  bulk.local.exportable = true;
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kStream);
  candidates.listed = true;
  EXPECT_EQ(choose_pull(1, candidates, bulk, false, false).method, Method::kStream);
  candidates.mask = 3;
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kAskPut);
}

// The kernel takes time for every block that it is given.
TEST(Choose, SmallBlocksOfHostMemoryAreCopiedTwice) {
  transport::MockOptions options;
  options.get_cost = {100.0, 12'000.0};
  transport::MockFabric fabric(2, options);
  std::vector<std::unique_ptr<transport::Transport>> transports;
  transports.push_back(fabric.endpoint(0, "direct"));
  Candidates candidates{transports, 1, true};
  candidates.staged_cost = {1.0, 8000.0};
  transport::Bulk bulk = host_bulk(100'000);
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kGet) << "one block";
  bulk.remote_shape.block = 8;
  bulk.remote_shape.dims = 1;
  bulk.remote_shape.count[0] = 12'500;
  bulk.remote_shape.stride[0] = 16;
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kStaged);
  std::swap(bulk.remote_shape, bulk.local_shape);
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kStaged);
  bulk.bytes = 100'000'000;
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kGet) << "blocks large enough";
  bulk.bytes = 100'000;
  bulk.remote.kind = accel::MemoryKind::kDevice;
  EXPECT_NE(choose_pull(1, candidates, bulk, true, false).method, Method::kStaged) << "not by the CPUs alone";
  bulk.remote.kind = accel::MemoryKind::kHost;
  candidates.staging = false;
  EXPECT_EQ(choose_pull(1, candidates, bulk, true, false).method, Method::kGet);
}

// Slots in GPU memory serve memory that neither side can map, and all messages that would otherwise go in pieces.
TEST(Choose, BounceSlotsComeBeforeOtherPieces) {
  transport::MockOptions no_direct_way;
  no_direct_way.flags = transport::kCanSend;
  transport::MockFabric fabric(2, no_direct_way);
  std::vector<std::unique_ptr<transport::Transport>> transports;
  transports.push_back(fabric.endpoint(0, "slots"));
  Candidates with{transports, 1, true, transports[0].get(), {10.0, 1000.0}};
  const Candidates without{transports, 1, true};
  transport::Bulk bulk = host_bulk(1000);
  EXPECT_EQ(choose_pull(1, with, bulk, true, false).method, Method::kBounce);
  EXPECT_EQ(choose_pull(1, without, bulk, true, false).method, Method::kAskPut);
  bulk.local.exportable = true;
  EXPECT_EQ(choose_pull(1, with, bulk, true, false).method, Method::kAskPut) << "the sender can map the receiver's memory";
  EXPECT_EQ(choose_pull(1, with, bulk, true, true).method, Method::kBounce) << "a direct operation failed";
  EXPECT_EQ(choose_pull(1, with, bulk, false, false).method, Method::kBounce) << "a side is not one run";
  const Choice pushed = choose_push(1, with, bulk, true, true);
  EXPECT_EQ(pushed.method, Method::kBounce);
  EXPECT_FALSE(pushed.closed) << "nothing to warn of";
  EXPECT_TRUE(choose_push(1, without, bulk, true, true).closed);
  fabric.options(0).flags = transport::kCanSend | transport::kCanGet | transport::kCanPut;
  EXPECT_EQ(choose_pull(1, with, bulk, true, false).method, Method::kGet);
  EXPECT_EQ(choose_push(1, with, bulk, true, true).method, Method::kPut);
  const Choice unmapped = choose_unmapped(with);
  EXPECT_EQ(unmapped.via, transports[0].get());
  EXPECT_EQ(explain(unmapped, 1, 1000, accel::MemoryKind::kDevice, accel::MemoryKind::kDevice),
            "1000 B device -> device with rank 1: bounce over slots, 11.0 us expected: the allocation is not mapped yet, and "
            "mapping it costs more");
}

}  // namespace
}  // namespace penstock::proto
