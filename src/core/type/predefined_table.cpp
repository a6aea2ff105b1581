// The predefined datatypes. Sizes of Fortran's default types are those of the common compilers (4 bytes, 8 for DOUBLE
// PRECISION); applications can change them by MPI_Abi_set_fortran_info. Operations treat MPI_CHAR as a number, like char, and
// logical operations treat MPI_AINT, MPI_COUNT and MPI_OFFSET as integers, as MPICH and Open MPI do; the standard does not
// define that (Op::reduction_over notes it).
#include <array>
#include <cwchar>
#include <type_traits>

#include "core/type/datatype.hpp"

namespace penstock::core {
namespace {

static_assert(sizeof(long) == 8 && sizeof(long double) == 16 && sizeof(wchar_t) == 4 && sizeof(bool) == 1);

#define TYPE(name, bytes, element) {name, #name, bytes, Element::element}
#define PAIR(name, value, index, element) {name, #name, 0, Element::element, value, index}

MPI_Datatype short_float(std::uintptr_t number) {
  return reinterpret_cast<MPI_Datatype>(kBeyondStandard + number);  // NOLINT(performance-no-int-to-ptr): handles are numbers
}

auto make_table() {
  return std::to_array<PredefinedType>({
      TYPE(MPI_AINT, 8, kInt64),
      TYPE(MPI_COUNT, 8, kInt64),
      TYPE(MPI_OFFSET, 8, kInt64),
      TYPE(MPI_PACKED, 1, kNone),
      TYPE(MPI_SHORT, 2, kInt16),
      TYPE(MPI_INT, 4, kInt32),
      TYPE(MPI_LONG, 8, kInt64),
      TYPE(MPI_LONG_LONG, 8, kInt64),
      TYPE(MPI_UNSIGNED_SHORT, 2, kUint16),
      TYPE(MPI_UNSIGNED, 4, kUint32),
      TYPE(MPI_UNSIGNED_LONG, 8, kUint64),
      TYPE(MPI_UNSIGNED_LONG_LONG, 8, kUint64),
      TYPE(MPI_FLOAT, 4, kFloat),
      TYPE(MPI_C_FLOAT_COMPLEX, 8, kComplexFloat),
      TYPE(MPI_CXX_FLOAT_COMPLEX, 8, kComplexFloat),
      TYPE(MPI_DOUBLE, 8, kDouble),
      TYPE(MPI_C_DOUBLE_COMPLEX, 16, kComplexDouble),
      TYPE(MPI_CXX_DOUBLE_COMPLEX, 16, kComplexDouble),
      TYPE(MPI_LONG_DOUBLE, 16, kLongDouble),
      TYPE(MPI_C_LONG_DOUBLE_COMPLEX, 32, kComplexLongDouble),
      TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, 32, kComplexLongDouble),
      TYPE(MPI_LOGICAL, 4, kLogical32),
      TYPE(MPI_INTEGER, 4, kPlainInt32),
      TYPE(MPI_REAL, 4, kFloat),
      TYPE(MPI_COMPLEX, 8, kComplexFloat),
      TYPE(MPI_DOUBLE_PRECISION, 8, kDouble),
      TYPE(MPI_DOUBLE_COMPLEX, 16, kComplexDouble),
      TYPE(MPI_CHARACTER, 1, kNone),
      PAIR(MPI_FLOAT_INT, MPI_FLOAT, MPI_INT, kFloatInt),
      PAIR(MPI_DOUBLE_INT, MPI_DOUBLE, MPI_INT, kDoubleInt),
      PAIR(MPI_LONG_INT, MPI_LONG, MPI_INT, kLongInt),
      PAIR(MPI_2INT, MPI_INT, MPI_INT, kTwoInt),
      PAIR(MPI_SHORT_INT, MPI_SHORT, MPI_INT, kShortInt),
      PAIR(MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE, MPI_INT, kLongDoubleInt),
      PAIR(MPI_2REAL, MPI_REAL, MPI_REAL, kTwoReal),
      PAIR(MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, kTwoDouble),
      PAIR(MPI_2INTEGER, MPI_INTEGER, MPI_INTEGER, kTwoInteger),
      TYPE(MPI_C_BOOL, 1, kLogical8),
      TYPE(MPI_CXX_BOOL, 1, kLogical8),
      TYPE(MPI_WCHAR, 4, kNone),
      TYPE(MPI_INT8_T, 1, kInt8),
      TYPE(MPI_UINT8_T, 1, kUint8),
      {MPI_CHAR, "MPI_CHAR", 1, std::is_signed_v<char> ? Element::kInt8 : Element::kUint8},
      TYPE(MPI_SIGNED_CHAR, 1, kInt8),
      TYPE(MPI_UNSIGNED_CHAR, 1, kUint8),
      TYPE(MPI_BYTE, 1, kByte),
      TYPE(MPI_INT16_T, 2, kInt16),
      TYPE(MPI_UINT16_T, 2, kUint16),
      TYPE(MPI_INT32_T, 4, kInt32),
      TYPE(MPI_UINT32_T, 4, kUint32),
      TYPE(MPI_INT64_T, 8, kInt64),
      TYPE(MPI_UINT64_T, 8, kUint64),
      TYPE(MPI_LOGICAL1, 1, kLogical8),
      TYPE(MPI_LOGICAL2, 2, kLogical16),
      TYPE(MPI_LOGICAL4, 4, kLogical32),
      TYPE(MPI_LOGICAL8, 8, kLogical64),
      TYPE(MPI_LOGICAL16, 16, kLogical128),
      TYPE(MPI_INTEGER1, 1, kPlainInt8),
      TYPE(MPI_INTEGER2, 2, kPlainInt16),
      TYPE(MPI_INTEGER4, 4, kPlainInt32),
      TYPE(MPI_INTEGER8, 8, kPlainInt64),
      TYPE(MPI_INTEGER16, 16, kPlainInt128),
      TYPE(MPI_REAL2, 2, kHalf),
      TYPE(MPI_REAL4, 4, kFloat),
      TYPE(MPI_REAL8, 8, kDouble),
      TYPE(MPI_REAL16, 16, kQuad),
      TYPE(MPI_COMPLEX4, 4, kComplexHalf),
      TYPE(MPI_COMPLEX8, 8, kComplexFloat),
      TYPE(MPI_COMPLEX16, 16, kComplexDouble),
      TYPE(MPI_COMPLEX32, 32, kComplexQuad),
      {short_float(0), "MPIX_BFLOAT16", 2, Element::kBfloat16},
      {short_float(1), "MPIX_FLOAT8_E4M3", 1, Element::kFloat8E4M3},
      {short_float(2), "MPIX_FLOAT8_E5M2", 1, Element::kFloat8E5M2},
      {short_float(3), "MPIX_C_FLOAT16", 2, Element::kHalf},
  });
}

#undef TYPE
#undef PAIR

}  // namespace

std::span<const PredefinedType> predefined_types() {
  static const auto table = make_table();  // handles are casts, which are not allowed in constant expressions
  return table;
}

}  // namespace penstock::core
