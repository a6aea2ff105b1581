// The GPU helper's calls, checked.
#pragma once

#include <penstock_gpu.h>

#include <cstdio>
#include <string>

#include "mpi_call.hpp"

namespace bench::apps {

// Throws Failure with the driver's message if `result` is a failure.
inline void gpu(int result, const char* doing) {
  if (result < 0) throw Failure(std::string(doing) + ": " + penstock_gpu_error());
}

// Prints the failure; for places that may not throw.
inline void report_gpu_failure(const char* doing) {
  std::fprintf(stderr, "penstock-stencil: %s: %s\n", doing, penstock_gpu_error());
}

}  // namespace bench::apps
