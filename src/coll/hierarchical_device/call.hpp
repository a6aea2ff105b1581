// One collective of a team on several hosts whose members have GPUs: kernels inside each host and messages between, or over the
// memory of the hosts.
#pragma once

#include "coll/device/device_call.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"

namespace penstock::coll {

// Whether such a call can go that way at all. All ranks say the same.
[[nodiscard]] bool serves_hierarchical(const Query& query, const Team& team, const Arguments& arguments) noexcept;

// Of a team with `host`, where serves_hierarchical(). Members of a host say where their data are, in its shared buffer, and
// hosts tell each other whether all of theirs are on devices. If so each rank does its part (Hierarchical), and nobody of a
// host is through before all of it are; else the steps of build_on_host() follow. Operations use a host's shared buffer in one
// order.
void build_hierarchical(const Query& query, Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
