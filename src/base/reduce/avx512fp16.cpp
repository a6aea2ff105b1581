// This table is compiled for AVX512-FP16 (CMakeLists.txt), which has arithmetic on half-precision numbers. A sum or product
// computed in float and rounded to half precision is correctly rounded, so the bits are those of the other instruction sets.
#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/reduce/table.hpp"

namespace penstock::base {
namespace {

#include "base/reduce/bodies.inc"

constexpr ReduceKernel half(Operation operation) noexcept {
  switch (operation) {
    case Operation::kSum: return {combine<_Float16, Sum>, combine_four<_Float16, Sum>, sizeof(_Float16)};
    case Operation::kProd: return {combine<_Float16, Prod>, nullptr, sizeof(_Float16)};
    default: return {};
  }
}
constexpr ReduceKernel complex_half(Operation operation) noexcept {
  switch (operation) {
    case Operation::kSum: return {combine_complex<combine<_Float16, Sum>>, nullptr, sizeof(Complex<_Float16>)};
    case Operation::kProd: return {multiply_complex<_Float16>, nullptr, sizeof(Complex<_Float16>)};
    default: return {};
  }
}

constexpr KernelTable make_table() noexcept {
  KernelTable table{};
  for (int i = 0; i < kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    table.rows[i][static_cast<int>(Element::kHalf)] = half(operation);
    table.rows[i][static_cast<int>(Element::kComplexHalf)] = complex_half(operation);
  }
  return table;
}

}  // namespace

constinit const KernelTable kAvx512Fp16Kernels = make_table();

}  // namespace penstock::base
