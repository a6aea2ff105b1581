// MPI_INFO_ENV: the description of this process that programs may read at any time.
#pragma once

#include "core/info.hpp"
#include "core/process.hpp"

namespace penstock::core {

// Made when it is first asked for, and again after the level of threads has changed. Lives as long as the process.
[[nodiscard]] Info& environment_of(Process& process);

}  // namespace penstock::core
