// One operation under way, as its caller holds it.
#pragma once

#include <memory>

#include "base/status.hpp"

namespace penstock::proto::rma {

struct Work;  // work.hpp

// The caller's; it and the memory and layouts of the operation lie still until it is done.
class Call {
 public:
  Call() noexcept;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call();

  // A result is here, and memory of the origin is the caller's again. flush() makes a put or accumulate visible at the target;
  // a flush that is done has done so.
  [[nodiscard]] bool done() const noexcept { return done_; }
  // Valid once done.
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  friend struct Core;

  // It is over at once, and well.
  void reset() noexcept {
    if (!status_.is_ok()) status_ = Status();
    done_ = true;
  }

  bool done_ = true;
  Status status_;
  std::unique_ptr<Work> work_;  // of the last operation that was not over at once
};

}  // namespace penstock::proto::rma
