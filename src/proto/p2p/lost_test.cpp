// A rank is lost: checks which operations end, with which error, and which go on.
#include <gtest/gtest.h>

#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;

const Layout kByte = Layout::bytes(1);
constexpr Context kContext = 9;

// The job has ranks 0, 1 and 2; rank 0 loses rank 1.
class Lost : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  Lost() : job_(options()) {}
  void SetUp() override { ASSERT_TRUE(job_.status().is_ok()) << job_.status().message(); }
  void TearDown() override { job_.abandon(); }
  static JobOptions options() {
    JobOptions options;
    options.size = 3;
    options.mock = true;
    options.mock_options.flags = GetParam();
    return options;
  }
  Operation* send(int from, int to, std::vector<std::byte>& memory, int tag = 5) {
    return begun_.emplace_back(job_.send(from, {memory.data(), memory.size(), &kByte}, to, tag, kContext)).get();
  }
  Operation* receive(int at, int from, std::vector<std::byte>& memory, int tag = 5) {
    return begun_.emplace_back(job_.recv(at, {memory.data(), memory.size(), &kByte}, from, tag, kContext)).get();
  }
  void rounds(int count) {
    for (int i = 0; i < count; ++i) job_.progress_all();
  }
  void lose() {
    job_.fabric().options(0).lose = 1;
    job_.engine(0).progress().poll();
  }
  static void expect_lost(const Operation* operation, const char* what) {
    ASSERT_TRUE(operation->done()) << what;
    EXPECT_EQ(operation->status().code(), Code::kPeerLost) << what;
    EXPECT_NE(operation->status().message().find("rank 1"), std::string_view::npos) << what;
  }

  MockJob job_;
  std::vector<testing::Op> begun_;
};

INSTANTIATE_TEST_SUITE_P(Ways, Lost,
                         ::testing::Values(transport::kCanSend, transport::kCanSend | transport::kCanStream,
                                           transport::kCanSend | transport::kHasStaging,
                                           transport::kCanSend | transport::kCanGet));

TEST_P(Lost, WhatIsUnderWayEnds) {
  std::vector<std::byte> small(8);
  std::vector<std::byte> large(100'000);
  std::vector<std::byte> another(100'000);
  const Operation* const waits = receive(0, 1, small);
  const Operation* const any = receive(0, kAnySource, large, 6);
  const Operation* const announced = send(0, 1, another, 7);
  rounds(10);
  EXPECT_FALSE(waits->done() || any->done() || announced->done());
  lose();
  expect_lost(waits, "a receive from it");
  expect_lost(any, "a receive from any source");
  expect_lost(announced, "a large send to it");
}

// The receiver has asked for the bytes, but they never come.
TEST_P(Lost, WhatHasBegunToMoveEnds) {
  std::vector<std::byte> from(100'000);
  std::vector<std::byte> to(100'000);
  const Operation* const sent = send(1, 0, from);
  const Operation* const received = receive(0, 1, to);
  job_.engine(0).progress().poll();
  if (received->done()) return;  // pulled in the round in which it was announced
  lose();
  expect_lost(received, "a receive that was matched");
  EXPECT_FALSE(sent->done());
}

TEST_P(Lost, WhatComesLaterEndsAtOnce) {
  lose();
  std::vector<std::byte> memory(8);
  expect_lost(receive(0, 1, memory), "a receive from it");
  Result result;
  EXPECT_FALSE(job_.engine(0).messages().probe(1, 5, kContext, &result));
  ASSERT_NE(job_.engine(0).membership().loss_of(1), nullptr);
  EXPECT_EQ(job_.engine(0).membership().loss_of(1)->code(), Code::kPeerLost);
  EXPECT_NE(job_.engine(0).membership().loss_of(kAnySource), nullptr);
  EXPECT_EQ(job_.engine(0).membership().loss_of(2), nullptr);
  EXPECT_EQ(job_.engine(2).membership().loss_of(1), nullptr) << "that rank has heard of nothing";
}

TEST_P(Lost, WhatHadComeIsReceived) {
  std::vector<std::byte> from{std::byte{1}, std::byte{2}};
  std::vector<std::byte> to(2);
  send(1, 0, from);
  rounds(10);
  lose();
  const Operation* const received = receive(0, 1, to);
  ASSERT_TRUE(job_.complete(*received));
  EXPECT_TRUE(received->status().is_ok()) << received->status().message();
  EXPECT_EQ(to, from);
}

TEST_P(Lost, OthersGoOn) {
  lose();
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{100'000}}) {
    std::vector<std::byte> from(bytes, std::byte{7});
    std::vector<std::byte> to(bytes);
    const Operation* const received = receive(0, kAnySource, to);
    const Operation* const sent = send(2, 0, from);
    ASSERT_TRUE(job_.complete(*received) && job_.complete(*sent));
    EXPECT_TRUE(received->status().is_ok()) << received->status().message();
    EXPECT_EQ(to, from);
  }
}

// Senders of promises are notified that no answer comes, and no further promise can be made.
TEST_P(Lost, PromisesAreNotAnswered) {
  class Heard final : public PromiseListener {
   public:
    void promise_taken(int /*peer*/, Context /*data*/) override { ADD_FAILURE() << "taken"; }
    void promise_place_free(int /*peer*/, Context /*data*/) override { ADD_FAILURE() << "free"; }
    void list_awaited(std::vector<int>* /*out*/) const override {}
    void promises_lost(int peer, const Status& why) override {
      EXPECT_EQ(why.code(), Code::kPeerLost);
      peers.push_back(peer);
    }
    std::vector<int> peers;
  } heard;
  EarlyMatching& matching = job_.engine(0).early_matching();
  matching.listen(&heard);
  Context data = 0;
  EXPECT_TRUE(matching.promise(1, 5, kContext, 8, {3, 9}, &data).is_ok());
  lose();
  EXPECT_EQ(heard.peers, std::vector<int>{1});
  EXPECT_EQ(matching.promise(1, 5, kContext, 8, {4, 9}, &data).code(), Code::kPeerLost);
  matching.listen(nullptr);
}

TEST_P(Lost, IsToldOnce) {
  lose();
  lose();
  int told = 0;
  for (const std::string& line : job_.at(0).warnings()) told += line.find("rank 1 is lost") != std::string::npos ? 1 : 0;
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace penstock::proto
