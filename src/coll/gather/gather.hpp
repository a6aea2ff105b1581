// Gather algorithms: `send` is this rank's part; at the root `recv` describes one rank's part, parts one after another.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void gather_binomial(Schedule& schedule, const Arguments& arguments);
void gather_linear(Schedule& schedule, const Arguments& arguments);

// `parts` consecutive parts in `recv`, from that of `rank` on.
[[nodiscard]] proto::Buffer parts_of(const Arguments& arguments, int rank, int parts) noexcept;

}  // namespace penstock::coll
