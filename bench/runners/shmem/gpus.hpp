// Symmetric memory of GPUs, which some OpenSHMEM libraries lack: gpus.cpp, or no_gpus.cpp in its place.
#pragma once

#include <cstddef>
#include <string>

namespace bench::pe {

// Selects the GPU of this rank (local rank modulo the number of devices), before shmem_init, and returns its name. Throws
// Failure if there is none, BadWords if the library has no such memory.
[[nodiscard]] std::string select_gpu(int local_rank);
// Allocates memory. Collective over the job. Null on all PEs if one of them has no room.
[[nodiscard]] void* allocate_on_gpus(std::size_t bytes);
// Copies between memory of GPUs and of the host; complete on return. Throws Failure.
void copy_gpu(void* to, const void* from, std::size_t bytes);
void fill_gpu(void* memory, unsigned char value, std::size_t bytes);

}  // namespace bench::pe
