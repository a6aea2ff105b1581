// Prefix reductions: `send` (in place: `recv`) in, `recv` out; operands are combined in rank order.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members, and elements without gaps between them.
void scan_shm(Schedule& schedule, const Arguments& arguments);
void exscan_shm(Schedule& schedule, const Arguments& arguments);
void scan_doubling(Schedule& schedule, const Arguments& arguments);
void exscan_doubling(Schedule& schedule, const Arguments& arguments);
void scan_tree(Schedule& schedule, const Arguments& arguments);
void exscan_tree(Schedule& schedule, const Arguments& arguments);
void scan_chain(Schedule& schedule, const Arguments& arguments);
void exscan_chain(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
