// Statuses that are written when a stream has come to an operation, long after the call: one, or an array of them.
#pragma once

#include <climits>
#include <cstddef>

#include "core/p2p/request.hpp"
#include "mpi.h"

namespace penstock::core {

class LateStatus {
 public:
  // Of an ABI whose statuses have other bytes: writes `status` to the index-th at `to`, its error only where it is not
  // kUnwritten. Called by any thread.
  using Write = void(void* to, std::size_t index, const MPI_Status& status) noexcept;
  static constexpr int kUnwritten = INT_MIN;

  // The standard ABI's; MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE are none. Converts silently: a face passes it as it came.
  LateStatus(MPI_Status* to) noexcept : to_(to) {}  // NOLINT(google-explicit-constructor)
  LateStatus(Write* write, void* to) noexcept : to_(to), write_(write) {}

  [[nodiscard]] bool ignored() const noexcept { return to_ == MPI_STATUS_IGNORE || to_ == MPI_STATUSES_IGNORE; }
  // An element of the array, as one.
  [[nodiscard]] LateStatus operator[](std::size_t index) const noexcept {
    LateStatus element(*this);
    element.index_ += index;
    return element;
  }
  void set(const Outcome& outcome) const noexcept {
    MPI_Status made{};
    made.MPI_ERROR = kUnwritten;
    write_status(outcome, &made);
    give(made);
  }
  // The standard's empty status, its error included.
  void set_empty() const noexcept {
    MPI_Status made{};
    write_empty_status(&made);
    give(made);
  }

 private:
  void give(const MPI_Status& made) const noexcept {
    if (ignored()) return;
    if (write_ != nullptr) return write_(to_, index_, made);
    MPI_Status& to = static_cast<MPI_Status*>(to_)[index_];
    const int error = made.MPI_ERROR == kUnwritten ? to.MPI_ERROR : made.MPI_ERROR;
    to = made;
    to.MPI_ERROR = error;
  }

  void* to_;
  Write* write_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace penstock::core
