// A copy of a buffer of any memory kind and layout in host memory.
#pragma once

#include <cstddef>
#include <memory>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// Copies between two local buffers of equal packed length; returns when it is done.
[[nodiscard]] Status copy_now(proto::Engine& engine, const proto::Buffer& destination, const proto::Buffer& source);

// The object stays in place while an operation uses it.
class PackedCopy {
 public:
  PackedCopy() : byte_(proto::Layout::bytes(1)) {}
  PackedCopy(const PackedCopy&) = delete;
  PackedCopy& operator=(const PackedCopy&) = delete;

  [[nodiscard]] Status take(proto::Engine& engine, const proto::Buffer& source);
  [[nodiscard]] proto::Buffer buffer() const noexcept { return {data_.get(), bytes_, &byte_}; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::uint64_t bytes_ = 0;
  proto::Layout byte_;
};

}  // namespace penstock::core
