// Quad is the binary floating-point number of 128 bits (IEEE 754 binary128; Fortran's REAL*16). It is __float128 where long
// double has another format, as on x86, and long double where that is binary128, as on ARM.
#pragma once

#include <limits>

namespace penstock::base {

#if defined(__SIZEOF_FLOAT128__)
// `__extension__` may only precede a declaration, so Quad cannot be an alias here.
__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using)
#else
using Quad = long double;
static_assert(std::numeric_limits<long double>::digits == 113, "no type of this compiler is binary128");
#endif
static_assert(sizeof(Quad) == 16);

// A long double in memory has this many significant bytes; the rest is padding.
inline constexpr int kLongDoubleBytes = std::numeric_limits<long double>::digits == 64 ? 10 : sizeof(long double);

}  // namespace penstock::base
