// Members of a team exchange words by these steps of a schedule, whether they wait for it (team_carrier.hpp) or do other work
// meanwhile (setup_round.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"

namespace penstock::runtime {

// These return the arguments of the allgather and of the alltoall that do Carrier::gather() and Carrier::hand(). The memory
// outlives the schedule.
[[nodiscard]] coll::Arguments gather_arguments(const void* mine, void* all, std::size_t bytes) noexcept;
[[nodiscard]] coll::Arguments hand_arguments(std::span<const std::byte> sent, std::span<std::byte> got,
                                             std::size_t cell) noexcept;

// Begins a schedule whose steps are listed, and waits for its end, with progress.
Status run_listed(coll::Schedule& schedule);

}  // namespace penstock::runtime
