// The types of the MPICH ABI. Handles are ints; each kind has a type of its own here, so that the right table is taken.
#pragma once

#include <cstdint>
#include <string_view>

#include "mpi.h"

// The sources in faces/common are compiled into this namespace.
#define PENSTOCK_FACE mpich

namespace penstock::faces::mpich {

inline constexpr std::string_view kAbiName = "MPICH ABI";

enum class Comm : int {};
enum class Datatype : int {};
enum class Errhandler : int {};
enum class Group : int {};
enum class Info : int {};
enum class Message : int {};
enum class Op : int {};
enum class Request : int {};
enum class Session : int {};
enum class Win : int {};
using File = MPI_File;  // a pointer in both ABIs; null is another value

// MPI_Status, as in memory. The high half of the number of bytes is shifted left by one; bit 0 says that the operation was
// cancelled.
struct Status {
  int count_low;
  int count_high_and_cancelled;
  int source;
  int tag;
  int error;
};
static_assert(sizeof(Status) == 20 && alignof(Status) == 4);
[[nodiscard]] inline std::uint64_t bytes_of(const Status& status) noexcept {
  const auto high = static_cast<std::uint64_t>(static_cast<unsigned>(status.count_high_and_cancelled) >> 1);
  return high << 32 | static_cast<unsigned>(status.count_low);
}
[[nodiscard]] inline bool is_cancelled(const Status& status) noexcept {
  return (status.count_high_and_cancelled & 1) != 0;
}
inline void set_amount(Status* status, std::uint64_t bytes, bool cancelled) noexcept {
  status->count_low = static_cast<int>(bytes);
  status->count_high_and_cancelled = static_cast<int>(static_cast<unsigned>(bytes >> 32) << 1 | (cancelled ? 1U : 0U));
}

// One constant in both ABIs.
struct Known {
  int theirs;
  int ours;
};

}  // namespace penstock::faces::mpich
