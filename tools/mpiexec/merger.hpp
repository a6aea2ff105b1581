// Merges the output of all ranks into one sink: bytes appear soon and unchanged, and lines of
// different ranks stay whole if possible.
//
// The rule follows. A round is the output that all readable pipes had in one turn of the launcher's loop.
// - Whole lines are passed on at once. The bytes behind a stream's last newline are passed on at the end of the round, so that
//   a prompt appears.
// - Such an open line belongs to its stream: other streams wait for its rest, so that a line which was written in pieces stays
//   whole. They wait kPatience at most, or kBlockPatience if the piece has the size of a full buffer of stdio, whose rest comes
//   with the next full one. Then they follow it, and the rest comes later. A stream that has ended is not waited for.
// - No byte is added, left out or cut, except that with tags a newline precedes the tag of another stream's line.
// - Much output of others does not end the wait: if more than kHighWater bytes wait, holds_back() says which pipes must not be
//   read, so that those ranks wait too. While the sink is full, all of them wait, and time stands still.
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

  // Returns the number of a new stream. `tag` begins each of its lines. `alone`: no other stream exists, so it never waits.
  int add_stream(std::string tag, bool alone);
  void add(int stream, std::string_view bytes, Time now);
  // Called when the stream has ended.
  void finish(int stream, Time now);
  // Called when all readable pipes have been read, or when due() has come.
  void end_round(Time now);
  // Called when all streams have ended.
  void finish_all();
  // Adds a line of the launcher, which begins on a line of its own.
  void say(std::string_view line);
  // Returns the time at which end_round() must be called even if nothing has come; none: never.
  [[nodiscard]] std::optional<Time> due() const;
  // True if the bytes that wait for our reader, or for another stream's line, are so many that this
  // stream should not be read now.
  [[nodiscard]] bool holds_back(int stream) const;

 private:
  struct Stream {
    std::string tag;
    bool alone = false;
    std::string waiting;
    std::size_t came = 0;   // bytes in the last round with any
    std::size_t round = 0;  // the number of that round
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
  std::vector<int> order_;  // streams with waiting bytes, in the order of arrival
  std::size_t waiting_ = 0;
  std::size_t round_ = 0;
  int holder_ = kNobody;  // others wait for its open line
  int last_ = kNobody;    // the stream that wrote last, if its line is open
  bool mid_line_ = false;
  std::chrono::milliseconds patience_ = kPatience;
  std::optional<Time> since_;  // the time since which others wait for the holder
};

}  // namespace penstock::mpiexec
