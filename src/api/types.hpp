// Views that let one body serve the int and the MPI_Count form of a call (standard, section 2.5.8), and each ABI's statuses.
#pragma once

#include <cstddef>
#include <limits>

#include "core/object/count_array.hpp"
#include "core/stream/late_status.hpp"
#include "core/type/envelope.hpp"
#include "mpi.h"

namespace penstock::api {

// The constructors convert silently on purpose: an ABI shim passes either form of the argument as it came.
// NOLINTBEGIN(google-explicit-constructor)

// The counts of either form.
using CountArray = core::CountArray;
// Displacements or sizes of either form: int, or MPI_Aint (MPI_Aint and MPI_Count both have 8 bytes here).
using DisplacementArray = CountArray;
// The form of the call, for calls in which it matters beyond the arguments' types.
using Form = core::Form;
// Statuses that are written after the call.
using LateStatus = core::LateStatus;

// A count that a call returns. The int form reports MPI_UNDEFINED if the value does not fit.
class CountOut {
 public:
  CountOut(int* small) noexcept : data_(small), large_(false) {}
  CountOut(MPI_Count* large) noexcept : data_(large), large_(true) {}
  void set(MPI_Count value) const noexcept {
    if (large_) {
      *static_cast<MPI_Count*>(data_) = value;
    } else {
      const bool fits = value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
      *static_cast<int*>(data_) = fits ? static_cast<int>(value) : MPI_UNDEFINED;
    }
  }
  [[nodiscard]] bool null() const noexcept { return data_ == nullptr; }

 private:
  void* data_;
  bool large_;
};

// A count that a call reads and changes.
class CountInOut {
 public:
  CountInOut(int* small) noexcept : data_(small), large_(false) {}
  CountInOut(MPI_Count* large) noexcept : data_(large), large_(true) {}
  [[nodiscard]] MPI_Count get() const noexcept { return large_ ? *static_cast<MPI_Count*>(data_) : *static_cast<int*>(data_); }
  void set(MPI_Count value) const noexcept { CountOut(*this).set(value); }
  [[nodiscard]] bool null() const noexcept { return data_ == nullptr; }

 private:
  explicit operator CountOut() const noexcept {
    return large_ ? CountOut(static_cast<MPI_Count*>(data_)) : CountOut(static_cast<int*>(data_));
  }
  void* data_;
  bool large_;
};

// A callback of either form; at most one of the two is not null.
template <typename Small, typename Large>
class EitherFunction {
 public:
  EitherFunction(Small* function) noexcept : small_(function) {}
  EitherFunction(Large* function) noexcept : large_(function) {}
  [[nodiscard]] Small* small() const noexcept { return small_; }
  [[nodiscard]] Large* large() const noexcept { return large_; }
  [[nodiscard]] bool null() const noexcept { return small_ == nullptr && large_ == nullptr; }

 private:
  Small* small_ = nullptr;
  Large* large_ = nullptr;
};

// NOLINTEND(google-explicit-constructor)

}  // namespace penstock::api
