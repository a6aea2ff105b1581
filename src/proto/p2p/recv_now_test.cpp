// Receives of messages that are in shared memory already: they complete immediately, and match no message of another receive.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>

#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;
using testing::Op;

const Layout kByte = Layout::bytes(1);
constexpr Context kContext = 9;

Buffer of(std::uint64_t& word) {
  return {&word, sizeof word, &kByte};
}

class RecvNow : public ::testing::Test {
 protected:
  RecvNow() : job_(JobOptions{}) {}
  // The receiver knows its sender's ring after the first message.
  void SetUp() override {
    ASSERT_TRUE(job_.status().is_ok()) << job_.status().message();
    send(0, 0);
    expect_later(0, 0);
  }

  void send(std::uint64_t word, int tag, SendMode mode = SendMode::kStandard) {
    sent_.push_back(word);
    sends_.push_back(job_.send(0, of(sent_.back()), 1, tag, kContext, mode));
  }
  bool recv_now(std::uint64_t* word, int tag, Result* result, int source = 0) {
    return job_.engine(1).messages().recv_now(of(*word), source, tag, kContext, result);
  }
  void expect_now(std::uint64_t wanted, int tag, int asked) {
    std::uint64_t word = 0;
    Result result;
    ASSERT_TRUE(recv_now(&word, asked, &result));
    EXPECT_EQ(word, wanted);
    EXPECT_EQ(result.source, 0);
    EXPECT_EQ(result.tag, tag);
    EXPECT_EQ(result.bytes, sizeof word);
    EXPECT_FALSE(result.cancelled);
  }
  void expect_not(int tag, int source = 0) {
    std::uint64_t word = 17;
    Result result;
    EXPECT_FALSE(recv_now(&word, tag, &result, source));
    EXPECT_EQ(word, 17U);
  }
  void expect_later(std::uint64_t wanted, int tag) {
    std::uint64_t word = 0;
    const Op receive = job_.recv(1, of(word), 0, tag, kContext);
    ASSERT_TRUE(job_.complete(*receive));
    EXPECT_TRUE(receive->status().is_ok()) << receive->status().message();
    EXPECT_EQ(word, wanted);
  }

  std::deque<std::uint64_t> sent_;  // values that the job's sends read, at stable addresses
  MockJob job_;
  std::vector<Op> sends_;
};

TEST_F(RecvNow, TakesWhatHasCome) {
  expect_not(5);
  send(1, 5);
  send(2, 6);
  expect_now(1, 5, 5);
  expect_now(2, 6, kAnyTag);
  expect_not(kAnyTag);
  const Census census = job_.engine(1).messages().census();
  EXPECT_EQ(census.posted, 0U);
  EXPECT_LE(census.most_unexpected, 1U) << "the first message";
  std::uint64_t messages = 0;
  for (const auto& row : job_.at(1).counters().rows()) messages += row.messages;
  EXPECT_EQ(messages, 3U);
}

TEST_F(RecvNow, LeavesWhatIsNotWanted) {
  send(1, 5);
  send(2, 6);
  expect_not(6);
  expect_not(5, 1);
  std::uint64_t word = 0;
  Result result;
  EXPECT_FALSE(job_.engine(1).messages().recv_now(of(word), 0, 5, kContext + 1, &result));
  expect_now(1, 5, 5);
  expect_now(2, 6, 6);
}

// Receives come after others that were posted before.
class RecvNowBehind : public RecvNow {
 protected:
  static constexpr std::size_t kEarlier = 16;  // a multiple of the number of receives between two looks
  void post_earlier() {
    for (std::size_t i = 0; i < kEarlier; ++i) {
      const bool any = i % 2 != 0;
      words_.push_back(0);
      earlier_.push_back(job_.recv(1, of(words_.back()), any ? kAnySource : 0, any ? kAnyTag : 5, kContext));
    }
  }
  void expect_earlier(std::size_t done) {
    for (std::size_t i = 0; i < kEarlier; ++i) {
      EXPECT_EQ(earlier_[i]->done(), i < done) << i;
      EXPECT_EQ(words_[i], i < done ? i + 1 : 0) << i;
    }
  }
  void TearDown() override {
    for (const Op& each : earlier_) {
      if (!each->done()) {
        EXPECT_TRUE(job_.engine(1).messages().cancel_recv(each.get()));
      }
    }
    earlier_.clear();
  }

  std::deque<std::uint64_t> words_;
  std::vector<Op> earlier_;
};

TEST_F(RecvNowBehind, EarlierReceivesComeFirst) {
  post_earlier();
  expect_not(5);
  for (std::uint64_t i = 1; i <= kEarlier + 1; ++i) send(i, 5);
  expect_now(kEarlier + 1, 5, 5);
  expect_earlier(kEarlier);
}

TEST_F(RecvNowBehind, EarlierReceivesEndWhereNothingIsLeft) {
  post_earlier();
  send(1, 5);
  send(2, 6);
  expect_not(5);
  expect_earlier(2);
}

TEST_F(RecvNow, KeptMessagesComeFirst) {
  send(1, 5);
  for (int i = 0; i < 10; ++i) job_.progress_all();
  ASSERT_EQ(job_.engine(1).messages().census().unexpected, 1U);
  send(2, 5);
  send(3, 6);
  expect_not(5);
  expect_later(1, 5);
  expect_now(2, 5, 5);
  expect_now(3, 6, 6);
}

TEST_F(RecvNow, LeavesWhatNeedsMore) {
  send(1, 5, SendMode::kSynchronous);
  expect_not(5);
  expect_later(1, 5);
  std::vector<std::byte> large(1 << 20, std::byte{3}), target(large.size());
  const Op sent = job_.send(0, {large.data(), large.size(), &kByte}, 1, 5, kContext);
  Result result;
  EXPECT_FALSE(job_.engine(1).messages().recv_now({target.data(), target.size(), &kByte}, 0, 5, kContext, &result));
  const Op received = job_.recv(1, {target.data(), target.size(), &kByte}, 0, 5, kContext);
  ASSERT_TRUE(job_.complete(*received) && job_.complete(*sent));
  EXPECT_EQ(target, large);
}

TEST_F(RecvNow, LeavesWhatIsTooLong) {
  send(1, 5);
  std::byte room[4] = {};
  Result result;
  EXPECT_FALSE(job_.engine(1).messages().recv_now({room, sizeof room, &kByte}, 0, 5, kContext, &result));
  const Op received = job_.recv(1, {room, sizeof room, &kByte}, 0, 5, kContext);
  ASSERT_TRUE(job_.complete(*received));
  EXPECT_EQ(received->status().code(), Code::kTruncate);
}

TEST_F(RecvNow, EveryLengthArrives) {
  std::vector<std::byte> source(4096), target(4096);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 7 + (i >> 8));
  for (std::size_t size = 0; size <= source.size(); size += size < 140 ? 1 : 97) {
    std::fill(target.begin(), target.end(), std::byte{0xee});
    const Op sent = job_.send(0, {source.data(), size, &kByte}, 1, 5, kContext);
    Result result;
    ASSERT_TRUE(job_.engine(1).messages().recv_now({target.data(), size, &kByte}, 0, 5, kContext, &result)) << size;
    EXPECT_EQ(result.bytes, size);
    EXPECT_TRUE(std::equal(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(size), target.begin())) << size;
    if (size < target.size()) {
      EXPECT_EQ(target[size], std::byte{0xee}) << size;
    }
  }
}

// Receives complete immediately, are posted, or match a kept message; in any case messages of a tag
// are received in the order of their sends.
TEST_F(RecvNow, OrderHoldsInAnyProgram) {
  std::mt19937 random(5);
  constexpr int kTags = 3, kMessages = 20000;
  struct Posted {
    std::uint64_t word = 0;
    std::uint64_t wanted = 0;
    Op receive;
  };
  std::deque<Posted> posted;
  std::uint64_t taken[kTags] = {}, named[kTags] = {};
  std::size_t at_once = 0;
  for (int i = 0; i < kMessages; ++i) {
    const int tag = static_cast<int>(random() % kTags);
    const auto t = static_cast<std::size_t>(tag);
    switch (random() % 12) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4: {
        sent_.push_back(named[t]++);
        const Op sent = job_.send(0, of(sent_.back()), 1, tag, kContext);
        ASSERT_TRUE(job_.complete(*sent));
        break;
      }
      case 5:
      case 6:
      case 7:
      case 8:
      case 9:
      case 10: {
        if (taken[t] >= named[t] && random() % 16 != 0) break;  // seldom before its message
        Posted& next = posted.emplace_back();
        next.wanted = taken[t]++;
        Result result;
        if (recv_now(&next.word, tag, &result)) {
          ASSERT_EQ(next.word, next.wanted);
          posted.pop_back();
          ++at_once;
        } else {
          next.receive = job_.recv(1, of(next.word), 0, tag, kContext);
        }
        break;
      }
      default: job_.progress_all();
    }
  }
  for (std::size_t t = 0; t < kTags; ++t) {
    for (; named[t] < taken[t]; ++named[t]) send(named[t], static_cast<int>(t));
    for (; taken[t] < named[t]; ++taken[t]) expect_later(taken[t], static_cast<int>(t));
  }
  for (const Posted& each : posted) {
    ASSERT_TRUE(job_.complete(*each.receive));
    ASSERT_EQ(each.word, each.wanted);
  }
  EXPECT_GT(at_once, 200U);
}

// A network, or another transport that cannot show arrived messages, refuses.
TEST(RecvNowElsewhere, IsRefused) {
  JobOptions options;
  options.mock = true;
  options.mock_options.flags = transport::kCanSend;
  MockJob job(options);
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  std::uint64_t out = 3, in = 0;
  const Op sent = job.send(0, of(out), 1, 5, kContext);
  Result result;
  EXPECT_FALSE(job.engine(1).messages().recv_now(of(in), 0, 5, kContext, &result));
  const Op received = job.recv(1, of(in), 0, 5, kContext);
  ASSERT_TRUE(job.complete(*received));
  EXPECT_EQ(in, 3U);
}

}  // namespace
}  // namespace penstock::proto
