// This table is compiled for AVX2 and F16C (CMakeLists.txt).
#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/reduce/table.hpp"

namespace penstock::base {
namespace {

#include "base/reduce/bodies.inc"
#include "base/reduce/rows.inc"

}  // namespace

constinit const KernelTable kAvx2Kernels = make_table();

}  // namespace penstock::base
