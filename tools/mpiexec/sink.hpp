// Our stdout or stderr, written without ever blocking the launcher.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.hpp"

namespace penstock::mpiexec {

// One destination of output: our stdout or stderr. It holds the bytes that the reader has not taken yet.
class Sink {
 public:
  explicit Sink(int fd) : fd_(fd) {}

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool empty() const { return written_ == queue_.size(); }
  // The bytes that are not written yet.
  [[nodiscard]] std::string_view queued() const { return std::string_view(queue_).substr(written_); }
  // True if the queued bytes are so many that the ranks should wait, too.
  [[nodiscard]] bool full() const { return queue_.size() - written_ > kHighWater; }
  // True if the reader is gone; further output is dropped.
  [[nodiscard]] bool broken() const { return broken_; }

  void push(std::string_view text);
  // Writes as much as can be written without blocking.
  Status flush();
  // The errno of the write that failed.
  [[nodiscard]] int error() const { return error_; }

 private:
  static constexpr std::size_t kHighWater = 1U << 20U;

  int fd_;
  std::string queue_;
  std::size_t written_ = 0;
  bool broken_ = false;
  int error_ = 0;
};

// Describes a write or a file that failed with this errno: the operation, the reason, and the remedy where one is known.
[[nodiscard]] Status not_written(int error, std::string_view what);

}  // namespace penstock::mpiexec
