// The predefined objects of the Open MPI ABI: data symbols, whose addresses are the handles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mpi.h"

namespace penstock::faces::openmpi {

// A program that is not position-independent has copies of the objects that it names, contents and all, and every library uses
// these: so nothing here may take the address of one but through the loader, and our handle lies in the object itself.
template <std::size_t kBytes>
struct Object {
  std::uint64_t ours;
  std::array<unsigned char, kBytes - sizeof(std::uint64_t)> unused;
};

// Finds the object with our number; null where there is none.
extern const std::array<const void*, 0x404> kAddresses;

// Implements MPI_COMM_DUP_FN, MPI_COMM_NULL_COPY_FN and the like.
inline int copy(void* value, void* copied_value, int* flag) noexcept {
  *static_cast<void**>(copied_value) = value;
  *flag = 1;
  return MPI_SUCCESS;
}
inline int copy_nothing(int* flag) noexcept {
  *flag = 0;
  return MPI_SUCCESS;
}

}  // namespace penstock::faces::openmpi
