// The steps by which members of a team tell each other something in a schedule: one list for those who wait for it
// (team_carrier.hpp) and for those who do something else meanwhile (setup_round.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"

namespace penstock::runtime {

// Carrier::gather() and Carrier::hand() as arguments of an allgather and of an alltoall. The memory outlives the schedule.
[[nodiscard]] coll::Arguments gather_arguments(const void* mine, void* all, std::size_t bytes) noexcept;
[[nodiscard]] coll::Arguments hand_arguments(std::span<const std::byte> sent, std::span<std::byte> got,
                                             std::size_t cell) noexcept;

// Begins a schedule whose steps are listed, and waits for its end, with progress.
Status run_listed(coll::Schedule& schedule);

}  // namespace penstock::runtime
