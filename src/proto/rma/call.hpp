// An operation under way, as its caller holds it.
#pragma once

#include <memory>

#include "base/status.hpp"

namespace penstock::proto::rma {

struct Work;  // work.hpp

// The caller owns the object, and keeps it, the memory and the layouts of the operation in place until the operation is done.
class Call {
 public:
  Call() noexcept;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call();

  // Tells if the result is available and memory of the origin may be used again. flush() makes a put or accumulate visible at
  // the target; a flush makes them visible before it is done.
  [[nodiscard]] bool done() const noexcept { return done_; }
  // Valid once done.
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  friend struct Core;

  // Records a success that needed no Work.
  void reset() noexcept {
    if (!status_.is_ok()) status_ = Status();
    done_ = true;
  }

  bool done_ = true;
  Status status_;
  std::unique_ptr<Work> work_;  // state of the last operation that did not complete immediately
};

}  // namespace penstock::proto::rma
