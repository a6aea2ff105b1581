#include "boot/inherited.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace penstock::boot {

Status make_segments(int ranks, base::Fd* out) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(ranks) * kSegmentRoom;
  rlimit most{};
  if (::getrlimit(RLIMIT_FSIZE, &most) != 0) return Status::system(errno, "RLIMIT_FSIZE");
  if (most.rlim_cur != RLIM_INFINITY && most.rlim_cur < bytes) return Status::ok();
  base::Fd made(::memfd_create("penstock", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!made.valid()) return Status::system(errno, "making the ranks' shared memory (memfd_create)");
  if (::ftruncate(made.get(), static_cast<off_t>(bytes)) != 0) return Status::system(errno, "sizing the ranks' shared memory");
  if (::fcntl(made.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return Status::system(errno, "sealing the ranks' shared memory");
  }
  *out = std::move(made);
  return Status::ok();
}

Status make_fd_channel(base::Fd* out) {
  out->reset(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  return out->valid() ? Status::ok() : Status::system(errno, "making a socket to pass descriptors");
}

}  // namespace penstock::boot
