// Operands and results of accumulates that are not in host memory: kernels use them directly, or they are copied.
#pragma once

#include "proto/rma/accumulate_work.hpp"
#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

// Called once, when the executor is known. *source gets memory of the caller that must still be copied to
// work->origin; it has no layout if there is none.
Status place_buffers(const Core& core, AccumulateWork* work, Buffer* source);
// Does the same for an AccumulateSingle, whose operands are copied immediately.
Status place_single(const Core& core, AccumulateWork* work);

}  // namespace penstock::proto::rma
