// Engines of a whole job, each on a thread of its own: for tests of schedules.
#pragma once

#include <functional>

#include "base/config.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll::testing {

// Runs `body` on `ranks` threads at once, then shuts the engines down. The first failure of either is returned.
// A body that enables its engine's lock leaves it held.
Status run_engines(int ranks, const Config& config, const std::function<void(proto::Engine&)>& body);

// Starts the schedule and progresses until it is over.
Status finish(Schedule& schedule);

}  // namespace penstock::coll::testing
