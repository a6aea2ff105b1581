// Objects of one type, handed out from chunks and reused: no malloc on the hot path once it is warm.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace penstock::base {

// Not thread-safe: its owner's lock guards it. Addresses are stable while an object lives. Every object must have been
// released before the pool is destroyed: the pool frees memory, it does not run destructors of live objects.
template <typename T>
class Pool {
 public:
  explicit Pool(std::size_t chunk_objects = 64) noexcept : chunk_objects_(chunk_objects == 0 ? 1 : chunk_objects) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // A newly constructed object. Throws only std::bad_alloc, or what T's constructor throws (the slot is then kept).
  template <typename... Args>
  [[nodiscard]] T* acquire(Args&&... args) {
    if (free_ == nullptr) grow();
    Slot* slot = free_;
    Slot* next = slot->next;
    T* object = nullptr;
    try {
      object = ::new (static_cast<void*>(slot->bytes)) T(std::forward<Args>(args)...);
    } catch (...) {
      slot->next = next;
      throw;
    }
    free_ = next;
    ++live_;
    return object;
  }

  // Destroys an object of this pool. Null is allowed.
  void release(T* object) noexcept {
    if (object == nullptr) return;
    object->~T();
    auto* slot = ::new (static_cast<void*>(object)) Slot;
    slot->next = free_;
    free_ = slot;
    --live_;
  }

  [[nodiscard]] std::size_t live() const noexcept { return live_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return chunks_.size() * chunk_objects_; }

 private:
  union Slot {
    Slot() noexcept {}
    ~Slot() {}
    Slot* next;
    alignas(T) std::byte bytes[sizeof(T)];
  };

  void grow() {
    auto chunk = std::make_unique<Slot[]>(chunk_objects_);
    Slot* slots = chunk.get();
    chunks_.push_back(std::move(chunk));
    for (std::size_t i = chunk_objects_; i-- > 0;) {
      slots[i].next = free_;
      free_ = &slots[i];
    }
  }

  std::size_t chunk_objects_;
  std::size_t live_ = 0;
  Slot* free_ = nullptr;
  std::vector<std::unique_ptr<Slot[]>> chunks_;
};

}  // namespace penstock::base
