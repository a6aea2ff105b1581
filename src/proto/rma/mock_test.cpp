// One-sided operations over a transport that a test scripts: tickets, flushes, failures, lost peers, and false requests.
#include <gtest/gtest.h>

#include "accel/host_accel.hpp"
#include "proto/rma/testing/rank.hpp"
#include "transport/hook/hook.hpp"
#include "transport/mock/mock.hpp"

namespace penstock::proto::rma {
namespace {

using namespace testing;
using transport::AtomicOp;
using transport::contiguous;
using transport::Environment;
using transport::kUseAll;
using transport::Region;

// The test drives both ranks.
class OverMock : public ::testing::Test {
 protected:
  void open(const transport::MockOptions& options, std::string_view faults = {}) {
    fabric_ = std::make_unique<transport::MockFabric>(kRanks, options);
    ASSERT_TRUE(transport::parse_faults(faults, &plan_).is_ok());
    log_.set_sink([this](base::Level, std::string_view line) { said_.emplace_back(line); });
    for (int rank = 0; rank < kRanks; ++rank) {
      const Environment environment{config_, log_, accel_, addresses_, rank, kRanks};
      Transports transports;
      transports.push_back(make_hook(environment, plan_, fabric_->endpoint(rank)));
      ranks_[rank] = std::make_unique<RmaRank>(environment, std::move(transports), *board_, *keys_);
    }
    memory_.resize(4096);
    ASSERT_TRUE(at(1).registry.register_memory(memory_.data(), memory_.size(), kUseAll, &region_).is_ok());
    ASSERT_TRUE(at(1).show(*region_));
    const Status attached = at(0).rma.attach(1, at(0).shown(), &target_);
    ASSERT_TRUE(attached.is_ok()) << attached.message();
  }
  // Checks that nothing stays registered or attached.
  void TearDown() override {
    if (region_ == nullptr) return;
    at(0).rma.detach(&target_);
    at(1).registry.deregister(region_);
    EXPECT_TRUE(at(0).rma.idle() && at(1).rma.idle());
    EXPECT_EQ(fabric_->counts(0).attached, 0);
    EXPECT_EQ(fabric_->counts(1).regions, 0);
    EXPECT_EQ(fabric_->waiting(0) + fabric_->waiting(1), 0U);
  }
  RmaRank& at(int rank) { return *ranks_[rank]; }
  Code over(Call& call) {
    for (int round = 0; round < 10'000 && !call.done(); ++round) {
      EXPECT_TRUE(at(0).progress());
      EXPECT_TRUE(at(1).progress());
    }
    EXPECT_TRUE(call.done());
    if (!call.status().is_ok()) why_ = call.status().message();
    return call.status().code();
  }
  Code put(const std::vector<std::byte>& bytes) {
    Call call;
    at(0).rma.put(target_, contiguous(100, bytes.data(), bytes.size()), &call);
    return over(call);
  }
  Code get(std::vector<std::byte>* bytes) {
    Call call;
    at(0).rma.get(target_, contiguous(100, bytes->data(), bytes->size()), &call);
    return over(call);
  }
  Code add(std::uint64_t* old) {
    Call call;
    at(0).rma.atomic(target_, {AtomicOp::kAdd, 4, 8, 5, 0, old}, &call);
    return over(call);
  }
  Code flush() {
    Call call;
    at(0).rma.flush(1, &call);
    return over(call);
  }
  [[nodiscard]] bool there(const std::vector<std::byte>& bytes) const {
    return std::memcmp(memory_.data() + 100, bytes.data(), bytes.size()) == 0;
  }
  // Checks a put, a get and an add, whatever path they use.
  void works() {
    const std::vector<std::byte> sent = pattern(1000, 3);
    std::vector<std::byte> back(1000);
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    EXPECT_EQ(put(sent), Code::kOk) << why_;
    EXPECT_EQ(flush(), Code::kOk) << why_;
    EXPECT_TRUE(there(sent));
    EXPECT_EQ(get(&back), Code::kOk) << why_;
    EXPECT_EQ(back, sent);
    EXPECT_EQ(add(&first), Code::kOk) << why_;
    EXPECT_EQ(add(&second), Code::kOk) << why_;
    EXPECT_EQ(second, first + 5);
  }

  class NoAddresses final : public transport::AddressSource {
   public:
    Status address(int, const transport::WorkerAddress**) override {
      return Status::error(Code::kInternal, "no addresses here");
    }
  };
  Config config_;
  Log log_{base::Level::kWarn};
  std::vector<std::string> said_;
  accel::HostAccel accel_{"not in this test"};
  NoAddresses addresses_;
  transport::testing::Board* board_ = transport::testing::Board::make(kRanks);
  Keys* keys_ = Keys::make();
  transport::FaultPlan plan_;
  std::unique_ptr<transport::MockFabric> fabric_;
  std::unique_ptr<RmaRank> ranks_[kRanks];
  std::vector<std::byte> memory_;
  const Region* region_ = nullptr;
  Target target_;
  std::string why_;
};

TEST_F(OverMock, AtOnce) {
  open({});
  works();
  EXPECT_EQ(fabric_->counts(0).puts, 1U);
  EXPECT_EQ(fabric_->counts(0).atomics, 2U);
}

TEST_F(OverMock, WithTicketsThatTakeTime) {
  open({.pending_tests = 5});
  works();
  EXPECT_EQ(fabric_->counts(0).puts, 1U);
}

// A put is not visible before the flush.
TEST_F(OverMock, AFlushMakesPutsVisible) {
  open({.late_puts = true});
  const std::vector<std::byte> sent = pattern(64, 9);
  EXPECT_EQ(put(sent), Code::kOk);
  EXPECT_FALSE(there(sent));
  EXPECT_EQ(flush(), Code::kOk);
  EXPECT_TRUE(there(sent));
  EXPECT_EQ(fabric_->counts(0).flushes, 1U);
  EXPECT_EQ(flush(), Code::kOk);
  EXPECT_EQ(fabric_->counts(0).flushes, 1U) << "nothing was there to flush";
}

TEST_F(OverMock, ServedWhereThereIsNoOtherWay) {
  open({.max_send = 300, .one_sided = false});
  works();
  EXPECT_EQ(fabric_->counts(0).puts + fabric_->counts(0).atomics, 0U);
  EXPECT_GT(fabric_->counts(0).sends, 8U);
}

TEST_F(OverMock, ServedWhereTheTransportIsFull) {
  open({.max_send = 300, .inbox_messages = 1, .one_sided = false, .full_sends = 7});
  works();
}

// Layouts and accumulates are served in parts that fit small messages, in the order of their calls.
TEST_F(OverMock, PartsOfLayoutsAndAccumulatesAreServed) {
  open({.max_send = 300, .inbox_messages = 1, .one_sided = false, .full_sends = 3});
  EXPECT_FALSE(target_.executes_here());
  const Layout byte = Layout::bytes(1);
  Layout every = Layout::bytes(0);
  ASSERT_TRUE(Layout::vector(byte, 500, 1, 3, &every).is_ok());
  std::vector<std::byte> sent = pattern(500, 4);
  std::vector<std::byte> old(500);
  std::vector<std::byte> back(500);
  const RemoteBuffer there{40, 1, &every};
  const Buffer result{old.data(), 500, &byte};
  Call calls[4];
  at(0).rma.put(target_, Buffer{sent.data(), 500, &byte}, there, &calls[0]);
  EXPECT_EQ(over(calls[0]), Code::kOk) << why_;
  const Accumulation sum{AccumulateOp::kSum, base::Element::kUint8, 1};
  at(0).rma.accumulate(target_, sum, {sent.data(), 500, &byte}, nullptr, there, &calls[1]);
  at(0).rma.accumulate(target_, sum, {sent.data(), 500, &byte}, &result, there, &calls[2]);
  EXPECT_EQ(over(calls[2]), Code::kOk) << why_;
  EXPECT_TRUE(calls[1].done());
  at(0).rma.get(target_, Buffer{back.data(), 500, &byte}, there, &calls[3]);
  EXPECT_EQ(over(calls[3]), Code::kOk) << why_;
  for (std::size_t i = 0; i < 500; ++i) {
    const auto value = static_cast<unsigned>(sent[i]);
    EXPECT_EQ(old[i], static_cast<std::byte>(2 * value));
    EXPECT_EQ(back[i], static_cast<std::byte>(3 * value));
    EXPECT_EQ(memory_[41 + 3 * i], std::byte{0});
  }
}

// Whatever fails, the operation continues by another method, and one warning is printed.
TEST_F(OverMock, FailuresGoTheWayOfMessages) {
  open({}, "mock.put,mock.get,mock.atomic");
  works();
  EXPECT_EQ(fabric_->counts(0).puts + fabric_->counts(0).gets + fabric_->counts(0).atomics, 0U);
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_NE(said_[0].find("PENSTOCK_FAULT"), std::string::npos) << said_[0];
}

TEST_F(OverMock, AWayThatCannotBeRegisteredOrAttachedIsNone) {
  open({}, "mock.register");
  works();
  EXPECT_EQ(fabric_->counts(0).puts, 0U);
}

TEST_F(OverMock, AWayThatCannotBeAttachedIsNone) {
  open({}, "mock.attach");
  works();
  EXPECT_EQ(fabric_->counts(0).puts, 0U);
}

TEST_F(OverMock, AFailedFlushIsToldAndTriedAgain) {
  open({.late_puts = true}, "mock.flush:1");
  const std::vector<std::byte> sent = pattern(64, 9);
  EXPECT_EQ(put(sent), Code::kOk);
  EXPECT_EQ(flush(), Code::kTransport);
  EXPECT_NE(why_.find("PENSTOCK_FAULT"), std::string::npos) << why_;
  EXPECT_FALSE(there(sent));
  EXPECT_EQ(flush(), Code::kOk);
  EXPECT_TRUE(there(sent));
}

// The owner checks each request itself: a false request of an origin reaches nothing.
TEST_F(OverMock, TheOwnerBelievesNoRequest) {
  open({.one_sided = false});
  const std::vector<std::byte> before = memory_;
  RmaRank& owner = at(1);
  Request wanted;
  wanted.kind = kRmaPut;
  wanted.number = region_->number;
  wanted.generation = region_->generation;
  std::vector<std::byte> payload(16, std::byte{1});
  const auto ask = [&](std::size_t header = sizeof(Request)) {
    owner.rma.arrived(0, wanted.kind, wire::bytes_of(wanted).first(header), payload);
  };
  for (const std::uint64_t offset : {std::uint64_t{4090}, std::uint64_t{4097}, ~std::uint64_t{0}}) {
    wanted.offset = offset;
    wanted.bytes = 16;
    ask();
  }
  wanted.offset = 0;
  wanted.bytes = 8;  // differs from the payload
  ask();
  ask(31);
  wanted.bytes = 16;
  ++wanted.generation;
  ask();
  --wanted.generation;
  wanted.kind = kRmaAtomic;
  ask();
  wanted.kind = kRmaGet;
  wanted.bytes = ~std::uint32_t{0};
  ask();
  wanted.kind = wire::Kind{79};
  ask();
  EXPECT_EQ(memory_, before);
  while (fabric_->waiting(0) + fabric_->waiting(1) != 0) EXPECT_TRUE(at(0).progress() && at(1).progress());
}

// Extents of lists are checked against the region one by one, and against the length of the payload.
TEST_F(OverMock, TheOwnerBelievesNoList) {
  open({.one_sided = false});
  const std::vector<std::byte> before = memory_;
  Request wanted;
  wanted.number = region_->number;
  wanted.generation = region_->generation;
  const auto ask = [&](wire::Kind kind, const ListHead& head, const std::vector<Extent>& extents, std::uint32_t bytes,
                       std::size_t sent) {
    std::vector<std::byte> payload(sizeof head + extents.size() * sizeof(Extent) + sent, std::byte{1});
    std::memcpy(payload.data(), &head, sizeof head);
    if (!extents.empty()) std::memcpy(payload.data() + sizeof head, extents.data(), extents.size() * sizeof(Extent));
    wanted.kind = kind;
    wanted.bytes = bytes;
    at(1).rma.arrived(0, kind, wire::bytes_of(wanted), payload);
  };
  ListHead head;
  head.extents = 1;
  head.op = static_cast<std::uint8_t>(AccumulateOp::kSum);
  head.element = static_cast<std::uint8_t>(base::Element::kUint64);
  head.element_bytes = 8;
  for (const wire::Kind kind : {kRmaPutList, kRmaGetList, kRmaAccumulate}) {
    ask(kind, head, {{4090, 16}}, 16, 16);
    ask(kind, head, {{~std::uint64_t{0} - 7, 16}}, 16, 16);
    ask(kind, head, {{0, 16}}, 8, 8);   // differs from the request
    ask(kind, head, {{0, 16}}, 16, 3);  // differs from the payload
    ask(kind, head, {}, 16, 8);         // fewer extents than the head says
  }
  ListHead lie = head;
  lie.element_bytes = 7;
  ask(kRmaAccumulate, lie, {{0, 16}}, 16, 16);
  lie = head;
  lie.op = 77;
  ask(kRmaAccumulate, lie, {{0, 16}}, 16, 16);
  lie = head;
  lie.element = 200;
  ask(kRmaAccumulate, lie, {{0, 16}}, 16, 16);
  lie = head;
  lie.flags = kCompares;  // a sum cannot compare
  ask(kRmaAccumulate, lie, {{0, 16}}, 16, 32);
  EXPECT_EQ(memory_, before);
  ask(kRmaAccumulate, head, {{0, 16}}, 16, 16);
  EXPECT_NE(memory_, before);
  while (fabric_->waiting(0) + fabric_->waiting(1) != 0) EXPECT_TRUE(at(0).progress() && at(1).progress());
}

// The owner is asked whether a target is registered when it is attached; the target may be detached before the answer comes.
TEST_F(OverMock, TheAnswerToATargetThatIsDetachedIsExpected) {
  open({.one_sided = false});
  Target other;
  ASSERT_TRUE(at(0).rma.attach(1, at(0).shown(), &other).is_ok());
  at(0).rma.detach(&other);
  works();
  EXPECT_TRUE(said_.empty()) << said_.front();
}

// Calls under way end when the peer is lost; none waits for ever.
TEST_F(OverMock, ALostPeerEndsItsCalls) {
  open({.one_sided = false});
  const std::vector<std::byte> sent = pattern(64, 9);
  Call call;
  Call flush;
  at(0).rma.put(target_, contiguous(0, sent.data(), 64), &call);
  at(0).rma.flush(1, &flush);
  const Layout byte = Layout::bytes(1);
  Call adds[2];
  for (Call& add : adds) {
    at(0).rma.accumulate(target_, {AccumulateOp::kReplace, base::Element::kUint8, 1},
                         {const_cast<std::byte*>(sent.data()), 64, &byte}, nullptr, {0, 64, &byte}, &add);
  }
  EXPECT_FALSE(call.done() || flush.done() || adds[0].done() || adds[1].done());
  at(0).rma.lost(1, Status::error(Code::kPeerLost, "rank 1 is gone"));
  EXPECT_EQ(over(call), Code::kPeerLost);
  EXPECT_EQ(over(flush), Code::kPeerLost);
  for (Call& add : adds) EXPECT_EQ(over(add), Code::kPeerLost);
  while (fabric_->waiting(0) + fabric_->waiting(1) != 0) {
    EXPECT_TRUE(at(1).progress());
    EXPECT_TRUE(at(0).progress());
  }
}

}  // namespace
}  // namespace penstock::proto::rma
