// What the bodies of libpenstock_shmem.so share: the view of the PE, and how a body gets its names.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "shmem/operations.hpp"
#include "shmem/remote.hpp"
#include "shmem/view.hpp"

// A body is called penstock_NAME; gen/*.inc gives it the names of all routines that do the same, since they differ in their
// types alone and those are passed alike. A tool replaces the weak name and calls the other one.
#define PENSTOCK_SHMEM_BODY extern "C" __attribute__((visibility("hidden"), used))
#define PENSTOCK_SHMEM_NAME(name, body) \
  extern "C" __attribute__((visibility("default"), weak, alias("penstock_" #body))) void name();
#define PENSTOCK_SHMEM_TWIN(twin, name, body)                                              \
  extern "C" __attribute__((visibility("default"), alias("penstock_" #body))) void twin(); \
  PENSTOCK_SHMEM_NAME(name, body)
#pragma GCC diagnostic ignored "-Wattribute-alias"
#pragma GCC diagnostic ignored "-Wmissing-attributes"

namespace penstock::shmem::face {

extern View view;  // setup.cpp

// Before shmem_init and after shmem_finalize it says so, and ends the process.
Operations& operations(const char* routine);

// For memory that view.place() does not find.
inline Remote& remote(const char* routine) {
  operations(routine);
  return *view.remote;
}

// Where PEs of other hosts write by messages, a loop that looks at its own memory makes the progress that serves them.
inline void look_around(const char* routine, int pe) {
  if (view.far && pe == view.me) [[unlikely]] {
    operations(routine).progress();
  }
}

// Null where no load or store reaches it.
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

// For shmem_ptr and its kin: the PE's own static data stay where the program has them.
inline void* pointer_to(const void* address, int pe) {
  std::byte* const place = find(address, 1, pe);
  return place != nullptr && pe == view.me ? const_cast<void*>(address) : place;
}

// Blocks of `Size` bytes: `each` elements a block, strides in elements from block to block.
template <std::size_t Size>
void copy_blocks(std::byte* to, const std::byte* from, std::ptrdiff_t to_stride, std::ptrdiff_t from_stride, std::size_t each,
                 std::size_t blocks) {
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i * Size);
    std::memcpy(to + at * to_stride, from + at * from_stride, each * Size);
  }
}

// From the first byte of the first block to the last byte of the last one.
template <std::size_t Size>
std::uint64_t span_of(std::ptrdiff_t stride, std::size_t each, std::size_t blocks) {
  return (static_cast<std::uint64_t>(blocks - 1) * static_cast<std::uint64_t>(stride) + each) * Size;
}

}  // namespace penstock::shmem::face
