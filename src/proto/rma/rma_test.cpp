// A put and a get, a flush and a fetch-add between two ranks, over every transport of host memory; and the refused cases.
#include "proto/rma/rma.hpp"

#include <gtest/gtest.h>

#include "proto/rma/testing/ways.hpp"

namespace penstock::proto::rma {
namespace {

using namespace testing;
using transport::AtomicOp;
using transport::contiguous;
using transport::Environment;
using transport::kUseAll;
using transport::Move;
using transport::Region;
using transport::RemoteKey;

class EachWay : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const Way& way() const { return ways()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(All, EachWay, ::testing::Range<std::size_t>(0, ways().size()),
                         [](const auto& of) { return ways()[of.param].name; });

TEST_P(EachWay, PutFlushAndGet) {
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours));
    PENSTOCK_DEMAND((memory.theirs.direct() != nullptr) == way().direct);
    const std::uint64_t before = me.messages;
    for (const std::size_t bytes : {std::size_t{8}, std::size_t{1000}, kBytes - 64}) {
      const std::vector<std::byte> sent = pattern(bytes, me.rank());
      Call put;
      me.rma.put(memory.theirs, contiguous(64, sent.data(), bytes), &put);
      PENSTOCK_DEMAND(me.over(put) && me.flushed() && me.meet());
      const std::vector<std::byte> theirs = pattern(bytes, me.peer());
      PENSTOCK_DEMAND(std::memcmp(memory.base() + 64, theirs.data(), bytes) == 0);
      std::vector<std::byte> back(bytes);
      Call get;
      me.rma.get(memory.theirs, contiguous(64, back.data(), bytes), &get);
      PENSTOCK_DEMAND(me.over(get) && back == sent && me.meet());
    }
    PENSTOCK_DEMAND(me.messages - before >= way().served);
    return memory.close(me);
  }));
}

// Moves 70 blocks of 24 bytes, 100 bytes apart at the target and 40 bytes apart here.
TEST_P(EachWay, StridedBothSides) {
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours));
    const std::vector<std::byte> sent = pattern(70 * 40, me.rank());
    std::vector<std::byte> back(70 * 40);
    Move move;
    move.remote = {.base = 8, .block = 24, .dims = 1, .count = {70}, .stride = {100}};
    move.local = {.base = reinterpret_cast<std::uint64_t>(sent.data()), .block = 24, .dims = 1, .count = {70}, .stride = {40}};
    move.first = 5;
    move.bytes = 70 * 24 - 11;
    Call put;
    me.rma.put(memory.theirs, move, &put);
    PENSTOCK_DEMAND(me.over(put) && me.flushed());
    move.local.base = reinterpret_cast<std::uint64_t>(back.data());
    Call get;
    me.rma.get(memory.theirs, move, &get);
    PENSTOCK_DEMAND(me.over(get));
    for (std::size_t packed = 0; packed < 70 * 24; ++packed) {
      const std::size_t at = packed / 24 * 40 + packed % 24;
      const bool moved = packed >= 5 && packed < 70 * 24 - 6;
      PENSTOCK_DEMAND(back[at] == (moved ? sent[at] : std::byte{0}));
    }
    return memory.close(me);
  }));
}

// Begins more operations than an owner is asked to serve at once, so that it need not keep answers to all of them.
TEST_P(EachWay, ManyAtOnceTakeTurns) {
  constexpr std::size_t kMany = 1000;
  constexpr std::uint64_t kMostAsked = 64;
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours));
    const std::vector<std::byte> sent = pattern(16 * kMany, me.rank());
    std::vector<std::byte> back(sent.size());
    std::deque<Call> calls(2 * kMany);
    std::uint64_t before = me.posted;
    for (std::size_t i = 0; i < kMany; ++i) me.rma.put(memory.theirs, contiguous(16 * i, sent.data() + 16 * i, 16), &calls[i]);
    PENSTOCK_DEMAND(me.posted - before <= kMostAsked);
    PENSTOCK_DEMAND(me.flushed());
    for (std::size_t i = 0; i < kMany; ++i) PENSTOCK_DEMAND(me.over(calls[i]));
    before = me.posted;
    for (std::size_t i = kMany; i-- != 0;) {
      me.rma.get(memory.theirs, contiguous(16 * i, back.data() + 16 * i, 16), &calls[kMany + i]);
    }
    PENSTOCK_DEMAND(me.posted - before <= kMostAsked);
    for (std::size_t i = 0; i < kMany; ++i) PENSTOCK_DEMAND(me.over(calls[kMany + i]));
    PENSTOCK_DEMAND(back == sent);
    return memory.close(me);
  }));
}

// Both ranks add to one word of rank 0: no add is lost, and each old value is seen once.
TEST_P(EachWay, FetchAddLosesNothing) {
  constexpr std::uint64_t kTimes = 300;
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours));
    Target own;
    PENSTOCK_DEMAND(me.attach_own(*memory.mine, &own));
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < kTimes; ++i) {
      std::uint64_t old = 0;
      Call add;
      me.rma.atomic(me.rank() == 0 ? own : memory.theirs, {AtomicOp::kAdd, 8, 16, 1, 0, &old}, &add);
      PENSTOCK_DEMAND(me.over(add) && me.progress());
      PENSTOCK_DEMAND(i == 0 || old > last);
      last = old;
    }
    PENSTOCK_DEMAND(me.flushed() && me.meet());
    std::uint64_t sum = 0;
    std::memcpy(&sum, memory.base() + 16, sizeof sum);
    PENSTOCK_DEMAND(me.rank() == 1 || sum == 2 * kTimes);
    me.rma.detach(&own);
    return memory.close(me);
  }));
}

TEST_P(EachWay, WhatIsOutOfRangeOrNotAllowedIsRefused) {
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours, transport::kUseRead | transport::kUseAtomics));
    std::vector<std::byte> bytes(64);
    const auto get = [&](const Move& move, Code code) {
      Call call;
      me.rma.get(memory.theirs, move, &call);
      return me.over(call, code);
    };
    PENSTOCK_DEMAND(get(contiguous(kBytes - 64, bytes.data(), 64), Code::kOk));
    PENSTOCK_DEMAND(get(contiguous(kBytes - 63, bytes.data(), 64), Code::kArg));
    PENSTOCK_DEMAND(get(contiguous(~std::uint64_t{0} - 8, bytes.data(), 64), Code::kArg));
    Move backwards = contiguous(8, bytes.data(), 64);
    backwards.remote = {.base = 8, .block = 16, .dims = 1, .count = {4}, .stride = {-16}};
    PENSTOCK_DEMAND(get(backwards, Code::kArg));
    Call put;
    me.rma.put(memory.theirs, contiguous(0, bytes.data(), 8), &put);
    PENSTOCK_DEMAND(me.over(put, Code::kArg));
    Call crooked;
    me.rma.atomic(memory.theirs, {AtomicOp::kAdd, 8, 12, 1, 0, nullptr}, &crooked);
    PENSTOCK_DEMAND(me.over(crooked, Code::kArg));
    return memory.close(me);
  }));
}

// False keys are refused when they are attached, or by the owner.
TEST_P(EachWay, BadKeysAreRefused) {
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours));
    const std::vector<std::byte> good(me.shown().begin(), me.shown().end());
    Target none;
    for (std::size_t bytes = 0; bytes < good.size(); bytes += 1 + bytes / 40) {
      PENSTOCK_DEMAND(me.rma.attach(me.peer(), std::span(good).first(bytes), &none).code() == Code::kProtocol);
    }
    PENSTOCK_DEMAND(me.rma.attach(me.rank(), good, &none).code() == Code::kProtocol);  // it is another rank's key
    RemoteKey key;
    PENSTOCK_DEMAND(RemoteKey::unpack(good, &key).is_ok());
    const auto refused = [&](const RemoteKey& lie) {
      Target target;
      const Status attached = me.rma.attach(me.peer(), lie.pack(), &target);
      if (!attached.is_ok()) return attached.code() == Code::kProtocol;
      std::uint64_t word = 0;
      Call get;
      me.rma.get(target, contiguous(0, &word, 8), &get);
      const bool failed = me.over(get, Code::kProtocol);
      me.rma.detach(&target);
      return failed;
    };
    RemoteKey old = key;
    old.head.generation += 1000;
    PENSTOCK_DEMAND(refused(old));
    RemoteKey other = key;
    other.head.number = 77;
    PENSTOCK_DEMAND(refused(other));
    RemoteKey foreign = key;
    foreign.head.descriptor.owner.host += 1;
    PENSTOCK_DEMAND(refused(foreign));
    PENSTOCK_DEMAND(memory.close(me) && me.meet());
    PENSTOCK_DEMAND(refused(key));  // the memory is not registered any more
    return me.meet();
  }));
}

}  // namespace
}  // namespace penstock::proto::rma
