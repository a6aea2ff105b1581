// A copy between two memories of this rank that an operation waits for.
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

  // Begins the copy, which may be over already on return.
  Status begin(Copier& copier, const Buffer& destination, const Buffer& source) {
    return copier.copy(destination, source, &operation_);
  }
  [[nodiscard]] bool over() const noexcept { return operation_->done(); }
  // Returns the result of the copy, once it is over.
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
