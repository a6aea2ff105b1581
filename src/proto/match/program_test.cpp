// Random programs of every verb of the matcher are compared with the definition of
// matching: plain lists, searched from the front.
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "proto/match/matcher.hpp"

namespace penstock::proto {
namespace {

struct Message : Unexpected {
  int number = 0;
};
struct Receive : Posted {
  int number = 0;
};

using Entry = std::pair<Envelope, int>;

bool fits(const Envelope& wanted, const Envelope& message) {
  return wanted.context == message.context && (wanted.source == kAnySource || wanted.source == message.source) &&
         (wanted.tag == kAnyTag || wanted.tag == message.tag);
}

class Model {
 public:
  // Each returns the number of its partner, -1 if there is none.
  int arrive(const Envelope& message, int number) {
    for (auto at = posted_.begin(); at != posted_.end(); ++at) {
      if (fits(at->first, message)) return remove(posted_, at);
    }
    unexpected_.emplace_back(message, number);
    return -1;
  }
  int receive(const Envelope& wanted, int number) {
    const int found = take(wanted);
    if (found < 0) posted_.emplace_back(wanted, number);
    return found;
  }
  [[nodiscard]] int probe(const Envelope& wanted) const {
    for (const Entry& entry : unexpected_) {
      if (fits(wanted, entry.first)) return entry.second;
    }
    return -1;
  }
  int take(const Envelope& wanted) {
    for (auto at = unexpected_.begin(); at != unexpected_.end(); ++at) {
      if (fits(wanted, at->first)) return remove(unexpected_, at);
    }
    return -1;
  }
  // Returns the posted receive at `place`.
  int cancel(std::size_t place) { return remove(posted_, posted_.begin() + static_cast<std::ptrdiff_t>(place)); }
  [[nodiscard]] std::size_t posted() const { return posted_.size(); }
  [[nodiscard]] std::size_t unexpected() const { return unexpected_.size(); }

 private:
  static int remove(std::vector<Entry>& entries, std::vector<Entry>::iterator at) {
    const int number = at->second;
    entries.erase(at);
    return number;
  }
  std::vector<Entry> posted_;
  std::vector<Entry> unexpected_;
};

// A program with few contexts, sources and tags, so that every kind of collision happens. The frequency of the verbs differs.
class Program {
 public:
  explicit Program(unsigned seed) : random_(seed) {
    contexts_ = upto(1, 4);
    sources_ = upto(1, 6);
    tags_ = upto(1, 5);
    wild_ = upto(0, 60);
    for (int& weight : weights_) weight = upto(1, 10);
  }
  ~Program() {
    while (Unexpected* left = matcher_.any_unexpected()) matcher_.drop(*left);
    while (Posted* left = matcher_.any_posted()) matcher_.withdraw(*left);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Fails, with a reason, if matcher and model differ.
  ::testing::AssertionResult run(int steps) {
    for (int i = 0; i < steps; ++i) {
      const auto [found, expected] = step(i);
      if (found != expected) {
        return ::testing::AssertionFailure()
               << "step " << i << " (" << doing_ << "): found " << found << ", expected " << expected;
      }
      if (matcher_.posted() != model_.posted() || matcher_.unexpected() != model_.unexpected()) {
        return ::testing::AssertionFailure()
               << "step " << i << " (" << doing_ << "): " << matcher_.posted() << " posted and " << matcher_.unexpected()
               << " unexpected, expected " << model_.posted() << " and " << model_.unexpected();
      }
    }
    return ::testing::AssertionSuccess();
  }

 private:
  enum Verb { kArrive, kPost, kProbe, kMprobe, kMrecv, kCancel, kVerbs };

  int upto(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Verb pick() {
    int total = 0;
    for (const int weight : weights_) total += weight;
    int point = upto(0, total - 1);
    for (int verb = 0; verb < kVerbs; ++verb) {
      if ((point -= weights_[verb]) < 0) return static_cast<Verb>(verb);
    }
    return kArrive;
  }
  // Collectives use negative tags, which are ordinary tags.
  Envelope message() {
    return {static_cast<std::uint64_t>(upto(1, contexts_)), upto(0, sources_ - 1), upto(0, tags_) - 1 - 9 * upto(0, 1)};
  }
  Envelope wanted() {
    Envelope envelope = message();
    if (upto(0, 99) < wild_) envelope.source = kAnySource;
    if (upto(0, 99) < wild_) envelope.tag = kAnyTag;
    return envelope;
  }
  static int number_of(const Unexpected* message) {
    return message == nullptr ? -1 : static_cast<const Message*>(message)->number;
  }

  // Compares the matcher's result with the model's.
  std::pair<int, int> step(int number) {
    switch (pick()) {
      case kArrive: return arrive(number);
      case kPost: return post(number);
      case kProbe: return probe();
      case kMprobe: return mprobe();
      case kMrecv: return mrecv();
      case kCancel: return cancel();
      case kVerbs: break;
    }
    return {0, 0};
  }
  std::pair<int, int> arrive(int number) {
    doing_ = "arrive";
    Message& made = messages_.emplace_back();
    made.envelope = message();
    made.number = number;
    auto* taken = static_cast<Receive*>(matcher_.arrive(made.envelope));
    if (taken == nullptr) {
      matcher_.add_unexpected(made);
    } else {
      std::erase(posted_, taken);
    }
    return {taken == nullptr ? -1 : taken->number, model_.arrive(made.envelope, number)};
  }
  std::pair<int, int> post(int number) {
    doing_ = "post";
    Receive& made = receives_.emplace_back();
    made.wanted = wanted();
    made.number = number;
    const int found = number_of(matcher_.take(made.wanted));
    if (found < 0) {
      matcher_.post(made);
      posted_.push_back(&made);
    }
    return {found, model_.receive(made.wanted, number)};
  }
  std::pair<int, int> probe() {
    doing_ = "probe";
    const Envelope envelope = wanted();
    return {number_of(matcher_.peek(envelope)), model_.probe(envelope)};
  }
  // A message that is taken out matches nothing else, and is received later by itself.
  std::pair<int, int> mprobe() {
    doing_ = "mprobe";
    const Envelope envelope = wanted();
    Unexpected* taken = matcher_.take(envelope);
    if (taken != nullptr) probed_.push_back(taken);
    return {number_of(taken), model_.take(envelope)};
  }
  // Receives in any order; a message that is received twice, or matched after it was taken, has its links in a list again.
  std::pair<int, int> mrecv() {
    doing_ = "mrecv";
    if (probed_.empty()) return {0, 0};
    const auto place = static_cast<std::ptrdiff_t>(upto(0, static_cast<int>(probed_.size()) - 1));
    const Unexpected* received = probed_[static_cast<std::size_t>(place)];
    probed_.erase(probed_.begin() + place);
    return {received->by_source.linked() || received->by_context.linked() ? 1 : 0, 0};
  }
  // A receive that is still posted is withdrawn and never matches again.
  std::pair<int, int> cancel() {
    doing_ = "cancel";
    if (posted_.empty()) return {0, 0};
    const auto place = static_cast<std::size_t>(upto(0, static_cast<int>(posted_.size()) - 1));
    Receive* victim = posted_[place];
    posted_.erase(posted_.begin() + static_cast<std::ptrdiff_t>(place));
    matcher_.withdraw(*victim);
    return {victim->number, model_.cancel(place)};
  }

  std::mt19937 random_;
  int contexts_;
  int sources_;
  int tags_;
  int wild_;
  int weights_[kVerbs];
  Matcher matcher_;
  Model model_;
  std::deque<Message> messages_;
  std::deque<Receive> receives_;
  std::vector<Receive*> posted_;  // in the order of posting
  std::vector<Unexpected*> probed_;
  std::string doing_;
};

// A failure names the seed of its program.
TEST(MatcherProgram, ThousandsOfProgramsMatchAsTheModelDoes) {
  for (unsigned seed = 0; seed < 4000; ++seed) ASSERT_TRUE(Program(seed).run(250)) << "seed " << seed;
}

TEST(MatcherProgram, LongProgramsGrowTheTables) {
  for (unsigned seed = 100'000; seed < 100'008; ++seed) ASSERT_TRUE(Program(seed).run(8000)) << "seed " << seed;
}

}  // namespace
}  // namespace penstock::proto
