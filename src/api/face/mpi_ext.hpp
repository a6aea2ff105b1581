// The results of mpi-ext.h's functions in every ABI shim.
#pragma once

#include "api/export.hpp"

namespace penstock::api {

// Tells if this build, as it is configured, accepts buffers in CUDA memory. May be called at any time; makes no process object.
PENSTOCK_EXPORT bool takes_cuda_buffers() noexcept;

}  // namespace penstock::api
