// Our stdout or stderr, written without ever blocking the launcher.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.hpp"

namespace penstock::mpiexec {

// Where output goes: our stdout or stderr. Holds what the reader of it has not taken yet.
class Sink {
 public:
  explicit Sink(int fd) : fd_(fd) {}

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool empty() const { return written_ == queue_.size(); }
  // What is left to write.
  [[nodiscard]] std::string_view queued() const { return std::string_view(queue_).substr(written_); }
  // So much is waiting that the ranks should wait too.
  [[nodiscard]] bool full() const { return queue_.size() - written_ > kHighWater; }
  // Nobody reads any more; what comes is dropped.
  [[nodiscard]] bool broken() const { return broken_; }

  void push(std::string_view text);
  // Writes what can be written without blocking.
  Status flush();
  // errno of the write that broke it.
  [[nodiscard]] int error() const { return error_; }

 private:
  static constexpr std::size_t kHighWater = 1U << 20U;

  int fd_;
  std::string queue_;
  std::size_t written_ = 0;
  bool broken_ = false;
  int error_ = 0;
};

// A write or a file that failed with this errno: what it was, why, and the remedy where one is known.
[[nodiscard]] Status not_written(int error, std::string_view what);

}  // namespace penstock::mpiexec
