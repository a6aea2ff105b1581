// Element is the kind of number that a reduction sees in a predefined datatype. Types of different languages with equal bits
// share one.
#pragma once

#include <cstdint>

namespace penstock::base {

enum class Element : std::uint8_t {
  kNone,  // no reduction accepts it: derived types, wide and Fortran characters, packed data
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kPlainInt8,  // Fortran integers, which no logical operation accepts
  kPlainInt16,
  kPlainInt32,
  kPlainInt64,
  kPlainInt128,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kHalf,
  kBfloat16,
  kFloat8E4M3,
  kFloat8E5M2,
  kFloat,
  kDouble,
  kLongDouble,
  kQuad,
  kComplexHalf,
  kComplexFloat,
  kComplexDouble,
  kComplexLongDouble,
  kComplexQuad,
  kLogical8,
  kLogical16,
  kLogical32,
  kLogical64,
  kLogical128,
  kByte,
  kFloatInt,
  kDoubleInt,
  kLongInt,
  kTwoInt,
  kShortInt,
  kLongDoubleInt,
  kTwoReal,
  kTwoDouble,
  kTwoInteger,
};

}  // namespace penstock::base
