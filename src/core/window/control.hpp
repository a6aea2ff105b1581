// The members of a window synchronize by words in control regions: each member has one, which the others reach.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "core/window/core.hpp"

namespace penstock::core {

// ControlLayout says where the words of a control region lie:
//
//   1. the lock of the member's memory, and the lock of the whole window, of which that of member 0 is used;
//   2. for each of the two locks an array of waiting ranks, by ticket modulo members;
//   3. two counters for each member: how often it posted to this one, and how often it completed;
//   4. in a dynamic window, the head of the table of attached memory (window/table.hpp).
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

// ControlRegion is the control region of a member, attached by this rank.
struct ControlRegion {
  rma::Target target;
  std::byte* words = nullptr;  // Loads and stores reach the region there; it is null where they do not.
};

// A word of a member's control region is changed by atomics of the CPU where it is mapped, else by those of the engine.
class ControlWord {
 public:
  ControlWord(WindowCore& core, ControlRegion& region, std::uint64_t offset) noexcept
      : core_(core), region_(region), offset_(offset) {}

  // Returns the address at which the word is mapped, or null.
  [[nodiscard]] std::uint64_t* direct() const noexcept;
  Status load(std::uint64_t* out);
  Status store(std::uint64_t value);
  Status add(std::uint64_t value);
  Status fetch_add(std::uint64_t value, std::uint64_t* old);
  // *seen gets the value before: `expected` if the word was changed.
  Status compare_swap(std::uint64_t expected, std::uint64_t desired, std::uint64_t* seen);

 private:
  Status operate(int op, std::uint64_t operand, std::uint64_t compare, std::uint64_t* old);

  WindowCore& core_;
  ControlRegion& region_;
  std::uint64_t offset_;
};

}  // namespace penstock::core
