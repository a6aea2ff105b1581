// One collective of a team with GPUs, which goes over these if all data are there, and else over the host.
#pragma once

#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"

namespace penstock::coll {

// Lists the steps of an algorithm for host memory, or for memory of any kind by way of it (dispatch/ has it).
void build_on_host(const Query& query, Schedule& schedule, const Arguments& arguments);

// Of a team with `devices`, by the rows of GPU memory. But for messages members say where their data are, in the shared buffer;
// then either every device does its part, and nobody is through before all are, or the steps of build_on_host() follow. A call
// that cannot wait for the others (it was started, or others of the communicator are under way) learns it while it makes
// progress. Either way operations use the shared buffer in one order.
void build_on_devices(const Query& query, Schedule& schedule, const Arguments& arguments);

// The same once it is known that not all data are in one range of a device. `end`: what is behind it in a turn in the shared
// buffer that is kept; kNoStep: it has a turn of its own.
void build_by_rows(const Query& query, Schedule& schedule, const Arguments& arguments, Step end);
// The steps of messages, whatever memory the data are in. All members say so.
void build_by_messages(const Query& query, Schedule& schedule, const Arguments& arguments, const Row& row);
// The steps of the way over the host, before `end` if that is a step.
void build_before(Step end, const Query& query, Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
