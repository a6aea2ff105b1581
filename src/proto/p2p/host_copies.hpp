// Large messages between host memories of one machine go in one copy or in two: either the receiver reads the sender's memory
// through the kernel, or both ranks copy at once, piece by piece, through memory that they share. The kernel walks page tables
// and copies without vector registers. So two copies can be quicker than the kernel's single copy on machines where data
// written by one CPU quickly reaches another CPU; but the sender must progress the message meanwhile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.hpp"
#include "base/config.hpp"

namespace penstock::proto {

// The measurements of one rank, used with the engine's lock held.
class HostCopies {
 public:
  explicit HostCopies(const Config& config) noexcept : mode_(config.host_copies) {}

  // Records that ranks are oversubscribed, so that a rank that copies seldom finds the other rank running.
  void met(bool oversubscribed) noexcept { oversubscribed_ = oversubscribed; }

  // Records that a large message begins in a call that may return before the message is complete.
  void began() noexcept { look(base::now_ns()); }
  // Records that this rank worked on such a message until that time.
  void worked(std::uint64_t now_ns) noexcept { last_ns_ = now_ns; }
  // These record that a thread of the application blocks in a call, for any reason.
  void begin_wait() noexcept {
    ++waiting_;
    if (last_ns_ != 0) judge();
  }
  void end_wait() noexcept { --waiting_; }

  // Tells if this rank will progress a message that begins now: it waits, or it lately did no other work between the first
  // message that it began and its wait.
  [[nodiscard]] bool attends() const noexcept { return waiting_ != 0 || in_time_ >= kHabit; }
  // Tells if a thread of the application waits.
  [[nodiscard]] bool waits() const noexcept { return waiting_ != 0; }

  // Chooses the method for the next message of that size, which both ranks progress: both methods are tried in turn a few times
  // and timed, and the quicker one stays. `among`: other messages are expected or have arrived; messages that come alone are
  // judged apart from them.
  [[nodiscard]] bool twice(std::uint64_t bytes, bool among) noexcept;
  // Makes the next message use one copy, even if two are quicker, because not both ranks progress it.
  void once_anyway() noexcept { asked_ = false; }
  // Records a read that completed immediately.
  void read(std::uint64_t bytes, bool among, std::uint64_t ns) noexcept;
  // Tells if the time of such a read is needed.
  [[nodiscard]] bool times_reads(std::uint64_t bytes, bool among) const noexcept {
    return mode_ == Config::HostCopies::kAuto && asked_ && !over(class_of(bytes), among);
  }
  // These mark the begin and the end of a receive; several receives may be under way. `well`: the measured time is valid.
  void begin_receive(bool twice, std::uint64_t bytes) noexcept;
  void end_receive(std::uint64_t bytes, bool well) noexcept;

 private:
  static constexpr unsigned kHabit = 4;
  static constexpr unsigned kTimes = 6;        // messages of each method that are timed
  static constexpr unsigned kMostTries = 256;  // tries of a method whose messages are never timed
  static constexpr unsigned kMostInSpan = 64;
  static constexpr std::size_t kClasses = 12;
  static constexpr double kWorth = 0.9;
  static constexpr double kClear = 1.2;
  // A time in ns a byte above all others; arithmetic must not overflow, since applications trap that.
  static constexpr double kNever = 1e30;
  struct Trial {
    unsigned tried = 0;
    unsigned timed = 0;
    double best = kNever;
  };
  struct Trials {
    Trial once;
    Trial twice;
    [[nodiscard]] bool tried(unsigned times) const noexcept { return once.timed >= times && twice.timed >= times; }
    // Two copies need both ranks all the time, and lose most when one of them is delayed: they must be clearly faster.
    [[nodiscard]] bool prefer_twice() const noexcept { return twice.best < kWorth * once.best; }
    [[nodiscard]] bool is_clear() const noexcept {
      return std::max(once.best, twice.best) > kClear * std::min(once.best, twice.best);
    }
  };
  // A span lasts from a message that begins while no other is under way until none is, or many have ended. All its messages use
  // the same method and are timed together, since the time of a single message means nothing while several move.
  struct Span {
    bool twice = false;
    bool clean = false;  // all its messages have the same method and class
    std::size_t size_class = 0;
    unsigned begun = 0;
    unsigned ended = 0;
    std::uint64_t bytes = 0;  // bytes of the messages that have ended
    std::uint64_t start_ns = 0;
  };
  // A run is several reads that are timed together while other messages are expected, since the first read of
  // a window takes longer than the next ones.
  struct Run {
    std::size_t size_class = 0;
    unsigned reads = 0;
    std::uint64_t bytes = 0;
    std::uint64_t ns = 0;
  };
  static constexpr unsigned kReadsInRun = 8;
  [[nodiscard]] static std::size_t class_of(std::uint64_t bytes) noexcept;
  [[nodiscard]] const Trials& trials_of(std::size_t size_class, bool among) const noexcept {
    return trials_[among ? 1 : 0][size_class];
  }
  // Returns the trials of half the size, if they are conclusive.
  [[nodiscard]] const Trials* half_of(std::size_t size_class, bool among) const noexcept;
  [[nodiscard]] bool over(std::size_t size_class, bool among) const noexcept;
  [[nodiscard]] bool next_to_try(std::size_t size_class, bool among) const noexcept;
  void took(bool twice, std::uint64_t message, bool among, std::uint64_t bytes, std::uint64_t ns) noexcept;
  void open_span(bool twice, std::size_t size_class) noexcept;
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
  bool oversubscribed_ = false;
  std::array<std::array<Trials, kClasses>, 2> trials_;  // by other messages under way or not, and by size class
  unsigned receiving_ = 0;
  bool asked_ = true;  // twice() has chosen the method of the current message
  Span span_;
  Run run_;
  unsigned waiting_ = 0;
  unsigned in_time_ = 0;       // consecutive waits that came in time
  bool late_ = false;          // the application did something else since it last waited
  std::uint64_t last_ns_ = 0;  // start of the last message that no wait has followed; 0: none
};

}  // namespace penstock::proto
