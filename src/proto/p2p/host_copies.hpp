// Large messages between host memories of one machine go in one copy or in two: the receiver reads the sender's memory through
// the kernel, or both ranks copy at once, piece by piece, through memory that they share. The kernel walks page tables and
// copies without vector registers, so that two copies can be quicker than its one; but the sender has to be there.
#pragma once

#include <cstdint>

#include "base/clock.hpp"
#include "base/config.hpp"
#include "base/copy_rates.hpp"

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
  // Two copies at once take less time than one, or shall be made. Measures when first asked.
  [[nodiscard]] bool twice();

 private:
  static constexpr unsigned kHabit = 4;
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
  bool measured_ = false;
  base::CopyRates rates_;
  unsigned waiting_ = 0;
  unsigned in_time_ = 0;       // waits, one after another
  bool late_ = false;          // the program did something else since it last waited
  std::uint64_t last_ns_ = 0;  // when the last one began that nobody has waited after; 0: none
};

}  // namespace penstock::proto
