// Uses shared buffers: every rank publishes that it has entered, and reads the words of all others. One round with one
// word for each rank; no messages. If ranks share CPUs, a rank is scheduled once for each operation: it publishes for
// the next one in the same turn.
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
