// What tests of collectives of integers share: a rank's counts and what it says, its buffers, the kinds that all ranks have.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "gpu_job.hpp"

namespace penstock::test {

// One rank of a job.
struct CollJob {
  const char* name = "";  // of the program
  unsigned seed = 1;
  int rank = 0, size = 1;
  long cases = 0, failures = 0;
};

// Counts a failure; the first few are said.
void fail(CollJob& job, const std::string& why);
// Fails where `code` is not MPI_SUCCESS, with its text.
void must(CollJob& job, int code, const std::string& what);
// Collective: the counts of all ranks, which rank 0 prints. Returns the program's exit status.
[[nodiscard]] int report(const CollJob& job);

// Memory that holds `values`, and room for one more. Ends the job where there is none.
[[nodiscard]] std::unique_ptr<Memory> memory_of(const MemoryKind& kind, const std::vector<int>& values);

// Those that a rank allocates alone and MPI may write, on all ranks. Collective. What one lacks is said, and counted in
// `*lacking` on all.
[[nodiscard]] std::vector<MemoryKind> common_kinds(const CollJob& job, long* lacking);

}  // namespace penstock::test
