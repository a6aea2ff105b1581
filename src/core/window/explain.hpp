// This unit writes the lines of PENSTOCK_EXPLAIN about windows.
#pragma once

#include "core/window/core.hpp"

namespace penstock::core {

// Writes how operations reach `memory`, which belongs to a member that is rank `world` of the job. The line is written once for
// all windows for which it reads the same.
void explain(WindowCore& core, int world, const rma::Target& memory);

}  // namespace penstock::core
