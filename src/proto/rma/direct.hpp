// Operations on a peer's memory that is mapped here for loads, stores and atomics: they complete immediately and keep no state.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "proto/layout/moves.hpp"
#include "proto/rma/elements.hpp"
#include "transport/accumulate_lock.hpp"

namespace penstock::proto::rma {

// Part of a region. The caller checks that `offset` and the following bytes are within it.
struct Direct {
  std::byte* base = nullptr;
  std::uint64_t bytes = 0;                     // 0: the memory is not mapped here
  std::uint64_t address = 0;                   // the owner's address of its first byte
  transport::AccumulateLock* locks = nullptr;  // null: no accumulate is executed here
  bool atomics = false;                        // aligned integers use the processor's atomics

  [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t length) const noexcept {
    return length <= bytes && offset <= bytes - length;
  }
  // Tells if elements there are operated on by the processor's atomics instead of under a lock.
  [[nodiscard]] bool takes_atomics(const Fold& fold, std::uint64_t offset) const noexcept {
    return fold.native && atomics && ((address + offset) & (fold.bytes - 1)) == 0;
  }
  // These move at least one byte. Eight bytes at a multiple of 8 and four at a multiple of 4 are moved atomically with respect
  // to other puts and gets, and a get of them sees everything that was put before. Each is stored only once, since its owner
  // may write there as soon as it sees the value.
  void put(std::uint64_t offset, const void* from, std::uint64_t length) const noexcept {
    std::byte* const place = base + offset;
    if (is_word<std::uint64_t>(place, length)) return store<std::uint64_t>(place, from);
    if (is_word<std::uint32_t>(place, length)) return store<std::uint32_t>(place, from);
    copy_block(place, static_cast<const std::byte*>(from), length);
  }
  void get(std::uint64_t offset, void* into, std::uint64_t length) const noexcept {
    std::byte* const place = base + offset;
    if (is_word<std::uint64_t>(place, length)) return load<std::uint64_t>(place, into);
    if (is_word<std::uint32_t>(place, length)) return load<std::uint32_t>(place, into);
    copy_block(static_cast<std::byte*>(into), place, length);
  }
  // Operates on contiguous elements, by the executor of their kind; locks are taken in the name of `rank`. Returns the number
  // of executed elements: if another rank has the lock of the next element, the rest is left to the caller.
  [[nodiscard]] std::uint64_t accumulate(const Fold& fold, std::uint64_t offset, const Elements& elements,
                                         int rank) const noexcept {
    if (takes_atomics(fold, offset)) {
      if (elements.count != 1 || !fold_one(fold, base + offset, elements)) fold_atomically(fold, base + offset, elements);
      return elements.count;
    }
    return locks == nullptr ? 0 : accumulate_by_locks(fold, offset, elements, rank);
  }

 private:
  template <typename T>
  static bool is_word(const std::byte* place, std::uint64_t length) noexcept {
    return length == sizeof(T) && reinterpret_cast<std::uintptr_t>(place) % sizeof(T) == 0;
  }
  template <typename T>
  static void store(std::byte* place, const void* from) noexcept {
    T value{};
    std::memcpy(&value, from, sizeof value);
    std::atomic_ref<T>(*reinterpret_cast<T*>(place)).store(value, std::memory_order_release);
  }
  template <typename T>
  static void load(std::byte* place, void* into) noexcept {
    const T value = std::atomic_ref<T>(*reinterpret_cast<T*>(place)).load(std::memory_order_acquire);
    std::memcpy(into, &value, sizeof value);
  }
  [[nodiscard]] std::uint64_t accumulate_by_locks(const Fold& fold, std::uint64_t offset, const Elements& elements,
                                                  int rank) const noexcept;
  template <typename T>
  static bool fold_word(const Fold& fold, std::byte* place, const Elements& elements) noexcept;
  // Returns false if the processor has no such operation.
  static bool fold_one(const Fold& fold, std::byte* place, const Elements& elements) noexcept {
    return fold.bytes == 8 ? fold_word<std::uint64_t>(fold, place, elements) : fold_word<std::uint32_t>(fold, place, elements);
  }
};

template <typename T>
bool Direct::fold_word(const Fold& fold, std::byte* place, const Elements& elements) noexcept {
  const std::atomic_ref<T> word(*reinterpret_cast<T*>(place));
  T value{};
  if (elements.operand != nullptr) std::memcpy(&value, elements.operand, sizeof value);
  T old{};
  if (fold.compares) {
    std::memcpy(&old, elements.compare, sizeof old);
    word.compare_exchange_strong(old, value);
  } else if (fold.op == AccumulateOp::kSum) {
    // If the old value is not used, this is one instruction without a result.
    if (elements.result == nullptr) return word.fetch_add(value), true;
    old = word.fetch_add(value);
  } else if (fold.op == AccumulateOp::kReplace) {
    old = word.exchange(value);
  } else if (fold.op == AccumulateOp::kNoOp) {
    old = word.load();
  } else {
    return false;
  }
  if (elements.result != nullptr) std::memcpy(elements.result, &old, sizeof old);
  return true;
}

}  // namespace penstock::proto::rma
