// Output of all ranks on its way to one sink: bytes as they were written, soon, and lines of different ranks whole where they
// can be.
//
// The rule. A round is what all readable pipes had in one turn of the launcher's loop.
// - Whole lines go on at once. What follows a stream's last newline goes on at the end of the round, so that a prompt appears.
// - A line that is open so belongs to its stream: other streams wait for its rest, so that a line which was written in pieces
// stays
//   whole. They wait kPatience at most, or kBlockPatience where the piece has the size of a full buffer of stdio, whose rest
//   comes with the next full one. Then they go on behind it, and the rest comes as it comes. A stream that ended is not waited
//   for.
// - Nothing is added, left out or cut. Only where lines have tags does a newline come before the tag of another stream's line.
// - Much output of others does not end the wait: where more than kHighWater bytes wait, holds_back() says whose pipes are to
//   be left alone, so that those ranks wait too. While the sink is full, all of them do, and time stands still.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpiexec/sink.hpp"

namespace penstock::mpiexec {

class Merger {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds kPatience{500};
  static constexpr std::chrono::milliseconds kBlockPatience{2000};

  explicit Merger(Sink* sink) : sink_(sink) {}

  // Returns the number of a new stream. `tag` begins each of its lines. `alone`: nobody else writes, so that it never waits.
  int add_stream(std::string tag, bool alone);
  void add(int stream, std::string_view bytes, Time now);
  // The stream has ended.
  void finish(int stream, Time now);
  // All pipes that were readable have been read, or due() has come.
  void end_round(Time now);
  // All streams have ended.
  void finish_all();
  // A line of the launcher's own, which begins on a line of its own.
  void say(std::string_view line);
  // When end_round() is to be called though nothing came; none: never.
  [[nodiscard]] std::optional<Time> due() const;
  // So much is waiting for our reader, or for another stream's line, that this stream should not be read now.
  [[nodiscard]] bool holds_back(int stream) const;

 private:
  struct Stream {
    std::string tag;
    bool alone = false;
    std::string waiting;
    std::size_t came = 0;   // bytes in the last round that had some
    std::size_t round = 0;  // that round
  };
  static constexpr int kNobody = -1;
  static constexpr std::size_t kHighWater = 1U << 20U;
  static constexpr std::size_t kBlock = 4096;

  [[nodiscard]] Stream& at(int stream) { return streams_[static_cast<std::size_t>(stream)]; }
  [[nodiscard]] const Stream& at(int stream) const { return streams_[static_cast<std::size_t>(stream)]; }
  [[nodiscard]] bool may_write(int stream) const { return holder_ == kNobody || holder_ == stream; }
  void pass(int stream, std::size_t bytes);
  void pass_lines(int stream);
  void pass_rests();
  void let_go();
  void write_tagged(int stream, std::string_view bytes);
  void update_wait(Time now);

  Sink* sink_;
  std::vector<Stream> streams_;
  std::vector<int> order_;  // streams that have something waiting, the first that came first
  std::size_t waiting_ = 0;
  std::size_t round_ = 0;
  int holder_ = kNobody;  // its open line is waited for
  int last_ = kNobody;    // the stream that wrote last, where its line is open
  bool mid_line_ = false;
  std::chrono::milliseconds patience_ = kPatience;
  std::optional<Time> since_;  // others wait for the holder since then
};

}  // namespace penstock::mpiexec
