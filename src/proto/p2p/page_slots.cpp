#include "proto/p2p/page_slots.hpp"

#include <cstdlib>

#include "base/page.hpp"

namespace penstock::proto {

void PageSlots::FreePages::operator()(std::byte* pages) const noexcept {
  std::free(pages);
}

int PageSlots::acquire(bool beyond) {
  if (free_.empty()) {
    if (slots_.size() >= static_cast<std::size_t>(most_) && !beyond) return -1;
    const std::size_t bytes = base::whole_pages(slot_bytes_);
    std::unique_ptr<std::byte, FreePages> made(static_cast<std::byte*>(std::aligned_alloc(base::page_bytes(), bytes)));
    if (!made) return -1;
    slots_.push_back(std::move(made));
    free_.reserve(slots_.capacity());
    free_.push_back(static_cast<int>(slots_.size() - 1));
  }
  const int slot = free_.back();
  free_.pop_back();
  return slot;
}

void PageSlots::release(int slot) noexcept {
  free_.push_back(slot);
}

}  // namespace penstock::proto
