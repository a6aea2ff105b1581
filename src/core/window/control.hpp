// The words that the members of a window synchronize by: one control region of each member, which the others reach.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "core/window/core.hpp"

namespace penstock::core {

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

// A member's control region as this rank reaches it.
struct ControlRegion {
  rma::Target target;
  std::byte* words = nullptr;  // where it lies for loads and stores; null: nowhere
  bool attached = false;
};

// A word of a member's control region is changed by CPU atomics where it is mapped, else by the engine's.
class ControlWord {
 public:
  ControlWord(WindowCore& core, ControlRegion& region, std::uint64_t offset) noexcept
      : core_(core), region_(region), offset_(offset) {}

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

  WindowCore& core_;
  ControlRegion& region_;
  std::uint64_t offset_;
};

}  // namespace penstock::core
