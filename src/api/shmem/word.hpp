// One word of a PE's heap, accessed by the processor's atomics if it is reached, else by messages to the PE.
#pragma once

#include <bit>
#include <type_traits>

#include "api/shmem/face.hpp"

namespace penstock::shmem::face {

// T is an unsigned integer or a floating-point number of 4 or 8 bytes. only_...() returns no
// value, and may be under way until shmem_quiet.
template <typename T>
class Word {
 public:
  Word(const char* routine, const void* address, int pe)
      : routine_(routine),
        address_(const_cast<void*>(address)),
        place_(reinterpret_cast<T*>(view.place(address, sizeof(T), pe))),
        pe_(pe) {
    look_around(routine, pe);
  }

  // Tells if loads and stores reach the word.
  [[nodiscard]] bool reached() const { return place_ != nullptr; }
  [[nodiscard]] T load() const { return reached() ? at().load() : ask(AtomicVerb::kFetch, T{}); }
  void store(T value) const { reached() ? at().store(value) : tell(AtomicVerb::kSet, value); }
  T exchange(T value) const { return reached() ? at().exchange(value) : ask(AtomicVerb::kSwap, value); }
  // `expected` gets the previous value.
  void compare_exchange_strong(T& expected, T value) const {
    if (reached()) {
      at().compare_exchange_strong(expected, value);
    } else {
      expected = ask(AtomicVerb::kCompareSwap, value, expected);
    }
  }
  T fetch_add(T value) const { return reached() ? at().fetch_add(value) : ask(AtomicVerb::kAdd, value); }
  T fetch_and(T value) const { return reached() ? at().fetch_and(value) : ask(AtomicVerb::kAnd, value); }
  T fetch_or(T value) const { return reached() ? at().fetch_or(value) : ask(AtomicVerb::kOr, value); }
  T fetch_xor(T value) const { return reached() ? at().fetch_xor(value) : ask(AtomicVerb::kXor, value); }
  void only_add(T value) const { reached() ? void(at().fetch_add(value)) : tell(AtomicVerb::kAdd, value); }
  void only_and(T value) const { reached() ? void(at().fetch_and(value)) : tell(AtomicVerb::kAnd, value); }
  void only_or(T value) const { reached() ? void(at().fetch_or(value)) : tell(AtomicVerb::kOr, value); }
  void only_xor(T value) const { reached() ? void(at().fetch_xor(value)) : tell(AtomicVerb::kXor, value); }

 private:
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

  [[nodiscard]] std::atomic_ref<T> at() const { return std::atomic_ref<T>(*place_); }
  [[nodiscard]] T ask(AtomicVerb verb, T value, T compare = T{}) const {
    const AtomicRequest request{
        routine_, address_, verb, sizeof(T), true, pe_, std::bit_cast<Bits>(value), std::bit_cast<Bits>(compare)};
    return std::bit_cast<T>(static_cast<Bits>(remote(routine_).atomic(request)));
  }
  void tell(AtomicVerb verb, T value) const {
    remote(routine_).atomic({routine_, address_, verb, sizeof(T), false, pe_, std::bit_cast<Bits>(value), 0});
  }

  const char* routine_;
  void* address_;
  T* place_;
  int pe_;
};

}  // namespace penstock::shmem::face
