#include "mpiexec/stdin_forwarder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

Status StdinForwarder::open(Poller* poller, int reader) {
  poller_ = poller;
  reader_ = reader;
  terminal_ = ::isatty(STDIN_FILENO) != 0;
  struct stat info{};
  if (::fstat(STDIN_FILENO, &info) != 0) return Status::system(errno, "standard input");
  // A file that epoll cannot watch can be opened by each rank, each time with a position of its own.
  reopened_ = reader == kStdinAll && (S_ISREG(info.st_mode) || (S_ISCHR(info.st_mode) && !terminal_));
  null_.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return null_.valid() ? Status::ok() : Status::system(errno, "/dev/null");
}

Status StdinForwarder::descriptor_for(int rank, int* fd) {
  child_end_.reset();
  *fd = null_.get();
  if (reader_ != kStdinAll && reader_ != rank) return Status::ok();
  if (reopened_) return reopen(fd);
  if (terminal_ || reader_ == kStdinAll) return make_outlet(fd);
  *fd = STDIN_FILENO;
  return Status::ok();
}

Status StdinForwarder::reopen(int* fd) {
  child_end_.reset(::open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC));
  if (!child_end_.valid()) return Status::system(errno, "opening standard input once more for --stdin all");
  const off_t at = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (at > 0 && ::lseek(child_end_.get(), at, SEEK_SET) < 0) return Status::system(errno, "the position of standard input");
  *fd = child_end_.get();
  return Status::ok();
}

Status StdinForwarder::make_outlet(int* fd) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  child_end_.reset(fds[0]);
  outlets_.push_back(std::make_unique<Outlet>());
  outlets_.back()->pipe.reset(fds[1]);
  *fd = child_end_.get();
  return ::fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0 ? Status::ok() : Status::system(errno, "O_NONBLOCK");
}

Status StdinForwarder::start() {
  child_end_.reset();
  return outlets_.empty() ? Status::ok() : listen();
}

Status StdinForwarder::listen() {
  return poller_->watch(STDIN_FILENO, {Source::kStdin, 0});
}

void StdinForwarder::stop() {
  poller_->forget(STDIN_FILENO);
  for (const auto& outlet : outlets_) {
    if (outlet->pipe.valid()) poller_->forget(outlet->pipe.get());
    outlet->pipe.reset();
  }
}

Status StdinForwarder::on_readable() {
  // In the background, the terminal and its keys belong to another process group.
  if (terminal_ && ::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) {
    poller_->forget(STDIN_FILENO);
    asleep_ = true;
    return Status::ok();
  }
  std::array<char, 4096> bytes;
  const ssize_t n = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return Status::ok();
  if (n <= 0) {
    stop();  // end of input reaches the readers as the end of their pipes
    return Status::ok();
  }
  bool waiting = false;
  for (int i = 0; i < static_cast<int>(outlets_.size()); ++i) {
    Outlet& outlet = *outlets_[static_cast<std::size_t>(i)];
    if (!outlet.pipe.valid()) continue;
    outlet.pending.append(bytes.data(), static_cast<std::size_t>(n));
    PENSTOCK_TRY(drain(&outlet));
    if (outlet.pending.empty()) continue;
    if (!waiting) poller_->forget(STDIN_FILENO);  // no reader gets ahead of the slowest by more than a pipe
    waiting = true;
    PENSTOCK_TRY(poller_->watch(outlet.pipe.get(), {Source::kStdinPipe, i}, EPOLLOUT));
  }
  const bool read = std::any_of(outlets_.begin(), outlets_.end(), [](const auto& outlet) { return outlet->pipe.valid(); });
  if (!read) stop();
  return Status::ok();
}

Status StdinForwarder::on_writable(int index) {
  Outlet& outlet = *outlets_[static_cast<std::size_t>(index)];
  if (!outlet.pipe.valid()) return Status::ok();
  const int fd = outlet.pipe.get();
  PENSTOCK_TRY(drain(&outlet));
  if (!outlet.pending.empty()) return Status::ok();
  if (outlet.pipe.valid()) poller_->forget(fd);
  const bool waiting = std::any_of(outlets_.begin(), outlets_.end(), [](const auto& other) { return !other->pending.empty(); });
  return waiting ? Status::ok() : listen();
}

Status StdinForwarder::on_continue() {
  if (!asleep_) return Status::ok();
  asleep_ = false;
  return listen();
}

Status StdinForwarder::drain(Outlet* outlet) {
  while (!outlet->pending.empty()) {
    const ssize_t n = ::write(outlet->pipe.get(), outlet->pending.data(), outlet->pending.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return Status::ok();
    if (n < 0) {  // this rank has stopped reading
      outlet->pending.clear();
      poller_->forget(outlet->pipe.get());
      outlet->pipe.reset();
      return Status::ok();
    }
    outlet->pending.erase(0, static_cast<std::size_t>(n));
  }
  return Status::ok();
}

}  // namespace penstock::mpiexec
