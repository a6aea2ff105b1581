// A copy between two memories of this rank, which an operation waits for.
#pragma once

#include <utility>

#include "proto/rma/parts.hpp"

namespace penstock::proto::rma {

class Copying {
 public:
  Copying() = default;
  Copying(const Copying&) = delete;
  Copying& operator=(const Copying&) = delete;
  ~Copying() { drop(); }

  // It may be over already.
  Status begin(Copier& copier, const Buffer& destination, const Buffer& source) {
    return copier.copy(destination, source, &operation_);
  }
  [[nodiscard]] bool over() const noexcept { return operation_->done(); }
  // Tells how it ended, once it is over.
  Status end() {
    Status status = operation_->status().clone();
    drop();
    return status;
  }

 private:
  void drop() noexcept {
    if (Operation* const old = std::exchange(operation_, nullptr); old != nullptr) old->release();
  }

  Operation* operation_ = nullptr;
};

}  // namespace penstock::proto::rma
