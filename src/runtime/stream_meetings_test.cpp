// Meetings on streams: nobody leaves one before all have come, however the streams of PEs get on, and all get on.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "runtime/stream_meetings.hpp"

namespace penstock::runtime {
namespace {

using accel::WordOperation;
constexpr int kPes = 5;
constexpr int kMeetings = 200;

// The streams of all PEs, each at one of its operations.
class Streams {
 public:
  explicit Streams(unsigned seed) : random_(seed) {
    std::vector<std::uint64_t> places;
    for (std::uint64_t pe = 0; pe < kPes; ++pe) places.push_back((pe + 1) << 32);
    for (StreamMeetings& each : words_) each.use(places);
  }
  // The PEs of `world` meet, each on its stream.
  void meet(unsigned slot, const std::vector<int>& world, bool again) {
    ++meetings_;
    for (const int pe : world) {
      Stream& stream = streams_[pe];
      stream.marks.emplace_back(stream.operations.size(), meetings_, false);
      ASSERT_TRUE(again ? words_[pe].meet_again_and_again(slot, world, pe, &stream.operations)
                        : words_[pe].meet(slot, world, pe, &stream.operations));
      stream.marks.emplace_back(stream.operations.size(), meetings_, true);
    }
    sizes_[meetings_] = world.size();
  }
  // Runs the streams in a random order until all are through.
  void run() {
    std::vector<int> ready(kPes);
    while (!ready.empty()) {
      ready.clear();
      for (int pe = 0; pe < kPes; ++pe) {
        pass_marks(streams_[pe]);
        if (can(streams_[pe])) ready.push_back(pe);
      }
      if (!ready.empty()) step(streams_[ready[random_() % ready.size()]]);
    }
    for (const Stream& each : streams_) EXPECT_EQ(each.at, each.operations.size()) << "it waits for ever";
  }

 private:
  struct Mark {
    Mark(std::size_t in_front_of, int of, bool is_end) : place(in_front_of), meeting(of), end(is_end) {}
    std::size_t place;
    int meeting;
    bool end;
  };
  struct Stream {
    std::vector<WordOperation> operations;
    std::vector<Mark> marks;
    std::size_t at = 0;
    std::size_t marks_passed = 0;
  };
  void pass_marks(Stream& stream) {
    for (; stream.marks_passed < stream.marks.size(); ++stream.marks_passed) {
      const Mark& mark = stream.marks[stream.marks_passed];
      if (mark.place > stream.at) return;
      if (!mark.end) ++arrived_[mark.meeting];
      if (mark.end) EXPECT_EQ(arrived_[mark.meeting], sizes_[mark.meeting]) << "left before all had come";
    }
  }
  bool can(const Stream& stream) {
    if (stream.at == stream.operations.size()) return false;
    const WordOperation& next = stream.operations[stream.at];
    const std::uint64_t seen = memory_[next.address];
    return next.verb == WordOperation::Verb::kWrite || (next.verb == WordOperation::Verb::kEqual && seen == next.value) ||
           (next.verb == WordOperation::Verb::kAtLeast && seen >= next.value);
  }
  void step(Stream& stream) {
    const WordOperation& next = stream.operations[stream.at++];
    if (next.verb == WordOperation::Verb::kWrite) memory_[next.address] = next.value;
  }

  std::mt19937 random_;
  std::vector<StreamMeetings> words_{kPes, StreamMeetings(64)};
  Stream streams_[kPes];
  std::map<std::uint64_t, std::uint64_t> memory_;
  std::map<int, std::size_t> arrived_;
  std::map<int, std::size_t> sizes_;
  int meetings_ = 0;
};

std::vector<int> all_pes() {
  std::vector<int> out(kPes);
  std::iota(out.begin(), out.end(), 0);
  return out;
}

TEST(StreamMeetings, NobodyLeavesBeforeAllHaveCome) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Streams streams(seed);
    for (int i = 0; i < kMeetings; ++i) streams.meet(0, all_pes(), false);
    streams.run();
  }
}

// With values that are always the same, and both kinds mixed.
TEST(StreamMeetings, MeetingsMayBeRunAgain) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Streams streams(seed);
    for (int i = 0; i < kMeetings; ++i) streams.meet(0, all_pes(), seed % 2 == 0 || i % 3 != 0);
    streams.run();
  }
}

// A slot is used by other teams one after the other, and by teams without a common PE at once.
TEST(StreamMeetings, TeamsTakeOverSlots) {
  std::mt19937 random(7);
  for (unsigned seed = 0; seed < 20; ++seed) {
    Streams streams(seed);
    for (int i = 0; i < kMeetings; ++i) {
      std::vector<int> pes = all_pes();
      std::shuffle(pes.begin(), pes.end(), random);
      const auto cut = pes.begin() + static_cast<std::ptrdiff_t>(random() % kPes);
      streams.meet(1, {pes.begin(), cut}, random() % 2 == 0);
      streams.meet(1, {cut, pes.end()}, random() % 2 == 0);
      if (i % 10 == 0) streams.meet(2, all_pes(), false);
    }
    streams.run();
  }
}

TEST(StreamMeetings, OnesThatAreNowhereAreTold) {
  StreamMeetings words(64);
  EXPECT_TRUE(words.empty());
  words.use(std::vector<std::uint64_t>{1 << 20, 0, 2 << 20});
  std::vector<WordOperation> operations;
  EXPECT_FALSE(words.meet(0, std::vector{0, 1}, 0, &operations));
  EXPECT_FALSE(words.meet_again_and_again(0, std::vector{0, 1, 2}, 0, &operations));
  EXPECT_TRUE(operations.empty());
  EXPECT_TRUE(words.meet(0, std::vector{0, 2}, 2, &operations));
  EXPECT_EQ(operations.size(), 2U);
}

}  // namespace
}  // namespace penstock::runtime
