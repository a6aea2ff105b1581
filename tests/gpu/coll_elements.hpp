// Operands of reductions, and checks whether the operation may give a result: every predefined datatype that MPI allows for
// some operation, and matrices of small integers whose product is an operation of the application.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace penstock::test {

enum class Op : std::uint8_t {
  kSum,
  kProd,
  kMin,
  kMax,
  kLand,
  kLor,
  kLxor,
  kBand,
  kBor,
  kBxor,
  kMinloc,
  kMaxloc,
  kMatrix,
};
inline constexpr std::size_t kOps = 13;

// The groups of types in section 6.9.2 of the standard; kMatrix is the application's.
enum class Group : std::uint8_t { kCInteger, kPlainInteger, kFloating, kLogical, kComplex, kByte, kPair, kMatrix };

struct ElementType {
  const char* name;
  MPI_Datatype handle;
  Group group;
  std::size_t extent;
  // Writes elements first to first + count - 1 of the operand of this key; bytes between values stay.
  void (*operands)(Op op, std::uint64_t key, std::size_t first, std::size_t count, unsigned char* out);
  // The first of elements first to first + count - 1 in `got` that the operands of these keys, in this order, do not give;
  // `count` where all are right. Integers to the bit, wrapping; sums and products of floats within a unit in the last place for
  // each operation, of the sum of absolute values. *why: what is there and what should be.
  std::size_t (*first_wrong)(Op op, std::span<const std::uint64_t> keys, std::size_t first, std::size_t count,
                             const unsigned char* got, std::string* why);
  // Returns a digest of the bits of all values, without padding.
  std::uint64_t (*digest)(std::size_t count, const unsigned char* got);
};

// Returns the element types, which stay valid for the life of the program; the first call is after MPI_Init. The last type has
// gaps between its elements.
[[nodiscard]] const std::vector<ElementType>& element_types();
// Frees the datatypes and the operation of the application. It is called before MPI_Finalize.
void free_element_types();
[[nodiscard]] bool takes(Op op, Group group);
[[nodiscard]] MPI_Op handle_of(Op op);
[[nodiscard]] const char* name_of(Op op);

}  // namespace penstock::test
