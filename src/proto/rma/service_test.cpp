// One-sided memory of the engines that a job makes: it is made at the first use, on either side, and destroyed with the engine;
// and words of shared memory that a rank sleeps on.
#include "proto/rma/service.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "proto/testing/mock_job.hpp"

namespace penstock::proto::rma {
namespace {

using proto::testing::JobOptions;
using proto::testing::MockJob;
using transport::kUseAll;
using transport::Region;

const Layout kWord = Layout::bytes(8);

Status over(Engine& engine, const Call& call) {
  engine.progress().wait_until([&] { return call.done(); });
  return call.status().clone();
}

class Engines : public ::testing::Test {
 protected:
  // Rank 1 attaches the memory that rank 0 registers.
  void open(MockJob& job, void* memory, std::uint64_t bytes) {
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    transport::MemoryRegistry& owner = job.engine(0).memory_registry();
    const Status made =
        memory == nullptr ? owner.allocate(bytes, kUseAll, &region_) : owner.register_memory(memory, bytes, kUseAll, &region_);
    ASSERT_TRUE(made.is_ok()) << made.message();
    std::vector<std::byte> key;
    ASSERT_TRUE(owner.key(*region_, 1, &key).is_ok());
    const Status attached = job.engine(1).rma().attach(0, key, &target_);
    ASSERT_TRUE(attached.is_ok()) << attached.message();
  }
  void close(MockJob& job) {
    job.engine(1).rma().detach(&target_);
    job.engine(0).memory_registry().deregister(region_);
  }

  const Region* region_ = nullptr;
  Target target_;
};

TEST_F(Engines, MoveAndOperate) {
  MockJob job({.size = 2});
  open(job, nullptr, 4096);
  ASSERT_NE(target_.direct(), nullptr);
  std::uint64_t value = 17;
  std::uint64_t old = 0;
  Call put;
  job.engine(1).rma().put(target_, Buffer{&value, 1, &kWord}, {8, 1, &kWord}, &put);
  ASSERT_TRUE(put.done() && put.status().is_ok());
  Call add;
  const Buffer result{&old, 1, &kWord};
  job.engine(1).rma().accumulate(target_, {AccumulateOp::kSum, base::Element::kUint64, 8}, {&value, 1, &kWord}, &result,
                                 {8, 1, &kWord}, &add);
  ASSERT_TRUE(add.done() && add.status().is_ok());
  EXPECT_EQ(old, 17U);
  EXPECT_EQ(reinterpret_cast<const std::uint64_t*>(region_->base)[1], 34U);
  close(job);
}

// The mock moves no memory itself, so the owner serves requests, even if it never used its own one-sided memory.
TEST_F(Engines, AnOwnerServesAsItsMessagesCome) {
  JobOptions of{.size = 2, .mock = true};
  of.mock_options.one_sided = false;
  MockJob job(of);
  std::vector<std::uint64_t> memory(64);
  open(job, memory.data(), 512);
  EXPECT_EQ(target_.direct(), nullptr);
  std::uint64_t value = 5;
  Call calls[100];
  for (Call& call : calls) {
    job.engine(1).rma().accumulate(target_, {AccumulateOp::kSum, base::Element::kUint64, 8}, {&value, 1, &kWord}, nullptr,
                                   {16, 1, &kWord}, &call);
  }
  Call flush;
  job.engine(1).rma().flush(0, &flush);
  const Status status = job.run([&](Engine& engine) {
    if (engine.rank() == 1) return over(engine, flush);
    engine.progress().wait_until([&] { return memory[2] == 500; });
    return Status::ok();
  });
  EXPECT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(memory[2], 500U);
  for (const Call& call : calls) EXPECT_TRUE(call.done() && call.status().is_ok());
  close(job);
}

TEST_F(Engines, ARequestForMemoryThatIsGoneIsRefused) {
  JobOptions of{.size = 2, .mock = true};
  of.mock_options.one_sided = false;
  MockJob job(of);
  std::uint64_t memory = 0;
  open(job, &memory, 8);
  Call get;
  std::uint64_t got = 1;
  job.engine(0).memory_registry().deregister(region_);
  job.engine(1).rma().get(target_, Buffer{&got, 1, &kWord}, {0, 1, &kWord}, &get);
  while (!get.done()) job.progress_all();
  EXPECT_EQ(get.status().code(), Code::kProtocol);
  job.engine(1).rma().detach(&target_);
}

// Two ranks hand a word to each other and sleep in between. A lost wake-up costs a sleep of 20 ms; half of the turns are
// over sooner, however busy the machine is.
TEST_F(Engines, ARingWakesWhoWaitsForAWord) {
  constexpr std::uint64_t kTurns = 400;
  constexpr std::uint64_t kLostRing = 20'000'000;
  MockJob job({.size = 2, .settings = {{"PENSTOCK_SPIN_US", "0"}}});
  open(job, nullptr, 64);
  std::atomic_ref<std::uint64_t> word(*reinterpret_cast<std::uint64_t*>(region_->base));
  std::vector<std::uint64_t> took;  // times of rank 0, one for each turn
  const Status status = job.run([&](Engine& engine) {
    std::uint64_t last = base::now_ns();
    for (std::uint64_t turn = static_cast<std::uint64_t>(engine.rank()); turn < 2 * kTurns; turn += 2) {
      engine.progress().wait_until([&] { return word.load(std::memory_order_acquire) == turn; });
      word.store(turn + 1, std::memory_order_release);
      engine.progress().ring(1 - engine.rank());
      if (engine.rank() == 0) took.push_back(base::now_ns() - std::exchange(last, base::now_ns()));
    }
    return Status::ok();
  });
  EXPECT_TRUE(status.is_ok());
  EXPECT_EQ(word.load(), 2 * kTurns);
  std::ranges::nth_element(took, took.begin() + kTurns / 2);
  EXPECT_LT(took[kTurns / 2], kLostRing);
  close(job);
}

}  // namespace
}  // namespace penstock::proto::rma
