// Tests the launcher's side of PMI-1, without processes.
#include "mpiexec/pmi_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace penstock::mpiexec {
namespace {

using testing::ElementsAre;

class Server : public testing::Test {
 protected:
  std::vector<std::string> say(int rank, std::string_view line) {
    sent_.clear();
    status_ = server_.handle(rank, line);
    return sent_;
  }
  void join_all() {
    for (int rank = 0; rank < 3; ++rank) say(rank, "cmd=init pmi_version=1 pmi_subversion=1");
  }

  std::vector<std::string> sent_;
  std::string aborted_;
  Status status_;
  PmiServer server_{
      {0, 4, 4},
      "kvs",
      [this](int rank, std::string_view line) { sent_.push_back(std::to_string(rank) + ":" + std::string(line)); },
      [this](int rank, int code, std::string_view why) { aborted_ = fmt::format("{} {} {}", rank, code, why); }};
};

TEST_F(Server, HandshakeAndStages) {
  EXPECT_EQ(server_.stage(1), PmiServer::Stage::kNew);
  EXPECT_THAT(say(1, "cmd=init pmi_version=1 pmi_subversion=1"),
              ElementsAre("1:cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"));
  EXPECT_EQ(server_.stage(1), PmiServer::Stage::kJoined);
  EXPECT_THAT(say(1, "cmd=get_maxes"), ElementsAre("1:cmd=maxes kvsname_max=256 keylen_max=256 vallen_max=8192\n"));
  EXPECT_THAT(say(1, "cmd=get_my_kvsname"), ElementsAre("1:cmd=my_kvsname kvsname=kvs\n"));
  EXPECT_THAT(say(1, "cmd=get_universe_size"), ElementsAre("1:cmd=universe_size rc=0 size=3\n"));
  EXPECT_THAT(say(1, "cmd=get_appnum"), ElementsAre("1:cmd=appnum rc=0 appnum=4\n"));
  EXPECT_THAT(say(1, "cmd=finalize"), ElementsAre("1:cmd=finalize_ack rc=0\n"));
  EXPECT_EQ(server_.stage(1), PmiServer::Stage::kLeft);
}

TEST_F(Server, PutAndGet) {
  join_all();
  EXPECT_THAT(say(0, "cmd=put kvsname=kvs key=a value=1=2"), ElementsAre("0:cmd=put_result rc=0 msg=success\n"));
  EXPECT_THAT(say(2, "cmd=get kvsname=kvs key=a"), ElementsAre("2:cmd=get_result rc=0 msg=success value=1=2\n"));
  EXPECT_THAT(say(2, "cmd=get kvsname=kvs key=b"), ElementsAre("2:cmd=get_result rc=-1 msg=key_not_found\n"));
  EXPECT_THAT(say(2, "cmd=put kvsname=kvs value=1"), ElementsAre("2:cmd=put_result rc=-1 msg=bad_length\n"));
  EXPECT_THAT(say(2, "cmd=put kvsname=kvs key=long value=" + std::string(9000, 'x')),
              ElementsAre("2:cmd=put_result rc=-1 msg=bad_length\n"));
}

TEST_F(Server, AGetThatWaitsIsAnsweredByThePut) {
  join_all();
  EXPECT_TRUE(say(2, "cmd=get kvsname=kvs key=late wait=1").empty());
  EXPECT_TRUE(say(1, "cmd=get kvsname=kvs key=late wait=1").empty());
  EXPECT_THAT(say(0, "cmd=put kvsname=kvs key=other value=1"), ElementsAre("0:cmd=put_result rc=0 msg=success\n"));
  EXPECT_THAT(say(0, "cmd=put kvsname=kvs key=late value=7"),
              ElementsAre("0:cmd=put_result rc=0 msg=success\n", "2:cmd=get_result rc=0 msg=success value=7\n",
                          "1:cmd=get_result rc=0 msg=success value=7\n"));
  EXPECT_THAT(say(0, "cmd=put kvsname=kvs key=late value=8"), ElementsAre("0:cmd=put_result rc=0 msg=success\n"));
  EXPECT_THAT(say(1, "cmd=get kvsname=kvs key=late wait=1"), ElementsAre("1:cmd=get_result rc=0 msg=success value=8\n"));
}

TEST_F(Server, BarrierOpensWhenAllAreIn) {
  join_all();
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_TRUE(say(2, "cmd=barrier_in").empty());
    EXPECT_TRUE(say(0, "cmd=barrier_in").empty());
    EXPECT_TRUE(say(0, "cmd=barrier_in").empty());  // a repeated request counts once
    EXPECT_EQ(server_.waiting(), 2);
    EXPECT_EQ(say(1, "cmd=barrier_in").size(), 3U);
    EXPECT_EQ(server_.waiting(), 0);
  }
}

TEST_F(Server, AbortCarriesCodeAndReason) {
  say(2, "cmd=abort exitcode=7 message=6f6f7073");
  EXPECT_EQ(aborted_, "2 7 oops");
  say(1, "cmd=abort exitcode=nonsense message=zz");
  EXPECT_EQ(aborted_, "1 1 ");
}

TEST_F(Server, WhatIsOutOfOrderIsRefused) {
  for (const char* line : {"cmd=put key=a value=b", "cmd=barrier_in", "cmd=spawn", "", "nonsense", "cmd=finalize"}) {
    EXPECT_TRUE(say(0, line).empty());
    EXPECT_EQ(status_.code(), Code::kProtocol) << line;
  }
}

TEST_F(Server, FuzzedLinesNeverHurt) {
  std::mt19937 random(9);
  const std::vector<std::string> words = {
      "cmd=init",   "cmd=put", "cmd=get", "cmd=abort", "cmd=barrier_in", "cmd=finalize", "key=a", "value=1", "exitcode=-1",
      "message=00", "=",       "x",       " ",         "cmd=",           "\x01"};
  for (int i = 0; i < 20000; ++i) {
    std::string line;
    for (unsigned n = random() % 6; n > 0; --n) line += words[random() % words.size()] + (random() % 4 != 0 ? " " : "");
    say(static_cast<int>(random() % 3), line);
    EXPECT_LT(server_.waiting(), 3);
  }
}

}  // namespace
}  // namespace penstock::mpiexec
