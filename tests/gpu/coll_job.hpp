// The parts that tests of collectives of integers share: a rank's counts and messages, its buffers,
// the kinds that all ranks have.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "gpu_job.hpp"

namespace penstock::test {

// One rank of a job.
struct CollJob {
  const char* name = "";  // the program's name
  unsigned seed = 1;
  int rank = 0, size = 1;
  long cases = 0, failures = 0;
};

// Counts a failure; the first few are printed.
void fail(CollJob& job, const std::string& why);
// Fails with the text of `code` if it is not MPI_SUCCESS.
void must(CollJob& job, int code, const std::string& what);
// Prints the counts of all ranks on rank 0. Collective. Returns the program's exit status.
[[nodiscard]] int report(const CollJob& job);

// Returns memory that holds `values`, with room for one more. Ends the job if there is none.
[[nodiscard]] std::unique_ptr<Memory> memory_of(const MemoryKind& kind, const std::vector<int>& values);

// Returns the kinds that a rank allocates alone and MPI may write, and that all ranks have. Collective. A missing kind is
// printed, and counted in `*lacking` on all ranks.
[[nodiscard]] std::vector<MemoryKind> common_kinds(const CollJob& job, long* lacking);

}  // namespace penstock::test
