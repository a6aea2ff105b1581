#include "mpiexec/output.hpp"

#include <cerrno>
#include <climits>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
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

Status open_output(const std::string& pattern, int rank, int ranks, const std::string& host, base::Fd* out) {
  std::string name;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char letter = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    if (letter == 'r') name += std::to_string(rank);
    if (letter == 'R') name += fmt::format("{:0{}}", rank, std::to_string(ranks - 1).size());
    if (letter == 'h') name += host;
    if (letter == 'r' || letter == 'R' || letter == 'h') {
      ++i;
    } else {
      name.push_back(pattern[i]);
    }
  }
  const std::filesystem::path folder = std::filesystem::path(name).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return Status::system(error.value(), fmt::format("the folder {} for output", folder.string()));
  // Ranks that share a file each write behind what is there.
  out->reset(::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  return out->valid() ? Status::ok() : Status::system(errno, fmt::format("the file {} for output", name));
}

void LineCollector::write_to(base::Fd file, bool shown) {
  file_ = std::move(file);
  shown_ = shown;
}

Status LineCollector::add(std::string_view bytes) {
  for (std::string_view left = bytes; file_.valid() && !left.empty();) {
    const ssize_t n = ::write(file_.get(), left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return file_.reset(), Status::system(errno, "writing a rank's output to its file");
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  if (shown_) show(bytes);
  return Status::ok();
}

void LineCollector::show(std::string_view bytes) {
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
