// The same steps by NCCL, on the same stream.
#pragma once

#include <vector>

#include "gpu_rank.hpp"
#include "shapes.hpp"

namespace bench::enqueue {

// They use `rank` as long as they live. Ends the job where NCCL is not to be had.
void add_nccl_shapes(GpuRank& rank, std::vector<Shape>* shapes);

}  // namespace bench::enqueue
