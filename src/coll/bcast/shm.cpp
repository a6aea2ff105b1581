// Uses shared buffers: the root writes to its own, every other rank reads there. Two copies, in pieces; the root does not wait
// for the readers while its shared buffer has room, so that many short broadcasts need few switches between ranks.
#include "coll/bcast/bcast.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

void bcast_shm(Schedule& schedule, const Arguments& arguments) {
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  const bool root = schedule.team().rank == arguments.root;
  const Flat data = root ? flat_source(schedule, arguments.recv) : flat_target(schedule, arguments.recv);
  ShmProgram& op = schedule.new_shm_program();
  for_pieces(bytes, shm_piece(schedule), 1,
             [&](std::uint64_t at, std::uint64_t length) { bcast_on_shm(op, data.address + at, length, arguments.root); });
  if (root) {
    schedule.on_shm(op, {data.ready});
  } else {
    run_on_shm(schedule, op, {}, data, arguments.recv);
  }
}

}  // namespace penstock::coll
