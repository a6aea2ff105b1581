// The beginning of the programs here, and their memory: all kinds of tests/common and device memory of another rank
// that the test itself has mapped.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "common/memory.hpp"

namespace penstock::test {

// Initialises MPI and opens the GPU; ends the job if that fails. MPI_COMM_WORLD returns errors.
void begin_job(int* argc, char*** argv, int* rank, int* size, int thread_level = MPI_THREAD_SINGLE);
// Does the same, and ends the job unless there are 2, 4 or 8 ranks.
void begin_job_of_pairs(int* argc, char*** argv, int* rank, int* size);

// Returns memory_kinds() and "peer", in a fixed order, the same on every rank.
[[nodiscard]] std::vector<MemoryKind> all_kinds();

// Calls Memory::make() for at least `bytes`, in whole 2 MiB for kinds that need it. For Where::kPeer it is collective over
// MPI_COMM_WORLD: rank r maps the allocation of rank r ^ 1.
[[nodiscard]] std::unique_ptr<Memory> make_memory(const MemoryKind& kind, std::size_t bytes, std::string* why);

}  // namespace penstock::test
