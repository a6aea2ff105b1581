// Ids that stand for objects in messages: a stale or invalid id is recognised and never dereferenced.
#pragma once

#include <cstdint>
#include <vector>

namespace penstock::proto {

// An id is (generation, slot); a slot's generation changes when its object is removed.
// Not thread-safe. The table owns no object.
template <typename T>
class IdTable {
 public:
  [[nodiscard]] std::uint64_t add(T* object) {
    if (free_.empty()) {
      // Free slots are reserved for every entry, so that remove() never allocates.
      if (free_.capacity() <= slots_.size()) free_.reserve(2 * slots_.size() + 16);
      slots_.push_back({});
      free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot].object = object;
    ++live_;
    return (static_cast<std::uint64_t>(slots_[slot].generation) << 32) | slot;
  }
  // Returns null if no object has this id now.
  [[nodiscard]] T* find(std::uint64_t id) const noexcept {
    const auto slot = static_cast<std::uint32_t>(id);
    if (slot >= slots_.size() || slots_[slot].generation != static_cast<std::uint32_t>(id >> 32)) return nullptr;
    return slots_[slot].object;
  }
  // Tells if an object had this id and has been removed.
  [[nodiscard]] bool was_valid(std::uint64_t id) const noexcept {
    const auto slot = static_cast<std::uint32_t>(id);
    const auto generation = static_cast<std::uint32_t>(id >> 32);
    return slot < slots_.size() && generation != 0 && generation < slots_[slot].generation;
  }
  void remove(std::uint64_t id) noexcept {
    const auto slot = static_cast<std::uint32_t>(id);
    if (find(id) == nullptr) return;
    slots_[slot].object = nullptr;
    --live_;
    free(slot);
  }
  // Removes the object; its id is not reused until give_back().
  void retire(std::uint64_t id) noexcept {
    if (find(id) == nullptr) return;
    slots_[static_cast<std::uint32_t>(id)].object = nullptr;
    --live_;
    ++retired_;
  }
  // Returns false if no such id is retired.
  bool give_back(std::uint64_t id) noexcept {
    const auto slot = static_cast<std::uint32_t>(id);
    if (retired_ == 0 || slot >= slots_.size() || slots_[slot].object != nullptr) return false;
    if (slots_[slot].generation != static_cast<std::uint32_t>(id >> 32)) return false;
    free(slot);
    --retired_;
    return true;
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.object != nullptr) visit(slot.object);
    }
  }
  [[nodiscard]] std::size_t live() const noexcept { return live_; }

 private:
  void free(std::uint32_t slot) noexcept {
    ++slots_[slot].generation;
    free_.push_back(slot);
  }

  struct Slot {
    T* object = nullptr;
    std::uint32_t generation = 1;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t live_ = 0;  // counted, because every small receive asks for it
  std::size_t retired_ = 0;
};

}  // namespace penstock::proto
