// Pool hands out objects of one type from chunks and reuses them, so a warm pool calls no malloc on the hot path.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace penstock::base {

// A pool is not thread-safe; its owner's lock guards it. The address of an object is stable while the object lives. All objects
// must be released before the pool is destroyed: the pool frees its memory but runs no destructors of live objects.
template <typename T>
class Pool {
 public:
  explicit Pool(std::size_t chunk_objects = 64) noexcept : chunk_objects_(chunk_objects == 0 ? 1 : chunk_objects) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Returns a newly constructed object. It throws only std::bad_alloc or an exception of T's constructor; in the latter case
  // the slot stays usable.
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

  // Destroys an object of this pool. A null pointer is allowed.
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
