// Byte buffers for unexpected and queued messages, reused by size so that a busy application stops calling the heap.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace penstock::proto {

// A buffer of at least the requested size. An empty block has no bytes.
struct Block {
  std::unique_ptr<std::byte[]> data;
  std::size_t capacity = 0;
};

// Keeps a bounded number of free buffers of each size. Not thread-safe.
class Blocks {
 public:
  [[nodiscard]] Block acquire(std::size_t bytes);
  void release(Block&& block) noexcept;

 private:
  static constexpr std::size_t kSmallest = 128;
  static constexpr std::size_t kClasses = 11;  // 128 B to 128 KiB
  static constexpr std::size_t kKept = 64;     // free buffers of each size

  static std::size_t class_of(std::size_t bytes) noexcept;

  std::vector<std::unique_ptr<std::byte[]>> free_[kClasses];
};

}  // namespace penstock::proto
