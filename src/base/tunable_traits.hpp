// Traits are facts about a tunable that tools show beside its row of the table: its group, and when it may be set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace penstock::base {

struct TunableGroup {
  std::string_view name;
  std::string_view meaning;
};

enum class Settable : std::uint8_t {
  kStart,       // before MPI starts
  kStartAlike,  // before MPI starts, with one value on all ranks
  kRunning,     // at any time: it is read at each use
  kNever,       // never: it is read before a tool could set it
};

struct TunableTraits {
  std::size_t group;  // index in tunable_groups()
  int level;          // audience: 1 users, 2 people who tune for a machine, 3 developers of the library
  Settable settable;
};

[[nodiscard]] std::span<const TunableGroup> tunable_groups() noexcept;
// Returns the traits of each row of tunables(), in that order.
[[nodiscard]] std::span<const TunableTraits> tunable_traits() noexcept;

}  // namespace penstock::base
