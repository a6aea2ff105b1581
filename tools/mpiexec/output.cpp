#include "mpiexec/output.hpp"

#include <cerrno>
#include <climits>

#include <poll.h>
#include <unistd.h>

namespace penstock::mpiexec {

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
    // The descriptor is shared with whoever started us, so it is not ours to make non-blocking. A pipe that polls as
    // writable takes PIPE_BUF bytes without blocking.
    pollfd ready{fd_, POLLOUT, 0};
    if (::poll(&ready, 1, 0) == 0) return Status::ok();
    const std::string_view piece = std::string_view(queue_).substr(written_, PIPE_BUF);
    const ssize_t n = ::write(fd_, piece.data(), piece.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return Status::ok();
    if (n < 0) {
      broken_ = true;
      queue_.clear();
      written_ = 0;
      return Status::system(errno, fd_ == STDOUT_FILENO ? "writing to stdout" : "writing to stderr");
    }
    written_ += static_cast<std::size_t>(n);
    if (written_ > kHighWater) {
      queue_.erase(0, written_);
      written_ = 0;
    }
  }
  return Status::ok();
}

void LineCollector::add(std::string_view bytes) {
  if (at_once_) return sink_->push(bytes);
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    if (newline == std::string_view::npos) {
      partial_.append(bytes);
      if (partial_.size() > kLongestLine) finish();
      return;
    }
    partial_.append(bytes.substr(0, newline + 1));
    sink_->push(tag_);
    sink_->push(partial_);
    partial_.clear();
    bytes.remove_prefix(newline + 1);
  }
}

void LineCollector::finish() {
  if (partial_.empty()) return;
  partial_.push_back('\n');
  sink_->push(tag_);
  sink_->push(partial_);
  partial_.clear();
}

}  // namespace penstock::mpiexec
