// Large messages between host memories of one machine go in one copy or in two: the receiver reads the sender's memory through
// the kernel, or both ranks copy at once, piece by piece, through memory that they share. The kernel walks page tables and
// copies without vector registers, so that two copies can be quicker than its one, where what one CPU wrote comes quickly to
// another; but the sender has to be there.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "base/clock.hpp"
#include "base/config.hpp"

namespace penstock::proto {

// One rank's view, with the engine's lock held.
class HostCopies {
 public:
  explicit HostCopies(const Config& config) noexcept : mode_(config.host_copies) {}

  // So many ranks share a CPU that who copies seldom finds the other at work.
  void met(bool crowded) noexcept { crowded_ = crowded; }

  // A large message begins in a call that may return before it is over.
  void began() noexcept { look(base::now_ns()); }
  // This rank has worked on one until then.
  void worked(std::uint64_t now_ns) noexcept { last_ns_ = now_ns; }
  // A thread of the program waits in a call, whatever it waits for.
  void begin_wait() noexcept {
    ++waiting_;
    if (last_ns_ != 0) judge();
  }
  void end_wait() noexcept { --waiting_; }

  // This rank will look after a message that begins now: it waits, or has done nothing else lately from the first message that
  // it began until it waited.
  [[nodiscard]] bool attends() const noexcept { return waiting_ != 0 || in_time_ >= kHabit; }
  // How the next message of so many bytes goes, which both ranks attend: each way is tried a few times, messages that come
  // alone are timed, and the quicker one stays.
  [[nodiscard]] bool twice(std::uint64_t bytes) noexcept;
  // Such a message begins to be received, and ends; true where no other was under way meanwhile.
  void begin_receive() noexcept { mixed_ |= receiving_++ != 0; }
  [[nodiscard]] bool end_receive() noexcept {
    const bool alone = !mixed_;
    if (--receiving_ == 0) mixed_ = false;
    return alone;
  }
  // What one that came alone took.
  void took(bool twice, std::uint64_t bytes, std::uint64_t ns) noexcept;

 private:
  static constexpr unsigned kHabit = 4;
  static constexpr unsigned kTimes = 6;       // of each way
  static constexpr unsigned kMostTries = 32;  // of those that others join
  struct Trial {
    unsigned tried = 0;
    unsigned timed = 0;
    double best = std::numeric_limits<double>::max();  // ns a byte
  };
  struct Trials {
    Trial once;
    Trial twice;
  };
  [[nodiscard]] Trials& ways_of(std::uint64_t bytes) noexcept;
  static constexpr std::uint64_t kSoonNs = 50'000;

  void look(std::uint64_t now_ns) noexcept {
    late_ |= last_ns_ != 0 && now_ns - last_ns_ > kSoonNs;
    last_ns_ = now_ns;
  }
  void judge() noexcept {
    look(base::now_ns());
    in_time_ = late_ ? 0 : in_time_ + 1;
    late_ = false;
    last_ns_ = 0;
  }

  Config::HostCopies mode_;
  bool crowded_ = false;
  std::array<Trials, 4> ways_;  // of classes of sizes
  unsigned receiving_ = 0;
  bool mixed_ = false;  // several since there was none
  unsigned waiting_ = 0;
  unsigned in_time_ = 0;       // waits, one after another
  bool late_ = false;          // the program did something else since it last waited
  std::uint64_t last_ns_ = 0;  // when the last one began that nobody has waited after; 0: none
};

}  // namespace penstock::proto
