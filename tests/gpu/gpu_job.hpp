// How the programs here begin, and their memory: all kinds of tests/common and, of another rank, device memory that the test
// itself has mapped.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "common/memory.hpp"

namespace penstock::test {

// Begins MPI and opens the GPU; ends the job where it cannot. The world returns errors.
void begin_job(int* argc, char*** argv, int* rank, int* size, int thread_level = MPI_THREAD_SINGLE);
// And where there are not 2, 4 or 8 ranks.
void begin_job_of_pairs(int* argc, char*** argv, int* rank, int* size);

// memory_kinds() and "peer", in an order of its own, the same on every rank.
[[nodiscard]] std::vector<MemoryKind> all_kinds();

// Memory::make() of at least `bytes`, of whole 2 MiB where those are units of the kind. Collective over MPI_COMM_WORLD for
// Where::kPeer: rank r maps what rank r ^ 1 allocates.
[[nodiscard]] std::unique_ptr<Memory> make_memory(const MemoryKind& kind, std::size_t bytes, std::string* why);

}  // namespace penstock::test
