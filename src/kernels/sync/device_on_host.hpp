// This header compiles include/penstock_device.cuh for the host, for the emulated driver: its threads, barriers and accesses to
// memory. Code that includes it is compiled with PENSTOCK_DEVICE_ON_HOST naming this file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "kernels/sync/standin.hpp"

#define PENSTOCK_DEVICE_FUNCTION inline
#define PENSTOCK_DEVICE_UNROLL

namespace penstock_device {

namespace standin = penstock::kernels::standin;

// The GPU thread whose fibre runs. Other threads run while it waits, so it sets this again after each wait.
inline thread_local const standin::Frame* running = nullptr;

template <typename Wait>
auto wait_as(const Wait& wait) {
  const standin::Frame* const self = running;
  if constexpr (std::is_void_v<decltype(wait(*self))>) {
    wait(*self);
    running = self;
  } else {
    const auto out = wait(*self);
    running = self;
    return out;
  }
}

inline unsigned thread_rank() {
  const standin::Shape& at = running->thread_index;
  return at.x + running->block.x * (at.y + running->block.y * at.z);
}
inline unsigned block_threads() {
  return running->block.x * running->block.y * running->block.z;
}
inline unsigned block_rank() {
  const standin::Shape& at = running->block_index;
  return at.x + running->grid.x * (at.y + running->grid.y * at.z);
}
inline unsigned grid_blocks() {
  return running->grid.x * running->grid.y * running->grid.z;
}
inline void sync_block() {
  wait_as([](const standin::Frame& self) { self.runner->barrier(self.thread); });
}
// The threads of a block communicate through the block's own memory.
inline bool any_of_block(bool what) {
  auto& any = *reinterpret_cast<unsigned char*>(running->broadcast);
  sync_block();
  if (thread_rank() == 0) any = 0;
  sync_block();
  if (what) any = 1;
  sync_block();
  const bool out = any != 0;
  sync_block();
  return out;
}
inline std::uint64_t shuffle(std::uint64_t value, unsigned source) {
  return wait_as([=](const standin::Frame& self) { return self.runner->shuffle(self.thread, value, source); });
}
inline void sync_warp() {
  static_cast<void>(shuffle(0, 0));
}
inline bool any_of_warp(bool what) {
  bool any = false;
  for (unsigned lane = 0; lane < 32; ++lane) any |= shuffle(what ? 1 : 0, lane) != 0;
  return any;
}
inline void pause() {
  wait_as([](const standin::Frame& self) { self.runner->pause(self.thread); });
}
inline void trap() {
  std::fputs("penstock_device.cuh: a kernel was ended by a trap\n", stderr);
  std::abort();
}

struct alignas(16) Quad {
  std::uint32_t word[4];
};

template <typename T>
T* raw(std::uint64_t address) {
  return reinterpret_cast<T*>(standin::readable(address));
}
template <typename T>
T load(std::uint64_t from) {
  return *raw<const T>(from);
}
// Words that another process stores are loaded atomically.
template <typename T>
T load_fresh(std::uint64_t from) {
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
    T out;
    __atomic_load(raw<T>(from), &out, __ATOMIC_RELAXED);
    return out;
  } else {
    return *raw<const T>(from);
  }
}
template <typename T>
void store(std::uint64_t to, const T& value) {
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
    T copy = value;
    __atomic_store(raw<T>(to), &copy, __ATOMIC_RELAXED);
  } else {
    *raw<T>(to) = value;
  }
}

inline void fence_system() {
  __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
inline std::uint32_t load_acquire_32(std::uint64_t from) {
  return __atomic_load_n(raw<std::uint32_t>(from), __ATOMIC_ACQUIRE);
}
inline std::uint64_t load_acquire_64(std::uint64_t from) {
  return __atomic_load_n(raw<std::uint64_t>(from), __ATOMIC_ACQUIRE);
}
inline void store_release_32(std::uint64_t to, std::uint32_t value) {
  __atomic_store_n(raw<std::uint32_t>(to), value, __ATOMIC_RELEASE);
}
inline void store_release_64(std::uint64_t to, std::uint64_t value) {
  __atomic_store_n(raw<std::uint64_t>(to), value, __ATOMIC_RELEASE);
}
inline std::uint64_t fetch_add_64(std::uint64_t to, std::uint64_t value) {
  return __atomic_fetch_add(raw<std::uint64_t>(to), value, __ATOMIC_ACQ_REL);
}
inline std::uint32_t fetch_add_local_32(std::uint64_t to, std::uint32_t value) {
  return __atomic_fetch_add(raw<std::uint32_t>(to), value, __ATOMIC_ACQ_REL);
}

}  // namespace penstock_device
