#include "transport/hook/hook.hpp"

#include <gtest/gtest.h>

#include "transport/mock/mock.hpp"
#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

FaultPlan plan_of(std::string_view text) {
  FaultPlan plan;
  const Status status = parse_faults(text, &plan);
  EXPECT_TRUE(status.is_ok()) << status.message();
  return plan;
}

TEST(Faults, ReadsItsGrammar) {
  const FaultPlan plan = plan_of("shm.get:2+,send@1:10%3=full,trace,*.can_put,put:4=fail");
  ASSERT_EQ(plan.rules.size(), 4U);
  EXPECT_TRUE(plan.trace);
  EXPECT_EQ(plan.rules[0].transport, "shm");
  EXPECT_EQ(plan.rules[0].verb, Verb::kGet);
  EXPECT_EQ(plan.rules[0].first, 2U);
  EXPECT_EQ(plan.rules[0].rank, -1);
  EXPECT_EQ(plan.rules[1].transport, "");
  EXPECT_EQ(plan.rules[1].rank, 1);
  EXPECT_EQ(plan.rules[1].every, 3U);
  EXPECT_EQ(plan.rules[1].action, FaultAction::kFull);
  EXPECT_EQ(plan.rules[2].transport, "");
  EXPECT_EQ(plan.rules[2].verb, Verb::kMayPut);
  EXPECT_EQ(plan.rules[3].every, 0U);
  EXPECT_TRUE(plan_of("").rules.empty());
  const FaultPlan files = plan_of("io.write@2:3=short,open=eacces,io.sync");
  ASSERT_EQ(files.rules.size(), 3U);
  EXPECT_EQ(files.rules[0].transport, "io");
  EXPECT_EQ(files.rules[0].verb, Verb::kWrite);
  EXPECT_EQ(files.rules[0].action, FaultAction::kShort);
  EXPECT_EQ(files.rules[1].action, FaultAction::kForbidden);
  EXPECT_EQ(files.rules[2].action, FaultAction::kFail);
}

TEST(Faults, StrikesWhenItSays) {
  const auto calls = [](std::string_view when) {
    std::vector<int> out;
    const FaultPlan plan = plan_of(fmt::format("get{}", when));
    for (int call = 1; call <= 9; ++call) {
      if (plan.rules[0].strikes(static_cast<std::uint64_t>(call))) out.push_back(call);
    }
    return out;
  };
  EXPECT_EQ(calls(""), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(calls(":3"), (std::vector<int>{3}));
  EXPECT_EQ(calls(":7+"), (std::vector<int>{7, 8, 9}));
  EXPECT_EQ(calls(":2%3"), (std::vector<int>{2, 5, 8}));
}

TEST(Faults, NamesWhatItCannotRead) {
  for (const std::string_view text : {"sned",       "shm.",       "get:0",      "get:",      "get:x",
                                      "get:1%0",    "get:1%",     "get=full",   "get=maybe", "write=full",
                                      "send=short", "sync=short", "get=enospc", "send@",     "send@-1",
                                      "send@x",     ".",          ",",          "send,,get", "get:99999999999999999999"}) {
    FaultPlan plan;
    const Status status = parse_faults(text, &plan);
    EXPECT_EQ(status.code(), Code::kConfig) << text;
    EXPECT_NE(status.message().find("PENSTOCK_FAULT"), std::string_view::npos) << text;
    EXPECT_TRUE(plan.rules.empty());
  }
}

class HookTest : public ::testing::Test {
 protected:
  std::unique_ptr<Hook> hook(int rank, std::string_view faults) {
    const Environment environment{config_, log_, accel_, addresses_, rank, 2};
    return make_hook(environment, plan_of(faults), fabric_.endpoint(rank));
  }
  Board* board_ = Board::make(2);
  Config config_;
  Log log_{base::Level::kInfo};
  NoGpu accel_;
  BoardAddresses addresses_{*board_, 2};
  MockFabric fabric_{2};
  Status why_;
};

TEST_F(HookTest, FaultsHitTheNamedCallsOfTheNamedRank) {
  const auto zero = hook(0, "mock.send@0:2=full,mock.send@0:3,send@1,other.send");
  EXPECT_EQ(zero->send(1, {}, {}, &why_), Outcome::kDone);
  EXPECT_EQ(zero->send(1, {}, {}, &why_), Outcome::kFull);
  EXPECT_EQ(zero->send(1, {}, {}, &why_), Outcome::kError);
  EXPECT_EQ(why_.code(), Code::kTransport);
  EXPECT_NE(why_.message().find("call 3 of send"), std::string_view::npos);
  EXPECT_EQ(zero->send(1, {}, {}, &why_), Outcome::kDone);
  EXPECT_EQ(zero->counts().calls[0], 4U);
  EXPECT_EQ(zero->counts().faults[0], 2U);
  EXPECT_EQ(fabric_.waiting(1), 2U);
  EXPECT_EQ(hook(1, "mock.send@0,send@1")->send(0, {}, {}, &why_), Outcome::kError);
}

TEST_F(HookTest, BulkAndProgressFaults) {
  const auto zero = hook(0, "get:1,can_get:2,put,progress:1");
  std::uint64_t from = 5;
  std::uint64_t to = 0;
  Bulk bulk;
  bulk.remote_shape = {.base = reinterpret_cast<std::uint64_t>(&from), .block = 8};
  bulk.local_shape = {.base = reinterpret_cast<std::uint64_t>(&to), .block = 8};
  bulk.bytes = 8;
  Cost cost;
  BulkHandle handle;
  EXPECT_TRUE(zero->can_get(1, bulk, &cost));
  EXPECT_FALSE(zero->can_get(1, bulk, &cost));
  EXPECT_EQ(zero->get(1, bulk, &handle).code(), Code::kTransport);
  EXPECT_EQ(to, 0U);
  EXPECT_TRUE(zero->get(1, bulk, &handle).is_ok());
  EXPECT_EQ(to, 5U);
  EXPECT_EQ(zero->put(1, bulk, &handle).code(), Code::kTransport);
  EXPECT_EQ(zero->counts().bulk_bytes, 8U);
  struct : Sink {
    void deliver(int, std::span<const std::byte>, std::span<const std::byte>) override {}
    void lost(int, Status&&) override {}
  } sink;
  int delivered = 0;
  EXPECT_EQ(zero->progress(sink, &delivered).code(), Code::kTransport);
  EXPECT_TRUE(zero->progress(sink, &delivered).is_ok());
}

TEST_F(HookTest, TraceSaysEachCall) {
  std::vector<std::string> lines;
  log_.set_sink([&](base::Level, std::string_view line) { lines.emplace_back(line); });
  const auto zero = hook(0, "trace,send:2");
  const std::vector<std::byte> payload(10);
  EXPECT_EQ(zero->send(1, {}, payload, &why_), Outcome::kDone);
  EXPECT_EQ(zero->send(1, {}, payload, &why_), Outcome::kError);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("mock.send 1: rank 1, 10 bytes"), std::string::npos);
  EXPECT_NE(lines[1].find("fault injected"), std::string::npos);
}

// The list of transports wraps every transport in a hook, and refuses faults that it cannot parse.
TEST_F(HookTest, ListFollowsTheTunable) {
  const Environment environment{config_, log_, accel_, addresses_, 0, 2};
  std::vector<std::unique_ptr<Transport>> all;
  ASSERT_TRUE(make_transports(environment, &all).is_ok());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0]->name(), "self");
  EXPECT_EQ(all[0]->send(0, {}, {}, &why_), Outcome::kDone);
  config_.fault = "self.send";
  ASSERT_TRUE(make_transports(environment, &all).is_ok());
  EXPECT_EQ(all[0]->send(0, {}, {}, &why_), Outcome::kError);
  config_.fault = "nonsense";
  EXPECT_EQ(make_transports(environment, &all).code(), Code::kConfig);
}

}  // namespace
}  // namespace penstock::transport
