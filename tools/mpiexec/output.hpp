// The ranks' output: gathered by line, written without ever blocking the launcher.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::mpiexec {

// Where lines go: our stdout or stderr. Holds what the reader of it has not taken yet.
class Sink {
 public:
  explicit Sink(int fd) : fd_(fd) {}

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool empty() const { return written_ == queue_.size(); }
  // So much is waiting that the ranks should wait too.
  [[nodiscard]] bool full() const { return queue_.size() - written_ > kHighWater; }
  // Nobody reads any more; what comes is dropped.
  [[nodiscard]] bool broken() const { return broken_; }

  void push(std::string_view text);
  // Writes what can be written without blocking.
  Status flush();

 private:
  static constexpr std::size_t kHighWater = 1U << 20U;

  int fd_;
  std::string queue_;
  std::size_t written_ = 0;
  bool broken_ = false;
};

// Opens a rank's file for its output, with the folders above it. `pattern` as OutputFiles has it; of `ranks` ranks in all.
Status open_output(const std::string& pattern, int rank, int ranks, const std::string& host, base::Fd* out);

// One stream of one rank. Whole lines go to the sink as they become whole.
class LineCollector {
 public:
  // `tag` is put in front of every line. `at_once` passes bytes on as they come: right when nobody else writes.
  LineCollector(Sink* sink, std::string tag, bool at_once) : sink_(sink), tag_(std::move(tag)), at_once_(at_once) {}

  // Bytes go to this file as they come, and to the sink as well only if `shown`.
  void write_to(base::Fd file, bool shown);
  // kSystem: the file does not take them.
  Status add(std::string_view bytes);
  // The stream has ended: a last line without a newline gets one.
  void finish();
  [[nodiscard]] Sink* sink() const { return sink_; }

 private:
  void show(std::string_view bytes);

  // A longer line is passed on in pieces of this size.
  static constexpr std::size_t kLongestLine = 1U << 20U;

  Sink* sink_;
  std::string tag_;
  bool at_once_;
  base::Fd file_;
  bool shown_ = true;
  std::string partial_;
};

}  // namespace penstock::mpiexec
