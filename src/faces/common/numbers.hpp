// Ranks, tags, keys, error codes and other numbers with a meaning, and addresses with one.
#pragma once

#include <climits>
#include <cstdint>
#include <cstring>

#include "faces/common/handles.hpp"

namespace penstock::faces::PENSTOCK_FACE {

// Ranks and tags: what is not negative is the same in both.
[[nodiscard]] int negative_rank_in(int rank) noexcept;
[[nodiscard]] int negative_rank_out(int rank) noexcept;
[[nodiscard]] inline int rank_in(int rank) noexcept {
  if (rank >= 0) return rank;
  return rank == kAnySource.theirs ? kAnySource.ours : negative_rank_in(rank);
}
[[nodiscard]] inline int rank_out(int rank) noexcept {
  if (rank >= 0) return rank;
  return rank == kAnySource.ours ? kAnySource.theirs : negative_rank_out(rank);  // the first: of an empty status
}
[[nodiscard]] inline int tag_in(int tag) noexcept {
  return tag == kAnyTag.theirs ? kAnyTag.ours : tag == kAnyTag.ours ? INT_MIN : tag;
}
[[nodiscard]] inline int tag_out(int tag) noexcept {
  return tag == kAnyTag.ours ? kAnyTag.theirs : tag;
}

// Keys: MPI's own by a table, those of programs as each face has them.
[[nodiscard]] int keyval_in(int keyval) noexcept;
[[nodiscard]] int keyval_out(int keyval) noexcept;
[[nodiscard]] int own_keyval_in(int keyval) noexcept;
[[nodiscard]] int own_keyval_out(int keyval) noexcept;

// Error codes: classes by a table, codes as each face has them. In the standard face a code with a sentence has bit 30 and its
// class in the bits of kClassMask; one that the program added has not.
inline constexpr unsigned kHasSentence = 1U << 30;
inline constexpr unsigned kClassMask = (1U << 14) - 1;
[[nodiscard]] int class_in(int value) noexcept;
[[nodiscard]] int class_out(int value) noexcept;
[[nodiscard]] int failure_in(int code) noexcept;
[[nodiscard]] int failure_out(int code) noexcept;
[[nodiscard]] inline int code_in(int code) noexcept {
  return code == 0 ? code : failure_in(code);
}
[[nodiscard]] inline int code_out(int code) noexcept {
  if (code == 0) [[likely]]
    return code;
  return failure_out(code);
}

using Conversion = int(int) noexcept;
inline constexpr int kUnwritten = INT_MIN;

// A number that a call gives back, or takes and gives back.
template <Conversion* kOut, Conversion* kIn = nullptr>
class NumberOut {
 public:
  explicit NumberOut(int* to) noexcept : to_(to) {
    if constexpr (kIn != nullptr) {
      if (to != nullptr) ours_ = kIn(*to);
    }
  }
  NumberOut(const NumberOut&) = delete;
  NumberOut& operator=(const NumberOut&) = delete;
  ~NumberOut() {
    if (to_ != nullptr && ours_ != kUnwritten) *to_ = kOut(ours_);
  }
  operator int*() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT(google-explicit-constructor): an argument

 private:
  int* to_;
  int ours_ = kUnwritten;
};

template <Conversion* kIn>
class NumbersIn {
 public:
  NumbersIn(int length, const int* from) : null_(from == nullptr), room_(length_of(length, from)) {
    const std::size_t size = length_of(length, from);
    for (std::size_t i = 0; i < size; ++i) room_.data()[i] = kIn(from[i]);
  }
  operator const int*() noexcept { return null_ ? nullptr : room_.data(); }  // NOLINT(google-explicit-constructor): an argument

 private:
  bool null_;
  Room<int> room_;
};

// All elements are written where the call succeeds.
template <Conversion* kOut>
class NumbersOut {
 public:
  NumbersOut(int length, int* to) : to_(to), size_(length_of(length, to)), room_(size_) {
    for (std::size_t i = 0; i < size_; ++i) room_.data()[i] = kUnwritten;
  }
  NumbersOut(const NumbersOut&) = delete;
  NumbersOut& operator=(const NumbersOut&) = delete;
  ~NumbersOut() {
    for (std::size_t i = 0; i < size_; ++i) {
      if (room_.data()[i] != kUnwritten) to_[i] = kOut(room_.data()[i]);
    }
  }
  operator int*() noexcept { return to_ != nullptr ? room_.data() : nullptr; }  // NOLINT: an argument

 private:
  int* to_;
  std::size_t size_;
  Room<int> room_;
};

// An enumeration, which programs see as an int.
template <typename Enumeration, Conversion* kOut>
class EnumerationOut {
 public:
  explicit EnumerationOut(Enumeration* to) noexcept : to_(to) {}
  EnumerationOut(const EnumerationOut&) = delete;
  EnumerationOut& operator=(const EnumerationOut&) = delete;
  ~EnumerationOut() {
    if (to_ == nullptr || ours_ == kUnwritten) return;
    const int theirs = kOut(ours_);
    std::memcpy(to_, &theirs, sizeof theirs);
  }
  operator Enumeration*() noexcept {  // NOLINT(google-explicit-constructor): an argument
    return to_ != nullptr ? reinterpret_cast<Enumeration*>(&ours_) : nullptr;
  }

 private:
  Enumeration* to_;
  int ours_ = kUnwritten;
};

[[nodiscard]] inline const void* in_place(const void* buffer) noexcept {
  return reinterpret_cast<std::intptr_t>(buffer) == kInPlace ? MPI_IN_PLACE : buffer;
}
[[nodiscard]] inline void* in_place(void* buffer) noexcept {
  return reinterpret_cast<std::intptr_t>(buffer) == kInPlace ? MPI_IN_PLACE : buffer;
}
[[nodiscard]] inline void* attached(void* buffer) noexcept {
  return reinterpret_cast<std::intptr_t>(buffer) == kBufferAutomatic ? MPI_BUFFER_AUTOMATIC : buffer;
}

// The address of a detached buffer, written through a pointer to any pointer.
class DetachedOut {
 public:
  explicit DetachedOut(void* to) noexcept : to_(to) {}
  DetachedOut(const DetachedOut&) = delete;
  DetachedOut& operator=(const DetachedOut&) = delete;
  ~DetachedOut() {
    if (to_ == nullptr || reinterpret_cast<std::intptr_t>(ours_) == kBufferAutomatic) return;
    if (ours_ == MPI_BUFFER_AUTOMATIC) ours_ = reinterpret_cast<void*>(kBufferAutomatic);
    std::memcpy(to_, static_cast<const void*>(&ours_), sizeof ours_);
  }
  operator void*() noexcept { return to_ != nullptr ? static_cast<void*>(&ours_) : nullptr; }  // NOLINT: an argument

 private:
  void* to_;
  void* ours_ = reinterpret_cast<void*>(kBufferAutomatic);  // in no result
};

}  // namespace penstock::faces::PENSTOCK_FACE
