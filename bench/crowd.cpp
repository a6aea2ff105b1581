#include "crowd.hpp"

#include <sched.h>

#include "mpi_call.hpp"

namespace bench {

// Launchers may bind each rank to a processor of its own, so the union of their processors counts.
bool is_crowded(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  if (MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host) != MPI_SUCCESS) return false;
  cpu_set_t mine, all;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) != 0) CPU_ZERO(&mine);
  check(MPI_Allreduce(&mine, &all, static_cast<int>(sizeof mine), MPI_BYTE, MPI_BOR, host), "MPI_Allreduce");
  int ranks = 1;
  check(MPI_Comm_size(host, &ranks), "MPI_Comm_size");
  check(MPI_Comm_free(&host), "MPI_Comm_free");
  const int here = CPU_COUNT(&all) != 0 && ranks > CPU_COUNT(&all) ? 1 : 0;
  int anywhere = 0;
  check(MPI_Allreduce(&here, &anywhere, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
  return anywhere == 1;
}

}  // namespace bench
