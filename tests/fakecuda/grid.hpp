// Runs the grid of one kernel launch on the calling thread.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <vector>

#include "kernels/sync/standin.hpp"
#include "stream.hpp"

namespace penstock::fakecuda {

struct Launch {
  const kernels::standin::Kernel* kernel = nullptr;
  kernels::standin::Shape grid;
  kernels::standin::Shape block;
  std::size_t shared_bytes = 0;
  std::vector<std::byte> arguments;
};

// Returns when every GPU thread has returned, or the process exits. As many blocks run at a time as the device's
// multiprocessors hold; the next start as these end. The result is CUDA_ERROR_LAUNCH_FAILED if all threads wait for each other.
CUresult run_grid(const Launch& launch, Worker& worker);

}  // namespace penstock::fakecuda
