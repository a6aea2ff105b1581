// Failures with no operation to tell: kept for the caller that reports them.
#pragma once

#include <string_view>
#include <utility>

#include "base/log.hpp"
#include "base/status.hpp"

namespace penstock::proto {

// The first one stands for all until it is taken. Not thread-safe.
class Failures {
 public:
  explicit Failures(Log& log) noexcept : log_(log) {}

  void record(Status&& failure) {
    if (!first_.is_ok() || failure.is_ok()) return;
    log_.error("{}", failure.message());
    first_ = std::move(failure);
  }
  // A peer sent what no protocol allows: `what` goes into the sentence.
  void record_nonsense(int peer, std::string_view what) {
    record(Status::error(Code::kProtocol, "rank {} sent {}; are all ranks of the job running the same Penstock?", peer, what));
  }
  Status take() noexcept { return std::move(first_); }

 private:
  Log& log_;
  Status first_;
};

}  // namespace penstock::proto
