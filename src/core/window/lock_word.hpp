// Locks of a window, each in one word of a control region.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "core/window/control.hpp"

namespace penstock::core {

// A lock has two sides. A member's memory has shared and exclusive ones; the window has all members' memory (MPI_Win_lock_all)
// and some member's exclusively, and holders of one side do not exclude each other there.
enum class LockSide : std::uint8_t { kFirst, kSecond };

// How often a rank may have a lock again before those who wait for it, where ranks share processors. A waiter takes longer to
// come than most holders keep a lock, and nobody would have it meanwhile.
class LockBurst {
 public:
  // The rank has had its turn, or found nobody waiting (`now`: 0, and the time counts from the first time that it asks).
  void begin(std::uint64_t now) noexcept;
  [[nodiscard]] bool lasts() noexcept;
  void count() noexcept { --left_; }

 private:
  std::uint64_t since_ = 0;
  unsigned left_ = 0;
};

// This is known to a rank of a lock.
struct LockView {
  LockBurst burst;
  std::uint64_t left_as = 0;  // its word when this rank left it, or as it begins
};

// A lock in one word of a control region. Its word has four counts of 16 bits: tickets given out, the ticket whose turn it is,
// and holders of each side. Who waits is served in the order of tickets; a burst goes before them while nobody holds the lock.
class WindowLock {
 public:
  // `of_window`: the one between all and one, at member 0.
  // `keeper` is the control region that has the word, `view` what this rank knows of it.
  WindowLock(WindowCore& core, ControlRegion& keeper, LockView& view, bool of_window) noexcept
      : core_(core), keeper_(keeper), view_(view), of_window_(of_window) {}

  // Blocks, with progress. Code::kPeerLost where a member is lost meanwhile.
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
  ControlRegion& keeper_;
  LockView& view_;
  bool of_window_;
};

}  // namespace penstock::core
