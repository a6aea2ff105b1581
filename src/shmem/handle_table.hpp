// A HandleTable finds objects by handles, and recognises the handle of an object that no longer lives.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "shmem/context.hpp"

namespace penstock::shmem {

// It has at most 2^kHandleBits objects at a time; place 0 stays empty. It is not thread-safe.
template <typename T>
class HandleTable {
 public:
  // kInvalidHandle: there is no place left.
  std::uintptr_t add(std::unique_ptr<T> object) {
    std::size_t place = 1;
    if (!free_.empty()) {
      place = free_.back();
      free_.pop_back();
    } else if (places_.size() >> kHandleBits != 0) {
      return kInvalidHandle;
    } else {
      place = places_.size();
      places_.emplace_back();
    }
    places_[place].object = std::move(object);
    return handle_at(place);
  }
  // Null: no object of that handle lives.
  [[nodiscard]] T* find(std::uintptr_t handle) const noexcept {
    const std::size_t place = place_of_handle(handle);
    return place < places_.size() && handle == handle_at(place) ? places_[place].object.get() : nullptr;
  }
  // Removes an object that lives.
  std::unique_ptr<T> remove(std::uintptr_t handle) {
    const std::size_t place = place_of_handle(handle);
    ++places_[place].uses;
    free_.push_back(place);
    return std::move(places_[place].object);
  }

 private:
  struct Place {
    std::unique_ptr<T> object;
    std::uintptr_t uses = 0;
  };
  [[nodiscard]] std::uintptr_t handle_at(std::size_t place) const noexcept {
    return places_[place].uses << kHandleBits | place;
  }

  std::vector<Place> places_ = std::vector<Place>(1);
  std::vector<std::size_t> free_;
};

}  // namespace penstock::shmem
