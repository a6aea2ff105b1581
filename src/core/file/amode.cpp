#include "core/file/amode.hpp"

#include <bit>

#include "mpi.h"

namespace penstock::core {
namespace {

constexpr unsigned kWays = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR;
constexpr unsigned kAll = kWays | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN |
                          MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND;

bool has(int amode, int flag) noexcept {
  return (amode & flag) != 0;
}

}  // namespace

Status check_amode(int amode) {
  const auto bits = static_cast<unsigned>(amode);
  if ((bits & ~kAll) != 0) return Status::error(Code::kAmode, "amode is {:#x}, which has bits that are no MPI_MODE_", bits);
  if (std::popcount(bits & kWays) != 1) {
    return Status::error(Code::kAmode, "amode must have exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR");
  }
  if (has(amode, MPI_MODE_RDONLY) && (has(amode, MPI_MODE_CREATE) || has(amode, MPI_MODE_EXCL))) {
    return Status::error(Code::kAmode, "MPI_MODE_RDONLY excludes MPI_MODE_CREATE and MPI_MODE_EXCL; open with MPI_MODE_RDWR");
  }
  if (has(amode, MPI_MODE_RDWR) && has(amode, MPI_MODE_SEQUENTIAL)) {
    return Status::error(Code::kAmode, "MPI_MODE_RDWR excludes MPI_MODE_SEQUENTIAL; open for reading or for writing alone");
  }
  return Status::ok();
}

bool may_read(int amode) noexcept {
  return !has(amode, MPI_MODE_WRONLY);
}

bool may_write(int amode) noexcept {
  return !has(amode, MPI_MODE_RDONLY);
}

bool is_sequential(int amode) noexcept {
  return has(amode, MPI_MODE_SEQUENTIAL);
}

Status check_may_read(int amode) {
  if (may_read(amode)) return Status::ok();
  return Status::error(Code::kAccess, "the file is open with MPI_MODE_WRONLY; open it with MPI_MODE_RDWR to read from it");
}

Status check_may_write(int amode) {
  if (may_write(amode)) return Status::ok();
  return Status::error(Code::kReadOnly, "the file is open with MPI_MODE_RDONLY; open it with MPI_MODE_RDWR to change it");
}

Status check_not_sequential(int amode) {
  if (!is_sequential(amode)) return Status::ok();
  return Status::error(Code::kUnsupported,
                       "the file is open with MPI_MODE_SEQUENTIAL, which allows shared file pointers alone");
}

}  // namespace penstock::core
