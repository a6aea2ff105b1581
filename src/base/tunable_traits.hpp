// What tools are told of a tunable besides its row in the table: what it belongs to, and when it may be set.
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
  kStart,       // until MPI starts
  kStartAlike,  // until MPI starts, the same on all ranks
  kRunning,     // at any time: it is read whenever it is needed
  kNever,       // it is read before a tool could set it
};

struct TunableTraits {
  std::size_t group;  // in tunable_groups()
  int level;          // for whom: 1 users, 2 who tunes for a machine, 3 who works on the library
  Settable settable;
};

[[nodiscard]] std::span<const TunableGroup> tunable_groups() noexcept;
// One for each row of tunables(), in their order.
[[nodiscard]] std::span<const TunableTraits> tunable_traits() noexcept;

}  // namespace penstock::base
