#include "accel/driver/tenancy.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iterator>

namespace penstock::accel {
namespace {

constexpr int kVisitors = 128;  // connections that wait to be accepted; a further process still finds the place taken

// The socket's name is abstract, so nothing stays in the file system. A foreign process that binds such names makes small
// messages slower, but does no other harm.
socklen_t name_place(const GpuUuid& gpu, int place, sockaddr_un* out) {
  *out = {};
  out->sun_family = AF_UNIX;
  char* end = fmt::format_to(out->sun_path + 1, "penstock-gpu-");
  for (const std::byte byte : gpu) end = fmt::format_to(end, "{:02x}", static_cast<unsigned>(byte));
  end = fmt::format_to(end, "-{}", place);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<std::size_t>(end - out->sun_path));
}

Status make_socket(base::Fd* out) {
  *out = base::Fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  return out->valid() ? Status::ok() : Status::system(errno, "making a socket that tells who works on a GPU");
}

// Ranks may be threads of one process, which share its kernels' time on the GPU.
bool is_other(const base::Fd& connection) {
  ucred who{};
  socklen_t length = sizeof who;
  const bool told = getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &who, &length) == 0;
  return !told || who.pid != getpid();
}

}  // namespace

Status Tenancy::open(const GpuUuid& gpu) {
  opened_ = true;
  int place = -1;
  Status taken = take_place(gpu, &place);
  // A process that calls open() between these two calls finds this place, and connects to it.
  if (taken.is_ok()) taken = look_round(gpu, place);
  if (!taken.is_ok()) shared_ = true;
  return taken;
}

Status Tenancy::take_place(const GpuUuid& gpu, int* place) {
  PENSTOCK_TRY(make_socket(&socket_));
  for (*place = 0; *place < kPlaces; ++*place) {
    sockaddr_un name;
    const socklen_t length = name_place(gpu, *place, &name);
    if (bind(socket_.get(), reinterpret_cast<const sockaddr*>(&name), length) == 0) {
      return listen(socket_.get(), kVisitors) == 0 ? Status::ok() : Status::system(errno, "listening for who comes to a GPU");
    }
    if (errno != EADDRINUSE) return Status::system(errno, "naming a socket that tells who works on a GPU");
  }
  return Status::ok();  // no place is free: look_round() finds the other processes
}

// A refused connection is ignored: the place is free, or its process does not listen yet and will call look_round() itself.
Status Tenancy::look_round(const GpuUuid& gpu, int mine) {
  for (int place = 0; place < kPlaces; ++place) {
    if (place == mine) continue;
    base::Fd visit;
    PENSTOCK_TRY(make_socket(&visit));
    sockaddr_un name;
    const socklen_t length = name_place(gpu, place, &name);
    if (connect(visit.get(), reinterpret_cast<const sockaddr*>(&name), length) == 0) {
      shared_ |= is_other(visit);
    } else if (errno == EAGAIN) {  // more connections than that process has accepted
      shared_ = true;
    } else if (errno != ECONNREFUSED) {
      return Status::system(errno, "asking who works on a GPU");
    }
  }
  return Status::ok();
}

bool Tenancy::shared() noexcept {
  while (!shared_) {
    const base::Fd visitor(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!visitor.valid()) {
      shared_ = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
      break;
    }
    shared_ = is_other(visitor);
  }
  return shared_;
}

}  // namespace penstock::accel
