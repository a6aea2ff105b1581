// Handles that a call gives back, and arrays of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "faces/common/face.hpp"

namespace penstock::faces::PENSTOCK_FACE {

template <typename Theirs>
class HandleOut {
 public:
  explicit HandleOut(Theirs* to) noexcept : to_(to) {}
  HandleOut(const HandleOut&) = delete;
  HandleOut& operator=(const HandleOut&) = delete;
  ~HandleOut() {
    if (to_ != nullptr && ours_ != nullptr) *to_ = out<Theirs>(ours_);
  }
  operator typename Kind<Theirs>::Ours *() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT: an argument

 private:
  Theirs* to_;
  typename Kind<Theirs>::Ours ours_ = nullptr;
};

template <typename Theirs>
class HandleInOut {
 public:
  explicit HandleInOut(Theirs* to) noexcept : to_(to), ours_(to != nullptr ? in(*to) : nullptr), before_(ours_) {}
  HandleInOut(const HandleInOut&) = delete;
  HandleInOut& operator=(const HandleInOut&) = delete;
  ~HandleInOut() {
    if (ours_ != before_) *to_ = out<Theirs>(ours_);
  }
  operator typename Kind<Theirs>::Ours *() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT: an argument

 private:
  Theirs* to_;
  typename Kind<Theirs>::Ours ours_;
  typename Kind<Theirs>::Ours before_;
};

inline constexpr std::size_t kInline = 64;

// Room for `size` elements, on the stack for the usual numbers.
template <typename T>
class Room {
 public:
  explicit Room(std::size_t size) : heap_(size > kInline ? std::make_unique_for_overwrite<T[]>(size) : nullptr) {}
  [[nodiscard]] T* data() noexcept { return heap_ != nullptr ? heap_.get() : inline_.data(); }

 private:
  std::array<T, kInline> inline_;
  std::unique_ptr<T[]> heap_;
};

// Negative lengths and null arrays are the entry's to refuse.
[[nodiscard]] inline std::size_t length_of(MPI_Count length, const void* array) noexcept {
  return array != nullptr && length > 0 ? static_cast<std::size_t>(length) : 0;
}

template <typename Theirs>
class HandlesIn {
 public:
  HandlesIn(MPI_Count length, const Theirs* from) : null_(from == nullptr), room_(length_of(length, from)) {
    const std::size_t size = length_of(length, from);
    for (std::size_t i = 0; i < size; ++i) room_.data()[i] = in(from[i]);
  }
  operator const typename Kind<Theirs>::Ours *() noexcept { return null_ ? nullptr : room_.data(); }  // NOLINT: an argument

 private:
  bool null_;
  Room<typename Kind<Theirs>::Ours> room_;
};

template <typename Theirs>
class HandlesInOut {
 public:
  HandlesInOut(MPI_Count length, Theirs* to) : to_(to), size_(length_of(length, to)), room_(size_) {
    for (std::size_t i = 0; i < size_; ++i) room_.data()[i] = in(to_[i]);
  }
  HandlesInOut(const HandlesInOut&) = delete;
  HandlesInOut& operator=(const HandlesInOut&) = delete;
  ~HandlesInOut() {
    for (std::size_t i = 0; i < size_; ++i) {
      const auto ours = room_.data()[i];
      if ((reinterpret_cast<std::uintptr_t>(ours) & kForeign) == 0) to_[i] = out<Theirs>(ours);
    }
  }
  operator typename Kind<Theirs>::Ours *() noexcept { return to_ != nullptr ? room_.data() : nullptr; }  // NOLINT: an argument

 private:
  Theirs* to_;
  std::size_t size_;
  Room<typename Kind<Theirs>::Ours> room_;
};

}  // namespace penstock::faces::PENSTOCK_FACE
