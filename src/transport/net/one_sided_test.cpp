// The tests access memory of peers over UCX: each function of the plug-in by itself, and keys that the peer did not pack.
#include "transport/one_sided.hpp"

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "transport/net/testing.hpp"
#include "transport/registry.hpp"
#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::size_t kBytes = 1U << 20;

struct Keys {
  std::size_t bytes[2] = {};
  std::byte key[2][RemoteKey::kMostBytes];
  std::atomic<int> met[32] = {};
};

// Deaf is a sink that expects no messages.
class Deaf final : public Sink {
 public:
  void deliver(int, std::span<const std::byte>, std::span<const std::byte>) override {}
  void lost(int, Status&&) override {}
};

class NetRank {
 public:
  NetRank(const Environment& environment, Keys& keys) : keys_(keys), rank_(environment.rank) {
    transports_.push_back(make_net(environment));
  }
  Transport& transport() { return *transports_[0]; }
  // May be called after the addresses are published.
  bool open(const Environment& environment) {
    registry_ = std::make_unique<MemoryRegistry>(environment, transports_);
    memory.resize(kBytes);
    PENSTOCK_DEMAND(registry_->register_memory(memory.data(), kBytes, kUseAll, &mine).is_ok());
    std::vector<std::byte> key;
    PENSTOCK_DEMAND(registry_->key(*mine, 1 - rank_, &key).is_ok());
    keys_.bytes[rank_] = key.size();
    std::memcpy(keys_.key[rank_], key.data(), key.size());
    PENSTOCK_DEMAND(meet());
    const Status attached = registry_->attach(1 - rank_, shown(), &theirs);
    if (!attached.is_ok()) fmt::print(stderr, "{}\n", attached.message());
    PENSTOCK_DEMAND(attached.is_ok() && theirs.ways.size() == 1);
    return true;
  }
  bool close() {
    PENSTOCK_DEMAND(meet());
    MemoryRegistry::detach(&theirs);
    PENSTOCK_DEMAND(meet());
    registry_->deregister(mine);
    return meet() && until([&] { return transport().drained(); }) && meet();
  }
  template <typename Condition>
  bool until(const Condition& holds) {
    const std::uint64_t end = base::now_ns() + 30 * kSecond;
    Deaf deaf;
    while (!holds()) {
      int delivered = 0;
      PENSTOCK_DEMAND(transport().progress(deaf, &delivered).is_ok() && base::now_ns() < end);
      if (delivered == 0) sched_yield();
    }
    return true;
  }
  bool meet() {
    std::atomic<int>& here = keys_.met[meetings_++];
    here.fetch_add(1);
    return until([&] { return here.load() == 2; });
  }
  // Waits until the operation that a call began is over, and checks its success.
  bool over(Status&& status, Begun* begun) {
    if (!status.is_ok()) fmt::print(stderr, "{}\n", status.message());
    PENSTOCK_DEMAND(status.is_ok());
    if (begun->completion != Completion::kPending) return true;
    bool done = false;
    return until([&] {
             status = way().way->test(&begun->ticket, &done);
             return done;
           }) &&
           status.is_ok();
  }
  [[nodiscard]] const Remote& way() const { return theirs.ways[0]; }
  [[nodiscard]] std::span<const std::byte> shown() const { return {keys_.key[1 - rank_], keys_.bytes[1 - rank_]}; }
  [[nodiscard]] int rank() const { return rank_; }
  MemoryRegistry& registry() { return *registry_; }

  std::vector<std::byte> memory;
  const Region* mine = nullptr;
  Attachment theirs;

 private:
  Keys& keys_;
  int rank_;
  int meetings_ = 0;
  std::vector<std::unique_ptr<Transport>> transports_;
  std::unique_ptr<MemoryRegistry> registry_;
};

bool run(const std::function<bool(NetRank& me)>& body) {
  Board* const board = Board::make(2);
  void* const shared = mmap(nullptr, sizeof(Keys), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Keys* const keys = new (shared) Keys;
  return run_processes(2, [&](int rank) {
    NoGpu accel;
    const Config config = far_config(rank);
    Log log(base::Level::kInfo, rank);
    BoardAddresses worker_addresses(*board, 2);
    const Environment environment{config, log, accel, worker_addresses, rank, 2};
    NetRank me(environment, *keys);
    WorkerAddress worker_address;
    PENSTOCK_DEMAND(me.transport().publish(&worker_address).is_ok());
    worker_addresses.publish(rank, worker_address);
    board->barrier(2);
    return me.open(environment) && body(me) && me.close();
  });
}

TEST(NetOneSided, PutFlushGet) {
  EXPECT_TRUE(run([](NetRank& me) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, kBytes - 8}) {
      std::vector<std::byte> sent(bytes, static_cast<std::byte>(0x40 + me.rank()));
      std::vector<std::byte> back(bytes);
      Begun begun;
      PENSTOCK_DEMAND(me.over(me.way().way->put(me.way(), contiguous(8, sent.data(), bytes), &begun), &begun));
      PENSTOCK_DEMAND(me.over(me.way().way->fence(1 - me.rank()), &begun));
      PENSTOCK_DEMAND(me.over(me.way().way->flush(1 - me.rank(), &begun), &begun));
      PENSTOCK_DEMAND(me.meet());
      PENSTOCK_DEMAND(me.memory[8] == static_cast<std::byte>(0x41 - me.rank()) && me.memory[7 + bytes] == me.memory[8]);
      PENSTOCK_DEMAND(me.over(me.way().way->get(me.way(), contiguous(8, back.data(), bytes), &begun), &begun));
      PENSTOCK_DEMAND(back == sent);
    }
    return true;
  }));
}

TEST(NetOneSided, EachAtomicOperation) {
  EXPECT_TRUE(run([](NetRank& me) {
    for (const std::uint8_t width : {std::uint8_t{4}, std::uint8_t{8}}) {
      const std::uint64_t offset = 64 + 16 * std::uint64_t{width};
      std::uint64_t word = 0;
      const auto run_one = [&](AtomicOp op, std::uint64_t operand, std::uint64_t compare, std::uint64_t expected) {
        std::uint64_t old = 0;
        Begun begun;
        PENSTOCK_DEMAND(me.way().atomics.has(op, width));
        PENSTOCK_DEMAND(me.over(me.way().way->atomic(me.way(), {op, width, offset, operand, compare, &old}, &begun), &begun));
        if (old != word) fmt::print(stderr, "operation {} of {}: {} in place of {}\n", static_cast<int>(op), width, old, word);
        PENSTOCK_DEMAND(old == word);
        word = expected;
        return true;
      };
      PENSTOCK_DEMAND(run_one(AtomicOp::kAdd, 0x1234, 0, 0x1234));
      PENSTOCK_DEMAND(run_one(AtomicOp::kOr, 0xff, 0, 0x12ff));
      PENSTOCK_DEMAND(run_one(AtomicOp::kAnd, 0xff0, 0, 0x2f0));
      PENSTOCK_DEMAND(run_one(AtomicOp::kXor, 0xf, 0, 0x2ff));
      PENSTOCK_DEMAND(run_one(AtomicOp::kSwap, 77, 0, 77));
      PENSTOCK_DEMAND(run_one(AtomicOp::kCompareSwap, 5, 76, 77));
      PENSTOCK_DEMAND(run_one(AtomicOp::kCompareSwap, 5, 77, 5));
      PENSTOCK_DEMAND(run_one(AtomicOp::kFetch, 9, 0, 5));
      PENSTOCK_DEMAND(run_one(AtomicOp::kFetch, 9, 0, 5));
    }
    Begun begun;
    PENSTOCK_DEMAND(!me.way().atomics.has(AtomicOp::kMin, 8) && !me.way().atomics.has(AtomicOp::kAdd, 2));
    std::uint64_t old = 0;
    const Status none = me.way().way->atomic(me.way(), {AtomicOp::kMin, 8, 64, 1, 0, &old}, &begun);
    PENSTOCK_DEMAND(none.code() == Code::kUnsupported);
    PENSTOCK_DEMAND(me.way().way->atomic(me.way(), {AtomicOp::kAdd, 8, 68, 1, 0, &old}, &begun).code() == Code::kArg);
    return true;
  }));
}

TEST(NetOneSided, WhatIsNotTheKeyIsRefused) {
  EXPECT_TRUE(run([](NetRank& me) {
    const std::vector<std::byte> good(me.shown().begin(), me.shown().end());
    RemoteKey key;
    PENSTOCK_DEMAND(RemoteKey::unpack(good, &key).is_ok());
    const std::span<const std::byte> part = key.ways.find("net");
    for (std::size_t at = 0; at < part.size(); ++at) {
      std::vector<std::byte> bent(part.begin(), part.end());
      bent[at] ^= std::byte{0x10};
      for (const auto& lie : {std::span<const std::byte>(bent), part.first(at)}) {
        RemoteKey other;
        other.head = key.head;
        other.ways.add("net", lie);
        Attachment none;
        PENSTOCK_DEMAND(me.registry().attach(1 - me.rank(), other.pack(), &none).code() == Code::kProtocol);
      }
    }
    Begun begun;
    std::byte byte{};
    PENSTOCK_DEMAND(me.way().way->put(me.way(), contiguous(kBytes, &byte, 1), &begun).code() == Code::kArg);
    PENSTOCK_DEMAND(me.way().way->get(me.way(), contiguous(kBytes - 1, &byte, 2), &begun).code() == Code::kArg);
    return true;
  }));
}

}  // namespace
}  // namespace penstock::transport
