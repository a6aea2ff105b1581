// The binary floating point number of 128 bits (IEEE 754 binary128; Fortran's REAL*16): __float128 where long double is
// another, as on x86, and long double itself where the architecture has it so, as ARM does.
#pragma once

#include <limits>

namespace penstock::base {

#if defined(__SIZEOF_FLOAT128__)
// `__extension__` stands before a declaration only, so this cannot be an alias.
__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using)
#else
using Quad = long double;
static_assert(std::numeric_limits<long double>::digits == 113, "no type of this compiler is binary128");
#endif
static_assert(sizeof(Quad) == 16);

// Of a long double in memory: the rest is padding.
inline constexpr int kLongDoubleBytes = std::numeric_limits<long double>::digits == 64 ? 10 : sizeof(long double);

}  // namespace penstock::base
