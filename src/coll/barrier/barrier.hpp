// Barrier algorithms.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void barrier_dissemination(Schedule& schedule, const Arguments& arguments);
// Between groups.
void barrier_leaders(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
