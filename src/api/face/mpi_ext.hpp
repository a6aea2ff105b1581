// What the functions of mpi-ext.h answer in every face.
#pragma once

#include "api/export.hpp"

namespace penstock::api {

// Whether buffers in CUDA memory are accepted: by this build, as it is configured. At any time; makes no process object.
PENSTOCK_EXPORT bool takes_cuda_buffers() noexcept;

}  // namespace penstock::api
