#include "proto/match/matcher.hpp"

#include <gtest/gtest.h>
#include <time.h>

#include <deque>
#include <random>
#include <vector>

namespace penstock::proto {
namespace {

struct Message : Unexpected {
  int number = 0;
};
struct Receive : Posted {
  int number = 0;
};

// Defines matching by two lists that are searched from the front.
class Model {
 public:
  int arrive(const Envelope& message, int number) {
    for (auto at = posted_.begin(); at != posted_.end(); ++at) {
      if (!fits(at->first, message)) continue;
      const int found = at->second;
      posted_.erase(at);
      return found;
    }
    unexpected_.emplace_back(message, number);
    return -1;
  }
  int receive(const Envelope& wanted, int number) {
    for (auto at = unexpected_.begin(); at != unexpected_.end(); ++at) {
      if (!fits(wanted, at->first)) continue;
      const int found = at->second;
      unexpected_.erase(at);
      return found;
    }
    posted_.emplace_back(wanted, number);
    return -1;
  }
  void withdraw(int number) {
    std::erase_if(posted_, [number](const auto& entry) { return entry.second == number; });
  }

 private:
  static bool fits(const Envelope& wanted, const Envelope& message) {
    return wanted.context == message.context && (wanted.source == kAnySource || wanted.source == message.source) &&
           (wanted.tag == kAnyTag || wanted.tag == message.tag);
  }
  std::vector<std::pair<Envelope, int>> posted_;
  std::vector<std::pair<Envelope, int>> unexpected_;
};

// Schedules are random, with few contexts, sources and tags, so that every kind of collision happens.
TEST(Matcher, RandomSchedulesMatchAsTheModelDoes) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    const auto upto = [&random](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    const int bias = upto(20, 80);
    Matcher matcher;
    Model model;
    std::deque<Message> messages;
    std::deque<Receive> receives;
    std::vector<Receive*> posted;
    for (int i = 0; i < 3000; ++i) {
      Envelope envelope{static_cast<std::uint64_t>(upto(1, 3)), upto(0, 4), upto(0, 3)};
      if (upto(0, 99) < bias) {
        Message& message = messages.emplace_back();
        message.envelope = envelope;
        message.number = i;
        Posted* taken = matcher.arrive(envelope);
        ASSERT_EQ(taken == nullptr ? -1 : static_cast<Receive*>(taken)->number, model.arrive(envelope, i));
        if (taken == nullptr) matcher.add_unexpected(message);
        std::erase(posted, static_cast<Receive*>(taken));
      } else {
        if (upto(0, 3) == 0) envelope.source = kAnySource;
        if (upto(0, 3) == 0) envelope.tag = kAnyTag;
        Receive& receive = receives.emplace_back();
        receive.wanted = envelope;
        receive.number = i;
        const Unexpected* peeked = matcher.peek(envelope);
        Unexpected* taken = matcher.take(envelope);
        ASSERT_EQ(peeked, taken);
        ASSERT_EQ(taken == nullptr ? -1 : static_cast<Message*>(taken)->number, model.receive(envelope, i));
        if (taken == nullptr) {
          matcher.post(receive);
          posted.push_back(&receive);
        }
      }
      if (!posted.empty() && upto(0, 19) == 0) {
        const auto victim = static_cast<std::size_t>(upto(0, static_cast<int>(posted.size()) - 1));
        matcher.withdraw(*posted[victim]);
        model.withdraw(posted[victim]->number);
        posted.erase(posted.begin() + static_cast<std::ptrdiff_t>(victim));
      }
      ASSERT_EQ(matcher.posted(), posted.size());
    }
    while (Unexpected* left = matcher.any_unexpected()) matcher.drop(*left);
    while (Posted* left = matcher.any_posted()) matcher.withdraw(*left);
    EXPECT_EQ(matcher.unexpected(), 0U);
  }
}

TEST(Matcher, TablesGrowWithoutLosingOrder) {
  Matcher matcher;
  std::deque<Message> messages;
  for (int i = 0; i < 20'000; ++i) {
    Message& message = messages.emplace_back();
    message.envelope = {7, i % 500, 0};
    message.number = i;
    matcher.add_unexpected(message);
  }
  for (int i = 0; i < 20'000; ++i) {
    Unexpected* taken = matcher.take({7, i % 2 == 0 ? kAnySource : i % 500, kAnyTag});
    ASSERT_NE(taken, nullptr);
    ASSERT_EQ(static_cast<Message*>(taken)->number, i);
  }
}

// Returns the CPU time of this thread.
double seconds_of_processor() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Each receive asks for the last message, behind all others: this takes some milliseconds, where a
// search through all of them would take seconds.
TEST(Matcher, ManyOfOneSourceAreFoundByTheirTags) {
  constexpr int kMany = 50'000;
  constexpr double kMost = 1;
  const int sources[] = {3, kAnySource};
  for (const int source : sources) {
    Matcher matcher;
    std::vector<Receive> receives(kMany);
    const double begin = seconds_of_processor();
    for (int i = 0; i < kMany; ++i) {
      receives[static_cast<std::size_t>(i)].wanted = {1, source, i};
      matcher.post(receives[static_cast<std::size_t>(i)]);
    }
    for (int i = kMany; i-- > 0;) ASSERT_EQ(matcher.arrive({1, 3, i}), &receives[static_cast<std::size_t>(i)]);
    EXPECT_EQ(matcher.posted(), 0U);
    std::vector<Message> messages(kMany);
    for (int i = 0; i < kMany; ++i) {
      messages[static_cast<std::size_t>(i)].envelope = {1, 3, i};
      matcher.add_unexpected(messages[static_cast<std::size_t>(i)]);
    }
    for (int i = kMany; i-- > 0;) ASSERT_EQ(matcher.take({1, source, i}), &messages[static_cast<std::size_t>(i)]);
    EXPECT_EQ(matcher.unexpected(), 0U);
    EXPECT_LT(seconds_of_processor() - begin, kMost);
  }
}

}  // namespace
}  // namespace penstock::proto
