#include "base/random.hpp"

#include <cerrno>

#include <sys/random.h>

namespace penstock::base {

Status random_bytes(std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t n = getrandom(out.data(), out.size(), 0);
    if (n < 0) {
      if (errno == EINTR) continue;
      return Status::system(errno, "getrandom");
    }
    out = out.subspan(static_cast<std::size_t>(n));
  }
  return Status::ok();
}

Status random_u64(std::uint64_t* out) {
  return random_bytes(std::as_writable_bytes(std::span(out, 1)));
}

}  // namespace penstock::base
