// A table has the kernels of one instruction set. Each source that includes bodies.inc defines one table.
#pragma once

#include "base/reduce/reduce.hpp"

namespace penstock::base {

inline constexpr int kElements = static_cast<int>(Element::kTwoInteger) + 1;

// A row without a function means that the next lower instruction set serves it.
struct KernelTable {
  ReduceKernel rows[kOperations][kElements];
};

extern const KernelTable kPlainKernels;
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512Kernels;
extern const KernelTable kAvx512Fp16Kernels;

// These are the tables of this architecture, indexed by Simd.
#if defined(__x86_64__)
inline constexpr const KernelTable* kTables[] = {&kPlainKernels, &kAvx2Kernels, &kAvx512Kernels, &kAvx512Fp16Kernels};
#else
inline constexpr const KernelTable* kTables[] = {&kPlainKernels};
#endif

}  // namespace penstock::base
