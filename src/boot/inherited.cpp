#include "boot/inherited.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/random.hpp"

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

Status make_courier(base::Fd* out) {
  constexpr char kPrefix[] = "penstock-";
  constexpr std::size_t kPrefixLength = sizeof kPrefix - 1;
  std::array<std::byte, 11> random;
  PENSTOCK_TRY(base::random_bytes(random));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  char* at = name.sun_path + 1;  // abstract: the first byte is zero
  std::memcpy(at, kPrefix, kPrefixLength);
  at += kPrefixLength;
  for (const std::byte byte : random) {
    constexpr char kDigits[] = "0123456789abcdef";
    *at++ = kDigits[static_cast<unsigned>(byte) >> 4U];
    *at++ = kDigits[static_cast<unsigned>(byte) & 15U];
  }
  base::Fd made(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made.valid()) return Status::system(errno, "making a socket to pass descriptors");
  const auto length = static_cast<socklen_t>(at - reinterpret_cast<char*>(&name));
  if (::bind(made.get(), reinterpret_cast<const sockaddr*>(&name), length) != 0) {
    return Status::system(errno, "naming the socket that descriptors come through");
  }
  *out = std::move(made);
  return Status::ok();
}

}  // namespace penstock::boot
