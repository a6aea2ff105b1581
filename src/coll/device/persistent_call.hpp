// A persistent collective of a team with GPUs.
#pragma once

#include "coll/device/device_call.hpp"

namespace penstock::coll {

// Of a team with `devices` and no shared buffer, since starts come in any order: they say what they have to say by messages.
// Blocks until all members list the same: they tell each other once where the data of all starts are, and map them; then a
// start has nothing left to find out, and begins what is listed here. Where one of them cannot, all starts go over the host.
// Where one fails, nothing is listed, and every start fails on all members.
void build_persistent(const Query& query, Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
