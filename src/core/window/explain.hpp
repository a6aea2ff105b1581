// The lines that PENSTOCK_EXPLAIN writes about windows.
#pragma once

#include "core/window/core.hpp"

namespace penstock::core {

// Says how operations on that memory of a member, which is rank `world` of the job, go: once for all windows of which it reads
// the same.
void explain(WindowCore& core, int world, const rma::Target& memory);

}  // namespace penstock::core
