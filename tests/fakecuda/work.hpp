// Operations of a stream or a graph: checked, their parameters copied, ready to run on a stream's thread.
#pragma once

#include <cuda.h>

#include <cstddef>

#include "kernels/sync/standin.hpp"
#include "stream.hpp"

namespace penstock::fakecuda {

CUresult kernel_action(CUfunction function, const kernels::standin::Shape& grid, const kernels::standin::Shape& block,
                       unsigned shared_bytes, void** parameters, void** extra, Action* out);
// The copy is for a context of `device`; neither side is pageable memory.
CUresult copy_action(int device, CUdeviceptr to, CUdeviceptr from, std::size_t bytes, Action* out);

}  // namespace penstock::fakecuda
