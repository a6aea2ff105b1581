// Memory of the application, described by the arguments of a call, in the form that the engine uses.
#pragma once

#include "base/status.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// Makes the engine's form of the buffer. Returns kBuffer for a null address where data should be.
[[nodiscard]] Status make_buffer(const void* address, MPI_Count count, const Datatype& datatype, proto::Buffer* out);

}  // namespace penstock::core
