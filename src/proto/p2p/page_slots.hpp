// Slots of host memory on pages of their own, for bytes that do not lie in contiguous host memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace penstock::proto {

// The slots have one size, are allocated on demand and kept. Not thread-safe.
class PageSlots {
 public:
  PageSlots(std::size_t slot_bytes, int most) noexcept : slot_bytes_(slot_bytes), most_(most) {}

  // Returns -1 if no slot is free. With `beyond` it allocates a slot above the limit; -1 then means that there is no memory.
  [[nodiscard]] int acquire(bool beyond);
  void release(int slot) noexcept;
  [[nodiscard]] std::byte* at(int slot) noexcept { return slots_[static_cast<std::size_t>(slot)].get(); }
  [[nodiscard]] std::size_t slot_bytes() const noexcept { return slot_bytes_; }

 private:
  struct FreePages {
    void operator()(std::byte* pages) const noexcept;
  };

  std::size_t slot_bytes_;
  int most_;
  std::vector<std::unique_ptr<std::byte, FreePages>> slots_;
  std::vector<int> free_;
};

}  // namespace penstock::proto
