// Predefined reductions on host memory: kernels, compiled for several instruction sets of which one is chosen at run time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/config.hpp"
#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "base/status.hpp"

namespace penstock::base {

// Instruction sets, each of which includes the ones before it. kNone: what every processor of this architecture has.
enum class Simd : std::uint8_t { kNone, kAvx2, kAvx512, kAvx512Fp16 };
[[nodiscard]] std::string_view simd_name(Simd simd) noexcept;
// The best that this processor and its system have.
[[nodiscard]] Simd best_simd() noexcept;
// What PENSTOCK_SIMD asks for. Code::kConfig if this processor lacks it.
[[nodiscard]] Status choose_simd(const Config& config, Simd* out);

// out[i] = left[i] op right[i], of `count` elements one after another at any address. `out` is `left`, or `right`, or overlaps
// neither.
using CombineFn = void (*)(void* out, const void* left, const void* right, std::uint64_t count);
// out[i] = ((a[i] op b[i]) op c[i]) op d[i], as above.
using CombineFourFn = void (*)(void* out, const void* a, const void* b, const void* c, const void* d, std::uint64_t count);

// All instruction sets give the same bits, but for which NaN a sum or product of NaNs is. Integers wrap. Of equal values, and
// where one is a NaN, minimum and maximum are the left operand. Logical results are 0 or 1.
struct ReduceKernel {
  CombineFn combine = nullptr;
  CombineFourFn combine_four = nullptr;  // null where it gains nothing
  std::uint32_t extent = 0;              // bytes from one element to the next
};

// Null where MPI defines no such operation. Lives for ever.
[[nodiscard]] const ReduceKernel* find_kernel(Simd simd, Operation operation, Element element) noexcept;

// out[i] = (inputs[0][i] op inputs[1][i]) op ... , left to right, in one pass over memory. `inputs` has at least one; `out` is
// any of them, or overlaps none.
void fold(const ReduceKernel& kernel, void* out, std::span<const void* const> inputs, std::uint64_t count) noexcept;

}  // namespace penstock::base
