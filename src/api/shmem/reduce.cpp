// Reductions and scans, over teams and over active sets.
#include <type_traits>

#include "api/shmem/face_team.hpp"

namespace penstock::shmem::face {
namespace {

using Kind = CollectiveCall::Kind;
using base::Element;
using base::Operation;

constexpr Element kPlainChar = std::is_signed_v<char> ? Element::kInt8 : Element::kUint8;

CollectiveCall call(const char* routine, Kind kind, void* dest, const void* source, std::size_t count, std::uint32_t size,
                    Operation operation, Element element) {
  return {.routine = routine,
          .kind = kind,
          .dest = dest,
          .source = source,
          .count = count,
          .size = size,
          .operation = operation,
          .element = element};
}

// A negative count counts as 0.
std::size_t counted(int count) {
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

}  // namespace

#define PENSTOCK_SHMEM_OVER_TEAM(key, name, kind, size, operation, element)                                         \
  PENSTOCK_SHMEM_BODY int penstock_##name##_##key(TeamHandle team, void* dest, const void* source, std::size_t n) { \
    return teams("shmem_" #name)                                                                                    \
        .collective(team, call("shmem_" #name, Kind::kind, dest, source, n, size, Operation::operation, element));  \
  }
#define PENSTOCK_SHMEM_OVER_SET(key, name, size, operation, element)                                                        \
  PENSTOCK_SHMEM_BODY void penstock_##name##_to_all_##key(void* dest, const void* source, int n, int start, int log_stride, \
                                                          int set_size, void* /*pWrk*/, long* /*pSync*/) {                  \
    teams("shmem_" #name "_to_all")                                                                                         \
        .collective(ActiveSet{start, log_stride, set_size}, call("shmem_" #name "_to_all", Kind::kReduce, dest, source,     \
                                                                 counted(n), size, Operation::operation, element));         \
  }

#define PENSTOCK_SHMEM_SUMS(key, size, element)                             \
  PENSTOCK_SHMEM_OVER_TEAM(key, sum_reduce, kReduce, size, kSum, element)   \
  PENSTOCK_SHMEM_OVER_TEAM(key, prod_reduce, kReduce, size, kProd, element) \
  PENSTOCK_SHMEM_OVER_TEAM(key, sum_inscan, kInscan, size, kSum, element)   \
  PENSTOCK_SHMEM_OVER_TEAM(key, sum_exscan, kExscan, size, kSum, element)
#define PENSTOCK_SHMEM_ORDER(key, size, element)                          \
  PENSTOCK_SHMEM_SUMS(key, size, element)                                 \
  PENSTOCK_SHMEM_OVER_TEAM(key, max_reduce, kReduce, size, kMax, element) \
  PENSTOCK_SHMEM_OVER_TEAM(key, min_reduce, kReduce, size, kMin, element)
#define PENSTOCK_SHMEM_BITS(key, size, element)                            \
  PENSTOCK_SHMEM_ORDER(key, size, element)                                 \
  PENSTOCK_SHMEM_OVER_TEAM(key, and_reduce, kReduce, size, kBand, element) \
  PENSTOCK_SHMEM_OVER_TEAM(key, or_reduce, kReduce, size, kBor, element)   \
  PENSTOCK_SHMEM_OVER_TEAM(key, xor_reduce, kReduce, size, kBxor, element)
PENSTOCK_SHMEM_ORDER(c1, 1, kPlainChar)
PENSTOCK_SHMEM_BITS(s1, 1, Element::kInt8)
PENSTOCK_SHMEM_BITS(s2, 2, Element::kInt16)
PENSTOCK_SHMEM_BITS(s4, 4, Element::kInt32)
PENSTOCK_SHMEM_BITS(s8, 8, Element::kInt64)
PENSTOCK_SHMEM_BITS(u1, 1, Element::kUint8)
PENSTOCK_SHMEM_BITS(u2, 2, Element::kUint16)
PENSTOCK_SHMEM_BITS(u4, 4, Element::kUint32)
PENSTOCK_SHMEM_BITS(u8, 8, Element::kUint64)
PENSTOCK_SHMEM_ORDER(f4, 4, Element::kFloat)
PENSTOCK_SHMEM_ORDER(f8, 8, Element::kDouble)
PENSTOCK_SHMEM_ORDER(f16, 16, Element::kLongDouble)
PENSTOCK_SHMEM_SUMS(z8, 8, Element::kComplexFloat)
PENSTOCK_SHMEM_SUMS(z16, 16, Element::kComplexDouble)

#define PENSTOCK_SHMEM_OLD_SUMS(key, size, element)      \
  PENSTOCK_SHMEM_OVER_SET(key, sum, size, kSum, element) \
  PENSTOCK_SHMEM_OVER_SET(key, prod, size, kProd, element)
#define PENSTOCK_SHMEM_OLD_ORDER(key, size, element)     \
  PENSTOCK_SHMEM_OLD_SUMS(key, size, element)            \
  PENSTOCK_SHMEM_OVER_SET(key, max, size, kMax, element) \
  PENSTOCK_SHMEM_OVER_SET(key, min, size, kMin, element)
#define PENSTOCK_SHMEM_OLD_BITS(key, size, element)       \
  PENSTOCK_SHMEM_OLD_ORDER(key, size, element)            \
  PENSTOCK_SHMEM_OVER_SET(key, and, size, kBand, element) \
  PENSTOCK_SHMEM_OVER_SET(key, or, size, kBor, element)   \
  PENSTOCK_SHMEM_OVER_SET(key, xor, size, kBxor, element)
PENSTOCK_SHMEM_OLD_BITS(s2, 2, Element::kInt16)
PENSTOCK_SHMEM_OLD_BITS(s4, 4, Element::kInt32)
PENSTOCK_SHMEM_OLD_BITS(s8, 8, Element::kInt64)
PENSTOCK_SHMEM_OLD_ORDER(f4, 4, Element::kFloat)
PENSTOCK_SHMEM_OLD_ORDER(f8, 8, Element::kDouble)
PENSTOCK_SHMEM_OLD_ORDER(f16, 16, Element::kLongDouble)
PENSTOCK_SHMEM_OLD_SUMS(z8, 8, Element::kComplexFloat)
PENSTOCK_SHMEM_OLD_SUMS(z16, 16, Element::kComplexDouble)

}  // namespace penstock::shmem::face

#include "api/shmem/gen/reduce.inc"
