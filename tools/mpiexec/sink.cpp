#include "mpiexec/sink.hpp"

#include <cerrno>
#include <climits>

#include <poll.h>
#include <unistd.h>

namespace penstock::mpiexec {
namespace {

std::string_view remedy(int error) {
  switch (error) {
    case ENOSPC: return "; make room there, or send the output elsewhere";
    case EDQUOT: return "; delete files of yours there, or send the output elsewhere";
    case EFBIG: return "; raise the limit of a file's size (ulimit -f), or send the output elsewhere";
    default: return "";
  }
}

}  // namespace

void Sink::push(std::string_view text) {
  if (broken_) return;
  if (written_ > 0 && empty()) {
    queue_.clear();
    written_ = 0;
  }
  queue_.append(text);
}

Status Sink::flush() {
  while (!empty()) {
    // The descriptor is shared with the process that started us, so we may not make it non-blocking. A pipe that polls as
    // writable takes PIPE_BUF bytes without blocking.
    pollfd ready{fd_, POLLOUT, 0};
    if (::poll(&ready, 1, 0) == 0) return Status::ok();
    const std::string_view piece = std::string_view(queue_).substr(written_, PIPE_BUF);
    const ssize_t n = ::write(fd_, piece.data(), piece.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return Status::ok();
    if (n < 0) {
      broken_ = true;
      error_ = errno;
      queue_.clear();
      written_ = 0;
      return not_written(error_, fd_ == STDOUT_FILENO ? "writing to stdout" : "writing to stderr");
    }
    written_ += static_cast<std::size_t>(n);
    if (written_ > kHighWater) {
      queue_.erase(0, written_);
      written_ = 0;
    }
  }
  return Status::ok();
}

Status not_written(int error, std::string_view what) {
  const Status status = Status::system(error, std::string(what));
  return Status::error(Code::kSystem, "{}{}", status.message(), remedy(error));
}

}  // namespace penstock::mpiexec
