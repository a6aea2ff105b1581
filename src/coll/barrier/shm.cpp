// In shared buffers: everybody says that it is in, and looks at everybody. One round of one word a rank; no messages. Where
// ranks share CPUs, a rank is switched to once an operation: it says so for the next one in the same turn.
#include "coll/barrier/barrier.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/shm/programs.hpp"

namespace penstock::coll {

void barrier_shm(Schedule& schedule, const Arguments& /*arguments*/) {
  ShmProgram& op = schedule.new_shm_program();
  barrier_on_shm(op);
  schedule.on_shm(op);
}

}  // namespace penstock::coll
