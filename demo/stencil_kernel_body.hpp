// The stencil as a kernel body: nvcc compiles it for GPUs, the host compiler for the stand-in driver of tests.
#pragma once

#include <cstdint>

#include "kernels/sync/global.hpp"
#include "kernels/sync/kernel.hpp"
#include "stencil.hpp"
#include "stencil_arguments.hpp"

namespace demo {

// It works with any grid and block (one dimension): each thread takes cells at the grid's stride, so that neighbouring threads
// have neighbours in a row. Rows and columns are counted, because a division for each cell would take longer than its loads.
template <typename T>
PENSTOCK_DEVICE void stencil_body(const StencilArguments& arguments, const penstock::kernels::sync::GpuThread& self) {
  using Cells = penstock::kernels::sync::GlobalPtr<T>;
  const std::int64_t columns = arguments.columns, pitch = columns + 2;
  const std::int64_t first = static_cast<std::int64_t>(self.block()) * self.threads() + self.thread();
  const std::int64_t stride = static_cast<std::int64_t>(self.blocks()) * self.threads();
  const std::int64_t down = stride / columns, across = stride % columns;
  std::int64_t i = first / columns, j = first % columns;
  while (i < arguments.rows) {
    const std::int64_t at = (i + 1) * pitch + j + 1;
    const Cells row = Cells(arguments.from) + at, above = row + -pitch, below = row + pitch;
    const T edges = ((row + -1).load() + (row + 1).load()) + (above.load() + below.load());
    const T corners = ((above + -1).load() + (above + 1).load()) + ((below + -1).load() + (below + 1).load());
    (Cells(arguments.to) + at).store(T(kCentre) * row.load() + T(kEdge) * edges + T(kCorner) * corners);
    i += down;
    j += across;
    if (j < columns) continue;
    j -= columns;
    ++i;
  }
}

}  // namespace demo
