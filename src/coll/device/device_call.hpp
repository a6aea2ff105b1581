// One collective of a team with GPUs, which goes over these if all data are there, and else over the host.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/device/plan.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"

namespace penstock::coll {

// Lists the steps of an algorithm for host memory, or for memory of any kind by way of it.
using HostBuilder = void (*)(const Query& query, Schedule& schedule, const Arguments& arguments);

// Of a team with `devices`. Members say where their data are, on the board; then either every device does its part, and nobody
// is through before all are, or the steps of `on_host` follow. A call that cannot wait for the others (it was started, or
// others of the communicator are under way) learns it while it makes progress. Either way operations use the board in one
// order.
void build_on_devices(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

// The same once it is known that the call does not go in one shot (one_shot_call.hpp). `end`: what is behind it in a turn on
// the board that is kept; kNoStep: it has a turn of its own.
void build_by_cards(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host, Step end);
// Listed by a task: the steps of the way over the host, before `end`.
void build_before(Step end, const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

}  // namespace penstock::coll
