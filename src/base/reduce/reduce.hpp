// This header has the predefined reductions on host memory: kernels compiled for several instruction sets, one of which is
// chosen at run time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/config.hpp"
#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "base/status.hpp"

namespace penstock::base {

// Each instruction set includes the ones before it. kNone is the set that every processor of the architecture has.
enum class Simd : std::uint8_t { kNone, kAvx2, kAvx512, kAvx512Fp16 };
[[nodiscard]] std::string_view simd_name(Simd simd) noexcept;
// Returns the best instruction set that this processor and its operating system support.
[[nodiscard]] Simd best_simd() noexcept;
// Returns the instruction set that PENSTOCK_SIMD asks for, and Code::kConfig if this processor lacks it.
[[nodiscard]] Status choose_simd(const Config& config, Simd* out);

// Computes out[i] = left[i] op right[i] for `count` contiguous elements at any address. `out` is `left` or `right`, or overlaps
// neither.
using CombineFn = void (*)(void* out, const void* left, const void* right, std::uint64_t count);
// Computes out[i] = ((a[i] op b[i]) op c[i]) op d[i] under the conditions above.
using CombineFourFn = void (*)(void* out, const void* a, const void* b, const void* c, const void* d, std::uint64_t count);

// All instruction sets give identical bits, except for the choice of the NaN that a sum or product of NaNs returns. Integers
// wrap. Minimum and maximum return the left operand if the values are equal or one is a NaN. Logical results are 0 or 1.
struct ReduceKernel {
  CombineFn combine = nullptr;
  CombineFourFn combine_four = nullptr;  // null if it would not be faster
  std::uint32_t extent = 0;              // bytes from one element to the next
};

// Returns null if MPI does not define the operation for this element. The kernel is never freed.
[[nodiscard]] const ReduceKernel* find_kernel(Simd simd, Operation operation, Element element) noexcept;

// Computes out[i] = (inputs[0][i] op inputs[1][i]) op ..., from left to right, in one pass over memory. `inputs` has at least
// one entry; `out` is any of them, or overlaps none.
void fold(const ReduceKernel& kernel, void* out, std::span<const void* const> inputs, std::uint64_t count) noexcept;

}  // namespace penstock::base
