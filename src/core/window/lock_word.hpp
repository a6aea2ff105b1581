// This unit has the locks of a window. Each lock lies in one word of a control region.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "core/window/control.hpp"

namespace penstock::core {

// A lock has two sides. Those of a member's memory are shared and exclusive. Those of the window are the memory of all members
// (MPI_Win_lock_all) and the memory of one member exclusively; there holders of one side do not exclude each other.
enum class LockSide : std::uint8_t { kFirst, kSecond };

// LockBurst counts how often a rank may take a lock again before the ranks that wait for it, where ranks share processors. A
// waiting rank takes longer to run again than most holders keep a lock, and no rank would have the lock meanwhile.
class LockBurst {
 public:
  // The rank has had its turn. If it found no rank waiting, `now` is 0, and the time counts from its first question on.
  void begin(std::uint64_t now) noexcept;
  [[nodiscard]] bool lasts() noexcept;
  void count() noexcept { --left_; }

 private:
  std::uint64_t since_ = 0;
  unsigned left_ = 0;
};

// LockView is what a rank knows of a lock.
struct LockView {
  LockBurst burst;
  std::uint64_t left_as = 0;  // The word had this value when the rank released the lock; it begins as 0.
};

// The word of a lock has four counts of 16 bits: the next ticket, the ticket whose turn it is, and the holders of each side.
// Waiting ranks are served in the order of their tickets; a burst goes before them while no rank holds the lock.
class WindowLock {
 public:
  // `of_window` names the lock of the whole window, at member 0. `owner` is the control region that contains the word.
  WindowLock(WindowCore& core, ControlRegion& owner, LockView& view, bool of_window) noexcept
      : core_(core), owner_(owner), view_(view), of_window_(of_window) {}

  // Blocks, with progress. Returns Code::kPeerLost where a member is lost meanwhile.
  Status acquire(LockSide side);
  Status release(LockSide side);

  static constexpr int kMostMembers = 65535;

 private:
  [[nodiscard]] bool fits(std::uint64_t state, LockSide side) const noexcept;
  [[nodiscard]] bool may_burst() const noexcept;
  [[nodiscard]] std::uint64_t word_offset() const noexcept;
  [[nodiscard]] std::uint64_t waiter_offset(std::uint64_t ticket) const noexcept;
  Status take_ticket(LockSide side, std::uint64_t* ticket, bool* in);
  Status enter(LockSide side, std::uint64_t ticket);
  Status await_turn(LockSide side, std::uint64_t ticket);
  Status call_next(std::uint64_t state);

  WindowCore& core_;
  ControlRegion& owner_;
  LockView& view_;
  bool of_window_;
};

}  // namespace penstock::core
