// This macro defines the symbol by which the stand-in driver finds the kernels of a library; it is used in
// the one source that lists them.
#pragma once

#include <cstring>

#include "kernels/sync/standin.hpp"

// `list` is an array of standin::Kernel, named from outside any namespace.
#define PENSTOCK_STANDIN_LIBRARY(list)                                                                                   \
  extern "C" __attribute__((visibility("default"))) const ::penstock::kernels::standin::Kernel* penstock_standin_kernel( \
      const char* name) {                                                                                                \
    for (const auto& kernel : (list)) {                                                                                  \
      if (std::strcmp(kernel.name, name) == 0) return &kernel;                                                           \
    }                                                                                                                    \
    return nullptr;                                                                                                      \
  }
