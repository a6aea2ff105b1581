// The code that the bodies of libpenstock_shmem.so share: the view of the PE, and the names of a body.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "shmem/operations.hpp"
#include "shmem/remote.hpp"
#include "shmem/view.hpp"

// A body is called penstock_NAME; gen/*.inc gives it the names of all routines that do the same, since these routines differ
// only in types that are passed in the same way. A tool replaces the weak name and calls the other one.
#define PENSTOCK_SHMEM_BODY extern "C" __attribute__((visibility("hidden"), used))
#define PENSTOCK_SHMEM_NAME(name, body) \
  extern "C" __attribute__((visibility("default"), weak, alias("penstock_" #body))) void name();
#define PENSTOCK_SHMEM_TWIN(twin, name, body)                                              \
  extern "C" __attribute__((visibility("default"), alias("penstock_" #body))) void twin(); \
  PENSTOCK_SHMEM_NAME(name, body)
#pragma GCC diagnostic ignored "-Wattribute-alias"
#pragma GCC diagnostic ignored "-Wmissing-attributes"

namespace penstock::shmem::face {

// There is one view for the process. Tests whose PEs are threads compile the bodies with `thread_local`.
#ifndef PENSTOCK_SHMEM_OF_EACH_PE
#define PENSTOCK_SHMEM_OF_EACH_PE
#endif
extern constinit PENSTOCK_SHMEM_OF_EACH_PE View view;  // setup.cpp

// Before shmem_init and after shmem_finalize this prints an error and ends the process.
Operations& operations(const char* routine);

// Serves memory that view.place() does not find.
inline Remote& remote(const char* routine) {
  operations(routine);
  return *view.remote;
}

// If PEs of other hosts write by messages, a loop that reads its own memory makes the progress that serves these messages.
inline void look_around(const char* routine, int pe) {
  if (view.far && pe == view.me) [[unlikely]] {
    operations(routine).progress();
  }
}

// Returns null if no load or store reaches the memory.
inline std::byte* find(const void* address, std::uint64_t bytes, int pe) {
  std::byte* const place = view.place(address, bytes, pe);
  return place != nullptr || view.remote == nullptr ? place : view.remote->find(address, bytes, pe);
}

inline std::byte* reach(const char* routine, const void* address, std::uint64_t bytes, int pe) {
  std::byte* place = view.place(address, bytes, pe);
  if (place == nullptr) [[unlikely]] {
    place = remote(routine).find(address, bytes, pe);
    if (place == nullptr) operations(routine).unreachable(routine, address, bytes, pe);
  }
  return place;
}

// For shmem_ptr and related routines: the PE's own static data stay where the application has them.
inline void* pointer_to(const void* address, int pe) {
  std::byte* const place = find(address, 1, pe);
  return place != nullptr && pe == view.me ? const_cast<void*>(address) : place;
}

template <typename T>
bool store_as(void* to, const void* from) {
  if (reinterpret_cast<std::uintptr_t>(to) % sizeof(T) != 0) return false;
  T value;
  std::memcpy(&value, from, sizeof value);
  std::atomic_ref<T>(*static_cast<T*>(to)).store(value, std::memory_order_release);
  return true;
}
template <typename T>
bool load_as(void* to, const void* from) {
  if (reinterpret_cast<std::uintptr_t>(from) % sizeof(T) != 0) return false;
  const T value = std::atomic_ref<T>(*static_cast<T*>(const_cast<void*>(from))).load(std::memory_order_acquire);
  std::memcpy(to, &value, sizeof value);
  return true;
}

// Moves data that other PEs may read meanwhile: an aligned word of 1, 2, 4 or 8 bytes moves in one step, and a PE that sees it
// also sees the puts before it. On x86 that is a plain store or load. Fences alone would suffice for the processor but not for
// ThreadSanitizer, which does not know them. memcpy stores such a word twice; a value that its PE writes between the two
// stores, after it has seen the first, would be lost.
inline void store(void* to, const void* from, std::uint64_t bytes) {
  const bool stored = bytes == 8   ? store_as<std::uint64_t>(to, from)
                      : bytes == 4 ? store_as<std::uint32_t>(to, from)
                      : bytes == 2 ? store_as<std::uint16_t>(to, from)
                      : bytes == 1 ? store_as<std::uint8_t>(to, from)
                                   : false;
  if (!stored) std::memcpy(to, from, bytes);
}
inline void load(void* to, const void* from, std::uint64_t bytes) {
  const bool loaded = bytes == 8   ? load_as<std::uint64_t>(to, from)
                      : bytes == 4 ? load_as<std::uint32_t>(to, from)
                      : bytes == 2 ? load_as<std::uint16_t>(to, from)
                      : bytes == 1 ? load_as<std::uint8_t>(to, from)
                                   : false;
  if (!loaded) std::memcpy(to, from, bytes);
}

// Uses store() or load() for blocks of `each` elements of `Size` bytes; the strides are in elements from block to block.
template <std::size_t Size, auto move>
void copy_blocks(std::byte* to, const std::byte* from, std::ptrdiff_t to_stride, std::ptrdiff_t from_stride, std::size_t each,
                 std::size_t blocks) {
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i * Size);
    move(to + at * to_stride, from + at * from_stride, each * Size);
  }
}

// Returns the distance from the first byte of the first block to the end of the last block.
template <std::size_t Size>
std::uint64_t span_of(std::ptrdiff_t stride, std::size_t each, std::size_t blocks) {
  return (static_cast<std::uint64_t>(blocks - 1) * static_cast<std::uint64_t>(stride) + each) * Size;
}

}  // namespace penstock::shmem::face
