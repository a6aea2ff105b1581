// The words that the members of a window synchronize by: one control region of each member, which the others reach.
#pragma once

#include <cstdint>

#include "base/status.hpp"

namespace penstock::core {

class Window;
struct WindowPeer;

// Where the words of a control region lie, for a window of so many members.
//
//   the lock of the member's memory; the lock between all and one (member 0's is used)
//   of each: who waits with which ticket, by ticket modulo members
//   for each other member: how often it posted to this one, how often it completed
//   of a dynamic window: the head of the table of attached memory (window/table.hpp)
struct ControlLayout {
  explicit ControlLayout(int members) noexcept : members_(static_cast<std::uint64_t>(members)) {}

  static constexpr std::uint64_t kLine = 64;
  static constexpr std::uint64_t kMemoryLock = 0;
  static constexpr std::uint64_t kWindowLock = kLine;
  static constexpr std::uint64_t kArrays = 2 * kLine;

  [[nodiscard]] std::uint64_t memory_waiter(std::uint64_t ticket) const noexcept { return word(0, ticket % members_); }
  [[nodiscard]] std::uint64_t window_waiter(std::uint64_t ticket) const noexcept { return word(1, ticket % members_); }
  [[nodiscard]] std::uint64_t posts_of(int member) const noexcept { return word(2, static_cast<std::uint64_t>(member)); }
  [[nodiscard]] std::uint64_t completions_of(int member) const noexcept { return word(3, static_cast<std::uint64_t>(member)); }
  [[nodiscard]] std::uint64_t table() const noexcept { return word(4, 0); }

 private:
  [[nodiscard]] std::uint64_t word(std::uint64_t array, std::uint64_t index) const noexcept {
    return kArrays + (array * members_ + index) * sizeof(std::uint64_t);
  }
  std::uint64_t members_;
};

// A word of a member's control region: CPU atomics where it is mapped, else the engine's.
class ControlWord {
 public:
  ControlWord(Window& window, WindowPeer& peer, std::uint64_t offset) noexcept
      : window_(window), peer_(peer), offset_(offset) {}

  // Where it is mapped; null otherwise.
  [[nodiscard]] std::uint64_t* direct() const noexcept;
  Status load(std::uint64_t* out);
  Status store(std::uint64_t value);
  Status add(std::uint64_t value);
  Status fetch_add(std::uint64_t value, std::uint64_t* old);
  // *seen gets what was there: `expected` if it was replaced.
  Status compare_swap(std::uint64_t expected, std::uint64_t desired, std::uint64_t* seen);

 private:
  Status operate(int op, std::uint64_t operand, std::uint64_t compare, std::uint64_t* old);

  Window& window_;
  WindowPeer& peer_;
  std::uint64_t offset_;
};

// The two sides of a lock. Of a member's memory: shared and exclusive. Of the window: all members' memory (MPI_Win_lock_all),
// and some member's exclusively; those of one side do not exclude each other there.
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

// What a rank knows of a lock.
struct LockView {
  LockBurst burst;
  std::uint64_t left_as = 0;  // its word when this rank left it, or as it begins
};

// A lock in one word of a control region. Its word has four counts of 16 bits: tickets given out, the ticket whose turn it is,
// and holders of each side. Who waits is served in the order of tickets; a burst goes before them while nobody holds the lock.
class WindowLock {
 public:
  // `of_window`: the one between all and one, at member 0.
  WindowLock(Window& window, WindowPeer& keeper, bool of_window) noexcept
      : window_(window), keeper_(keeper), of_window_(of_window) {}

  // Blocks, with progress. Code::kPeerLost where a member is lost meanwhile.
  Status acquire(LockSide side);
  Status release(LockSide side);

  static constexpr int kMostMembers = 65535;

 private:
  [[nodiscard]] bool fits(std::uint64_t state, LockSide side) const noexcept;
  [[nodiscard]] bool may_burst() const noexcept;
  [[nodiscard]] LockView& view() const noexcept;
  [[nodiscard]] std::uint64_t word_offset() const noexcept;
  [[nodiscard]] std::uint64_t waiter_offset(std::uint64_t ticket) const noexcept;
  Status take_ticket(LockSide side, std::uint64_t* ticket, bool* in);
  Status enter(LockSide side, std::uint64_t ticket);
  Status await_turn(LockSide side, std::uint64_t ticket);
  Status call_next(std::uint64_t state);

  Window& window_;
  WindowPeer& keeper_;
  bool of_window_;
};

}  // namespace penstock::core
