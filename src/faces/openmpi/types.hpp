// The types of the Open MPI ABI. Handles are addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mpi.h"

// The sources in faces/common are compiled into this namespace.
#define PENSTOCK_FACE openmpi

namespace penstock::faces::openmpi {

inline constexpr std::string_view kAbiName = "Open MPI ABI";

using Comm = struct CommObject*;
using Datatype = struct DatatypeObject*;
using Errhandler = struct ErrhandlerObject*;
using File = struct FileObject*;
using Group = struct GroupObject*;
using Info = struct InfoObject*;
using Message = struct MessageObject*;
using Op = struct OpObject*;
using Request = struct RequestObject*;
using Session = struct SessionObject*;
using Win = struct WinObject*;

// MPI_Status, as in memory.
struct Status {
  int source;
  int tag;
  int error;
  int cancelled;
  std::size_t bytes;
};
static_assert(sizeof(Status) == 24 && alignof(Status) == 8);
[[nodiscard]] inline std::uint64_t bytes_of(const Status& status) noexcept {
  return status.bytes;
}
[[nodiscard]] inline bool is_cancelled(const Status& status) noexcept {
  return status.cancelled != 0;
}
inline void set_amount(Status* status, std::uint64_t bytes, bool cancelled) noexcept {
  status->bytes = bytes;
  status->cancelled = cancelled ? 1 : 0;
}

// One constant in both ABIs.
struct Known {
  int theirs;
  int ours;
};

// An error class that the standard has not.
struct ErrorClass {
  int theirs;
  std::string_view text;
};

}  // namespace penstock::faces::openmpi
