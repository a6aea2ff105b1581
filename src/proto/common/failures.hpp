// Failures that belong to no operation: they are kept for the caller that reports them.
#pragma once

#include <string_view>
#include <utility>

#include "base/log.hpp"
#include "base/status.hpp"

namespace penstock::proto {

// The first failure is kept until it is taken; others before that are dropped. Not thread-safe.
class Failures {
 public:
  explicit Failures(Log& log) noexcept : log_(log) {}

  void record(Status&& failure) {
    if (!failure.is_ok() && first_.is_ok()) keep(std::move(failure));
  }
  // Records that a peer violated the protocol; `what` becomes a part of the error text.
  [[gnu::cold, gnu::noinline]] void record_nonsense(int peer, std::string_view what) {
    record(Status::error(Code::kProtocol, "rank {} sent {}; are all ranks of the job running the same Penstock?", peer, what));
  }
  Status take() noexcept { return std::move(first_); }

 private:
  [[gnu::cold, gnu::noinline]] void keep(Status&& failure) {
    log_.error("{}", failure.message());
    first_ = std::move(failure);
  }

  Log& log_;
  Status first_;
};

}  // namespace penstock::proto
