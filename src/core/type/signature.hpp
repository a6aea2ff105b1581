// Signatures of types (MPI-5.0, section 3.3.1) as numbers that ranks can compare: under PENSTOCK_CHECK.
#pragma once

#include <cstdint>
#include <string>

#include "core/type/datatype.hpp"

namespace penstock::core {

// A piece is a number of elements of a type, described by their predefined elements. Signatures are equal if the predefined
// elements come in the same order, except for hash collisions. A piece of MPI_PACKED matches every other of its length.
struct Piece {
  std::uint64_t bytes = 0;
  std::uint64_t elements = 0;  // number of predefined elements
  std::uint64_t signature = 0;
  std::uint8_t packed = 0;
  char type[31] = {};  // its name, cut to fit
};
[[nodiscard]] Piece piece_of(const Datatype& type, MPI_Count count);
// Returns a text such as "4 elements of MPI_INT (16 bytes)".
[[nodiscard]] std::string text_of(const Piece& piece);
// Returns true if the receive may match the message: the elements sent are the first elements of the receive.
// Messages that are too long are not passed here.
[[nodiscard]] bool matches(const Piece& sent, const Datatype& type, MPI_Count count);

}  // namespace penstock::core
