// The kernels of one instruction set. Each source that includes bodies.inc defines one table.
#pragma once

#include "base/reduce/reduce.hpp"

namespace penstock::base {

inline constexpr int kElements = static_cast<int>(Element::kTwoInteger) + 1;

// Rows without a function: the next lower set's serves.
struct KernelTable {
  ReduceKernel rows[kOperations][kElements];
};

extern const KernelTable kPlainKernels;
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512Kernels;
extern const KernelTable kAvx512Fp16Kernels;

// Those of this architecture, by Simd.
#if defined(__x86_64__)
inline constexpr const KernelTable* kTables[] = {&kPlainKernels, &kAvx2Kernels, &kAvx512Kernels, &kAvx512Fp16Kernels};
#else
inline constexpr const KernelTable* kTables[] = {&kPlainKernels};
#endif

}  // namespace penstock::base
