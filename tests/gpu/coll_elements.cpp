#include "coll_elements.hpp"

#include <algorithm>

#include "coll_models.hpp"
#include "mpix.h"

namespace penstock::test {
namespace {

template <typename Model>
constexpr std::size_t extent_of() {
  if constexpr (requires { Model::kExtent; }) return Model::kExtent;
  return sizeof(typename Model::Value);
}

template <typename Model>
void operands(Op op, std::uint64_t key, std::size_t first, std::size_t count, unsigned char* out) {
  for (std::size_t i = 0; i < count; ++i) Model::store(Model::make(op, mixed(key, first + i)), out + i * extent_of<Model>());
}

template <typename Model>
std::size_t first_wrong(Op op, std::span<const std::uint64_t> keys, std::size_t first, std::size_t count,
                        const unsigned char* got, std::string* why) {
  for (std::size_t i = 0; i < count; ++i) {
    auto expected = Model::wide(Model::make(op, mixed(keys[0], first + i)));
    for (const std::uint64_t key : keys.subspan(1))
      Model::fold(op, &expected, Model::wide(Model::make(op, mixed(key, first + i))));
    const auto value = Model::load(got + i * extent_of<Model>());
    if (Model::accepts(op, keys.size(), expected, value)) continue;
    *why = Model::text(Model::wide(value)) + ", not " + Model::text(expected);
    return i;
  }
  return count;
}

template <typename Model>
std::uint64_t digest(std::size_t count, const unsigned char* got) {
  std::uint64_t made = 1;
  unsigned char bytes[extent_of<Model>()] = {};
  for (std::size_t i = 0; i < count; ++i) {
    Model::store(Model::load(got + i * extent_of<Model>()), bytes);
    for (std::size_t at = 0; at < sizeof bytes;) {
      std::uint64_t word = 0;
      const std::size_t part = std::min(sizeof word, sizeof bytes - at);
      std::memcpy(&word, bytes + at, part);
      made = mixed(made, word);
      at += part;
    }
  }
  return made;
}

// The application's operation. MPI gives it memory that the host reads and writes, wherever the operands are.
template <int Gap>
void multiply(const void* in, void* inout, int count) {
  using Model = MatrixModel<Gap>;
  const auto* left = static_cast<const unsigned char*>(in);
  auto* right = static_cast<unsigned char*>(inout);
  for (int i = 0; i < count; ++i, left += Model::kExtent, right += Model::kExtent) {
    auto product = Model::load(left);
    Model::fold(Op::kMatrix, &product, Model::load(right));
    Model::store(product, right);
  }
}

struct Made {
  MPI_Datatype close = MPI_DATATYPE_NULL;
  MPI_Datatype apart = MPI_DATATYPE_NULL;  // a gap behind each
  MPI_Op product = MPI_OP_NULL;
};
Made& made() {
  static Made all;
  return all;
}

void multiply_any(void* in, void* inout, int* count, MPI_Datatype* type) {
  if (*type == made().apart) return multiply<2>(in, inout, *count);
  multiply<0>(in, inout, *count);
}

void make_types() {
  Made& all = made();
  MPI_Type_contiguous(4, MPI_INT, &all.close);
  MPI_Type_create_resized(all.close, 0, MatrixModel<2>::kExtent, &all.apart);
  MPI_Type_commit(&all.close);
  MPI_Type_commit(&all.apart);
  MPI_Op_create(multiply_any, 0, &all.product);
}

template <typename Model>
ElementType row(const char* name, MPI_Datatype handle, Group group) {
  return {name, handle, group, extent_of<Model>(), operands<Model>, first_wrong<Model>, digest<Model>};
}

#define INTEGER(handle, T) row<IntegerModel<T>>(#handle, handle, Group::kCInteger)
#define PLAIN(handle, T) row<IntegerModel<T>>(#handle, handle, Group::kPlainInteger)
#define FLOATING(handle, T) row<FloatModel<T>>(#handle, handle, Group::kFloating)
#define LOGICAL(handle, T) row<LogicalModel<T>>(#handle, handle, Group::kLogical)
#define COMPLEX(handle, T) row<ComplexModel<T>>(#handle, handle, Group::kComplex)
#define PAIR(handle, V, I) row<PairModel<V, I>>(#handle, handle, Group::kPair)

std::vector<ElementType> make_rows() {
  make_types();
  return {
      INTEGER(MPI_INT, int),
      INTEGER(MPI_LONG, long),
      INTEGER(MPI_SHORT, short),
      INTEGER(MPI_LONG_LONG, long long),
      INTEGER(MPI_UNSIGNED_SHORT, unsigned short),
      INTEGER(MPI_UNSIGNED, unsigned),
      INTEGER(MPI_UNSIGNED_LONG, unsigned long),
      INTEGER(MPI_UNSIGNED_LONG_LONG, unsigned long long),
      INTEGER(MPI_SIGNED_CHAR, signed char),
      INTEGER(MPI_UNSIGNED_CHAR, unsigned char),
      INTEGER(MPI_INT8_T, std::int8_t),
      INTEGER(MPI_INT16_T, std::int16_t),
      INTEGER(MPI_INT32_T, std::int32_t),
      INTEGER(MPI_INT64_T, std::int64_t),
      INTEGER(MPI_UINT8_T, std::uint8_t),
      INTEGER(MPI_UINT16_T, std::uint16_t),
      INTEGER(MPI_UINT32_T, std::uint32_t),
      INTEGER(MPI_UINT64_T, std::uint64_t),
      PLAIN(MPI_INTEGER, std::int32_t),
      PLAIN(MPI_INTEGER1, std::int8_t),
      PLAIN(MPI_INTEGER2, std::int16_t),
      PLAIN(MPI_INTEGER4, std::int32_t),
      PLAIN(MPI_INTEGER8, std::int64_t),
      PLAIN(MPI_INTEGER16, Int128),
      PLAIN(MPI_AINT, MPI_Aint),
      PLAIN(MPI_COUNT, MPI_Count),
      PLAIN(MPI_OFFSET, MPI_Offset),
      FLOATING(MPI_FLOAT, float),
      FLOATING(MPI_DOUBLE, double),
      FLOATING(MPI_LONG_DOUBLE, long double),
      FLOATING(MPI_REAL, float),
      FLOATING(MPI_DOUBLE_PRECISION, double),
      FLOATING(MPI_REAL2, Half),
      FLOATING(MPIX_BFLOAT16, Bfloat16),
      FLOATING(MPIX_FLOAT8_E4M3, Float8E4M3),
      FLOATING(MPIX_FLOAT8_E5M2, Float8E5M2),
      FLOATING(MPI_REAL4, float),
      FLOATING(MPI_REAL8, double),
      FLOATING(MPI_REAL16, Quad),
      LOGICAL(MPI_C_BOOL, std::uint8_t),
      LOGICAL(MPI_CXX_BOOL, std::uint8_t),
      LOGICAL(MPI_LOGICAL, std::int32_t),
      LOGICAL(MPI_LOGICAL1, std::int8_t),
      LOGICAL(MPI_LOGICAL2, std::int16_t),
      LOGICAL(MPI_LOGICAL4, std::int32_t),
      LOGICAL(MPI_LOGICAL8, std::int64_t),
      LOGICAL(MPI_LOGICAL16, Int128),
      COMPLEX(MPI_C_FLOAT_COMPLEX, float),
      COMPLEX(MPI_C_DOUBLE_COMPLEX, double),
      COMPLEX(MPI_C_LONG_DOUBLE_COMPLEX, long double),
      COMPLEX(MPI_CXX_FLOAT_COMPLEX, float),
      COMPLEX(MPI_CXX_DOUBLE_COMPLEX, double),
      COMPLEX(MPI_CXX_LONG_DOUBLE_COMPLEX, long double),
      COMPLEX(MPI_COMPLEX, float),
      COMPLEX(MPI_DOUBLE_COMPLEX, double),
      COMPLEX(MPI_COMPLEX4, Half),
      COMPLEX(MPI_COMPLEX8, float),
      COMPLEX(MPI_COMPLEX16, double),
      COMPLEX(MPI_COMPLEX32, Quad),
      row<IntegerModel<std::uint8_t>>("MPI_BYTE", MPI_BYTE, Group::kByte),
      PAIR(MPI_FLOAT_INT, float, int),
      PAIR(MPI_DOUBLE_INT, double, int),
      PAIR(MPI_LONG_INT, long, int),
      PAIR(MPI_2INT, int, int),
      PAIR(MPI_SHORT_INT, short, int),
      PAIR(MPI_LONG_DOUBLE_INT, long double, int),
      PAIR(MPI_2REAL, float, float),
      PAIR(MPI_2DOUBLE_PRECISION, double, double),
      PAIR(MPI_2INTEGER, int, int),
      row<MatrixModel<0>>("matrix", made().close, Group::kMatrix),
      row<MatrixModel<2>>("matrix and gap", made().apart, Group::kMatrix),
  };
}

struct OpRow {
  MPI_Op handle;
  const char* name;
};
OpRow op_row(Op op) {
  static const OpRow kRows[kOps] = {{MPI_SUM, "MPI_SUM"},
                                    {MPI_PROD, "MPI_PROD"},
                                    {MPI_MIN, "MPI_MIN"},
                                    {MPI_MAX, "MPI_MAX"},
                                    {MPI_LAND, "MPI_LAND"},
                                    {MPI_LOR, "MPI_LOR"},
                                    {MPI_LXOR, "MPI_LXOR"},
                                    {MPI_BAND, "MPI_BAND"},
                                    {MPI_BOR, "MPI_BOR"},
                                    {MPI_BXOR, "MPI_BXOR"},
                                    {MPI_MINLOC, "MPI_MINLOC"},
                                    {MPI_MAXLOC, "MPI_MAXLOC"},
                                    {MPI_OP_NULL, "a product of matrices"}};
  return kRows[static_cast<std::size_t>(op)];
}

}  // namespace

const std::vector<ElementType>& element_types() {
  static const std::vector<ElementType> kRows = make_rows();
  return kRows;
}

void free_element_types() {
  MPI_Type_free(&made().close);
  MPI_Type_free(&made().apart);
  MPI_Op_free(&made().product);
}

bool takes(Op op, Group group) {
  const bool integer = group == Group::kCInteger || group == Group::kPlainInteger;
  switch (op) {
    case Op::kMin:
    case Op::kMax: return integer || group == Group::kFloating;
    case Op::kSum:
    case Op::kProd: return integer || group == Group::kFloating || group == Group::kComplex;
    case Op::kLand:
    case Op::kLor:
    case Op::kLxor: return group == Group::kCInteger || group == Group::kLogical;
    case Op::kBand:
    case Op::kBor:
    case Op::kBxor: return integer || group == Group::kByte;
    case Op::kMinloc:
    case Op::kMaxloc: return group == Group::kPair;
    case Op::kMatrix: return group == Group::kMatrix;
  }
  return false;
}

MPI_Op handle_of(Op op) {
  return op == Op::kMatrix ? made().product : op_row(op).handle;
}
const char* name_of(Op op) {
  return op_row(op).name;
}

}  // namespace penstock::test
