// Memory of the program, described by the arguments of a call, as the engine takes it.
#pragma once

#include "base/status.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// The user's memory as the movers take it. kBuffer for a null address where data should be.
[[nodiscard]] Status make_buffer(const void* address, MPI_Count count, const Datatype& datatype, proto::Buffer* out);

}  // namespace penstock::core
