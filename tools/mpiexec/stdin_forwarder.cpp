#include "mpiexec/stdin_forwarder.hpp"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace penstock::mpiexec {

Status StdinForwarder::open(Poller* poller, int* rank0_stdin) {
  poller_ = poller;
  *rank0_stdin = STDIN_FILENO;
  if (::isatty(STDIN_FILENO) == 0) return Status::ok();
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  child_end_.reset(fds[0]);
  pipe_.reset(fds[1]);
  if (::fcntl(pipe_.get(), F_SETFL, O_NONBLOCK) != 0) return Status::system(errno, "O_NONBLOCK");
  *rank0_stdin = child_end_.get();
  return poller_->watch(STDIN_FILENO, {Source::kStdin, 0});
}

void StdinForwarder::stop() {
  poller_->forget(STDIN_FILENO);
  if (pipe_.valid()) poller_->forget(pipe_.get());
  pipe_.reset();
}

Status StdinForwarder::on_readable() {
  // In the background the terminal belongs to someone else, and its keys are not for us.
  if (::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) {
    stop();
    return Status::ok();
  }
  std::array<char, 4096> bytes;
  const ssize_t n = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return Status::ok();
  if (n <= 0) {
    stop();  // end of input reaches rank 0 as the end of its pipe
    return Status::ok();
  }
  pending_.append(bytes.data(), static_cast<std::size_t>(n));
  PENSTOCK_TRY(drain());
  if (pending_.empty() || !pipe_.valid()) return Status::ok();
  poller_->forget(STDIN_FILENO);
  return poller_->watch(pipe_.get(), {Source::kStdinPipe, 0}, EPOLLOUT);
}

Status StdinForwarder::on_writable() {
  PENSTOCK_TRY(drain());
  if (!pending_.empty() || !pipe_.valid()) return Status::ok();
  poller_->forget(pipe_.get());
  return poller_->watch(STDIN_FILENO, {Source::kStdin, 0});
}

Status StdinForwarder::drain() {
  while (!pending_.empty()) {
    const ssize_t n = ::write(pipe_.get(), pending_.data(), pending_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return Status::ok();
    if (n < 0) {  // rank 0 reads no more
      pending_.clear();
      stop();
      return Status::ok();
    }
    pending_.erase(0, static_cast<std::size_t>(n));
  }
  return Status::ok();
}

}  // namespace penstock::mpiexec
