// Large messages between host memories of one machine go in one copy or in two: the receiver reads the sender's memory through
// the kernel, or both ranks copy at once, piece by piece, through memory that they share. The kernel walks page tables and
// copies without vector registers, so that two copies can be quicker than its one, where what one CPU wrote comes quickly to
// another; but the sender has to be there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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
  // A thread of the program waits.
  [[nodiscard]] bool waits() const noexcept { return waiting_ != 0; }

  // How the next message of so many bytes goes, which both ranks attend: both ways are tried in turns, a few times, and
  // timed, and the quicker one stays. `among`: others are expected or have come; messages that come alone are judged apart from
  // them.
  [[nodiscard]] bool twice(std::uint64_t bytes, bool among) noexcept;
  // The next message goes once whatever is quicker: not both ranks attend it.
  void once_anyway() noexcept { asked_ = false; }
  // It was read at once.
  void read(std::uint64_t bytes, bool among, std::uint64_t ns) noexcept;
  // Whether what such a read takes is wanted.
  [[nodiscard]] bool times_reads(std::uint64_t bytes, bool among) const noexcept {
    return mode_ == Config::HostCopies::kAuto && asked_ && !over(class_of(bytes), among);
  }
  // It begins, and ends, with others under way meanwhile or not. `well`: it can be judged by.
  void begin_receive(bool twice, std::uint64_t bytes) noexcept;
  void end_receive(std::uint64_t bytes, bool well) noexcept;

 private:
  static constexpr unsigned kHabit = 4;
  static constexpr unsigned kTimes = 6;        // of each way
  static constexpr unsigned kMostTries = 256;  // of messages that are never timed
  static constexpr unsigned kMostInSpan = 64;
  static constexpr std::size_t kClasses = 12;
  static constexpr double kWorth = 0.9;
  static constexpr double kClear = 1.2;
  // ns a byte, more than any; nothing here may overflow, since programs trap that.
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
    // Two copies need both ranks all the time, and lose most when one of them is held up: they have to be worth it.
    [[nodiscard]] bool prefer_twice() const noexcept { return twice.best < kWorth * once.best; }
    [[nodiscard]] bool is_clear() const noexcept {
      return std::max(once.best, twice.best) > kClear * std::min(once.best, twice.best);
    }
  };
  // From when a message begins while none is under way until none is, or many have ended: all go the same way and are timed
  // together, since the time of one says nothing where several are moved at once.
  struct Span {
    bool twice = false;
    bool clean = false;  // of one way and one class
    std::size_t size_class = 0;
    unsigned begun = 0;
    unsigned ended = 0;
    std::uint64_t bytes = 0;  // of those that have ended
    std::uint64_t start_ns = 0;
  };
  // Reads among others that are timed together, since the first one of a window takes longer than those behind it.
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
  // Of half the size, if it tells.
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
  bool crowded_ = false;
  std::array<std::array<Trials, kClasses>, 2> trials_;  // of messages alone, and among others; by class of sizes
  unsigned receiving_ = 0;
  bool asked_ = true;  // how the message in hand goes
  Span span_;
  Run run_;
  unsigned waiting_ = 0;
  unsigned in_time_ = 0;       // waits, one after another
  bool late_ = false;          // the program did something else since it last waited
  std::uint64_t last_ns_ = 0;  // when the last one began that nobody has waited after; 0: none
};

}  // namespace penstock::proto
