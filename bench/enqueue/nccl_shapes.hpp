// The steps of shapes.hpp, made with NCCL on the same stream.
#pragma once

#include <vector>

#include "gpu_rank.hpp"
#include "shapes.hpp"

namespace bench::enqueue {

// Adds the shapes, which use `rank` as long as they live. Ends the job where NCCL cannot be loaded.
void add_nccl_shapes(GpuRank& rank, std::vector<Shape>* shapes);

}  // namespace bench::enqueue
