// Begin and end of the tool interface, and the parts that all of its lists share.
#include "base/log.hpp"
#include "mpi_t/gen/calls.hpp"
#include "mpi_t/text.hpp"

namespace penstock::mpi_t {
namespace {

bool is_level(int level) noexcept {
  return level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED || level == MPI_THREAD_SERIALIZED ||
         level == MPI_THREAD_MULTIPLE;
}

// A thread beside a process that runs without its lock cannot look at it.
int possible_level(Caller& caller, int required) noexcept {
  const bool unlocked = caller.instance() != nullptr && !caller.instance()->engine().lock().enabled();
  return unlocked && required == MPI_THREAD_MULTIPLE ? MPI_THREAD_SERIALIZED : required;
}

}  // namespace

int init_thread(Caller& caller, int required, int* provided) {
  if (!is_level(required)) return MPI_T_ERR_INVALID;
  Interface& tools = caller.tools();
  if (tools.users == 0) {
    if (Status loaded = tools.load(); !loaded.is_ok()) {
      Log().error("MPI_T_init_thread: {}", loaded.message());
      return MPI_T_ERR_CANNOT_INIT;
    }
    tools.thread_level = MPI_THREAD_SINGLE;
  }
  ++tools.users;
  tools.thread_level = std::max(tools.thread_level, possible_level(caller, required));
  give(tools.thread_level, provided);
  return MPI_SUCCESS;
}

int finalize(Caller& caller) {
  Interface& tools = caller.tools();
  if (--tools.users == 0) {
    tools.clear();
    if (caller.instance() != nullptr) tools.listen(*caller.instance());
  }
  return MPI_SUCCESS;
}

}  // namespace penstock::mpi_t
