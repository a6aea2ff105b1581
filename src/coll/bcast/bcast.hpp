// Broadcast algorithms. `recv` is the data, `root` where it starts.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void bcast_binomial(Schedule& schedule, const Arguments& arguments);
// Chain of ranks, the data cut into pieces of whole elements.
void bcast_pipeline(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
