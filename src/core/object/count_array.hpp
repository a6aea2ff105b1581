// An array of counts or displacements, of type int or MPI_Count.
#pragma once

#include <cstddef>

#include "mpi.h"

namespace penstock::core {

// Converts silently on purpose: an ABI shim passes either form of the argument as it came.
// NOLINTBEGIN(google-explicit-constructor)
class CountArray {
 public:
  CountArray(const int* small) noexcept : data_(small), large_(false) {}
  CountArray(const MPI_Count* large) noexcept : data_(large), large_(true) {}
  MPI_Count operator[](std::size_t i) const noexcept {
    return large_ ? static_cast<const MPI_Count*>(data_)[i] : static_cast<const int*>(data_)[i];
  }
  [[nodiscard]] bool null() const noexcept { return data_ == nullptr; }

 private:
  const void* data_;
  bool large_;
};
// NOLINTEND(google-explicit-constructor)

}  // namespace penstock::core
