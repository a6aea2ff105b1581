// Allgather algorithms: `send` is this rank's part; `recv` describes one rank's part, on every rank.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void allgather_bruck(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
