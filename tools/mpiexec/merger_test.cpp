#include "mpiexec/merger.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace penstock::mpiexec {
namespace {

using std::chrono::milliseconds;

// The fixture has streams of ranks, a clock that a test moves, and the merged output.
class MergerTest : public testing::Test {
 protected:
  void add(int stream, std::string_view bytes) { merger_.add(stream, bytes, now_); }
  void end_round() { merger_.end_round(now_); }
  void pass(milliseconds time) { now_ += time; }
  [[nodiscard]] std::string out() const { return std::string(sink_.queued()); }

  Sink sink_{-1};
  Merger merger_{&sink_};
  Merger::Time now_{};
};

class Plain : public MergerTest {
 protected:
  int a_ = merger_.add_stream("", false);
  int b_ = merger_.add_stream("", false);
};

class Tagged : public MergerTest {
 protected:
  int a_ = merger_.add_stream("[0] ", false);
  int b_ = merger_.add_stream("[1] ", false);
};

TEST_F(Plain, WholeLinesGoOnAtOnce) {
  add(a_, "one\ntwo\n");
  EXPECT_EQ(out(), "one\ntwo\n");
  EXPECT_FALSE(merger_.due());
}

TEST_F(Plain, APromptAppearsAtTheEndOfTheRound) {
  add(a_, "Enter n: ");
  end_round();
  EXPECT_EQ(out(), "Enter n: ");
  EXPECT_FALSE(merger_.due()) << "nobody waits for it";
}

TEST_F(Plain, LinesInPiecesOfOneRoundStayWhole) {
  add(a_, "<a ");
  add(b_, "<b ");
  add(a_, "a>\n");
  add(b_, "b>\n");
  EXPECT_EQ(out(), "<a a>\n<b b>\n");
}

TEST_F(Plain, OthersWaitForTheRestOfAnOpenLine) {
  add(a_, "<a ");
  end_round();
  add(b_, "b\n");
  end_round();
  EXPECT_EQ(out(), "<a ");
  pass(Merger::kPatience - milliseconds(1));
  end_round();
  EXPECT_EQ(out(), "<a ");
  add(a_, "a>\n");
  EXPECT_EQ(out(), "<a a>\nb\n");
  EXPECT_FALSE(merger_.due());
}

TEST_F(Plain, OthersGoOnAfterAWhileAsWritten) {
  add(a_, "Enter n: ");
  end_round();
  add(b_, "b\n");
  end_round();
  ASSERT_TRUE(merger_.due());
  EXPECT_EQ(*merger_.due(), now_ + Merger::kPatience);
  pass(Merger::kPatience);
  end_round();
  EXPECT_EQ(out(), "Enter n: b\n") << "nothing is added";
  EXPECT_FALSE(merger_.due());
}

TEST_F(Plain, TimeCountsFromTheFirstThatWaits) {
  add(a_, "10%\r");
  end_round();
  pass(milliseconds(5000));
  add(b_, "b\n");
  add(a_, "20%\r");
  end_round();
  EXPECT_EQ(out(), "10%\r20%\r");
  pass(Merger::kPatience);
  add(a_, "30%\r");
  end_round();
  EXPECT_EQ(out(), "10%\r20%\r30%\rb\n") << "a bar that never ends its line does not keep others back";
}

TEST_F(Plain, EachHolderHasItsOwnTime) {
  add(a_, "<a ");
  end_round();
  add(b_, "<b ");
  end_round();
  pass(Merger::kPatience - milliseconds(1));
  add(a_, "a>\n<a ");
  end_round();
  EXPECT_EQ(out(), "<a a>\n<b ") << "it is the turn of the one that waited";
  pass(milliseconds(2));
  end_round();
  EXPECT_EQ(out(), "<a a>\n<b ");
  add(b_, "b>\n");
  end_round();
  EXPECT_EQ(out(), "<a a>\n<b b>\n<a ");
}

TEST_F(Plain, AFullBufferOfStdioIsWaitedForLonger) {
  add(a_, std::string(4096, 'a'));
  end_round();
  add(b_, "b\n");
  pass(Merger::kPatience);
  end_round();
  EXPECT_EQ(out(), std::string(4096, 'a'));
  add(a_, "a\n");
  EXPECT_TRUE(out().ends_with("aaaa\nb\n"));
}

TEST_F(Plain, AFullBufferThatCameInAnEarlierRoundIsWaitedForLonger) {
  add(a_, "<a ");
  end_round();
  add(b_, std::string(4096, 'b'));
  end_round();
  add(a_, "a>\n");
  end_round();
  add(a_, "<a a>\n");
  end_round();
  ASSERT_TRUE(merger_.due());
  EXPECT_EQ(*merger_.due(), now_ + Merger::kBlockPatience);
}

TEST_F(Plain, AStreamThatEndedIsNotWaitedFor) {
  add(a_, "no newline");
  end_round();
  add(b_, "b\n");
  EXPECT_EQ(out(), "no newline");
  merger_.finish(a_, now_);
  EXPECT_EQ(out(), "no newlineb\n");
}

TEST_F(Plain, TheRestComesWithTheEnd) {
  add(a_, "a");
  end_round();
  add(b_, "b");
  merger_.finish(b_, now_);
  merger_.finish_all();
  EXPECT_EQ(out(), "ab");
}

TEST_F(Plain, BinaryDataIsPassedOnBitByBit) {
  std::string all;
  std::uint32_t state = 1;
  for (int i = 0; i < 300; ++i) {
    std::string piece;
    for (int k = 0; k <= i * 7; ++k) piece.push_back(static_cast<char>((state = state * 1664525U + 1013904223U) >> 24U));
    add(a_, piece);
    if (i % 3 == 0) end_round();
    all += piece;
  }
  merger_.finish(a_, now_);
  merger_.finish(b_, now_);
  merger_.finish_all();
  EXPECT_EQ(out(), all);
}

TEST_F(Plain, ALongLineIsNotCut) {
  std::string line(3'000'000, 'x');
  line.push_back('\n');
  for (std::size_t at = 0; at < line.size(); at += 65536) {
    add(a_, std::string_view(line).substr(at, 65536));
    end_round();
  }
  EXPECT_EQ(out(), line);
}

// Returns more lines of one stream than may wait for another's line. Tests do not pass them to EXPECT_EQ, whose list of
// differences would take minutes.
std::string many_lines() {
  std::string lines;
  while (lines.size() <= 1U << 20U) lines += "<b b>\n";
  return lines;
}

TEST_F(Plain, MuchOutputOfOthersDoesNotBreakALine) {
  add(a_, "<a ");
  end_round();
  add(b_, many_lines());
  EXPECT_EQ(out().size(), 3U) << "only the piece of the open line has come";
  end_round();
  EXPECT_EQ(out().size(), 3U);
  add(a_, "a>\n");
  EXPECT_TRUE(out() == "<a a>\n" + many_lines());
}

TEST_F(Plain, OthersAreHeldBackWhereMuchWaits) {
  const int c = merger_.add_stream("", false);
  add(a_, "<a ");
  end_round();
  add(b_, "<b b>\n");
  EXPECT_FALSE(merger_.holds_back(b_)) << "little waits";
  add(b_, many_lines());
  end_round();
  EXPECT_TRUE(merger_.holds_back(b_));
  EXPECT_TRUE(merger_.holds_back(c)) << "it would wait too";
  EXPECT_FALSE(merger_.holds_back(a_)) << "the rest of its line is what all wait for";
}

TEST_F(Plain, OthersThatAreHeldBackGoOnAfterAWhile) {
  add(a_, "<a ");
  end_round();
  add(b_, many_lines());
  end_round();
  ASSERT_TRUE(merger_.due());
  EXPECT_EQ(*merger_.due(), now_ + Merger::kPatience);
  pass(Merger::kPatience);
  end_round();
  EXPECT_TRUE(out() == "<a " + many_lines());
}

TEST_F(Plain, ALongLineIsReadInSeveralRounds) {
  const std::string piece((1U << 20U) + 1, 'x');
  add(a_, piece);
  EXPECT_TRUE(merger_.holds_back(a_));
  EXPECT_FALSE(merger_.holds_back(b_));
  end_round();
  EXPECT_EQ(out(), piece);
}

TEST_F(Plain, AFullSinkHoldsAllBack) {
  add(a_, "<a ");
  end_round();
  EXPECT_FALSE(merger_.holds_back(a_) || merger_.holds_back(b_));
  sink_.push(std::string((1U << 20U) + 1, '.'));
  EXPECT_TRUE(merger_.holds_back(a_) && merger_.holds_back(b_));
}

TEST_F(Plain, TimeStandsStillWhileTheReaderIsSlow) {
  sink_.push(std::string((1U << 20U) + 1, '.'));
  add(a_, "<a ");
  end_round();
  add(b_, "b\n");
  end_round();
  pass(Merger::kPatience);
  end_round();
  EXPECT_FALSE(merger_.due());
  add(a_, "a>\n");
  EXPECT_TRUE(out().ends_with(".<a a>\nb\n"));
}

TEST_F(Plain, OwnWordsBeginALine) {
  add(a_, "Enter n: ");
  end_round();
  merger_.say("mpiexec: over\n");
  merger_.say("mpiexec: really\n");
  EXPECT_EQ(out(), "Enter n: \nmpiexec: over\nmpiexec: really\n");
}

TEST_F(MergerTest, OneThatIsAloneNeverWaits) {
  const int out_stream = merger_.add_stream("", true);
  const int err_stream = merger_.add_stream("", true);
  add(out_stream, "a");
  add(err_stream, "b\nc");
  add(out_stream, "d\n");
  EXPECT_EQ(out(), "ab\ncd\n");
}

TEST_F(Tagged, EachLineHasItsTagOnce) {
  add(a_, "one\ntwo");
  end_round();
  add(a_, " more");
  end_round();
  add(a_, "\nthree\n");
  EXPECT_EQ(out(), "[0] one\n[0] two more\n[0] three\n");
}

TEST_F(Tagged, ATagBeginsALineAlsoBehindAPrompt) {
  add(a_, "Enter n: ");
  end_round();
  add(b_, "b\n");
  pass(Merger::kPatience);
  end_round();
  add(a_, "n is 3\n");
  EXPECT_EQ(out(), "[0] Enter n: \n[1] b\n[0] n is 3\n");
}

TEST_F(Tagged, NothingFollowsALastLineWithoutNewline) {
  add(a_, "a");
  merger_.finish(a_, now_);
  merger_.finish_all();
  EXPECT_EQ(out(), "[0] a");
}

}  // namespace
}  // namespace penstock::mpiexec
