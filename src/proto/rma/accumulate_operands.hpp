// Operands and results of accumulates that are not the CPU's: they are left where kernels reach them, or copied.
#pragma once

#include "proto/rma/accumulate_work.hpp"
#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

// Once, when it is known who executes it. *source gets memory of the caller that is still to be copied to work->origin; no
// layout: there is none.
Status place_buffers(const Core& core, AccumulateWork* work, Buffer* source);
// This does so for an AccumulateSingle, whose operands are copied at once.
Status place_single(const Core& core, AccumulateWork* work);

}  // namespace penstock::proto::rma
