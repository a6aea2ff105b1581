// How this process reaches a region, its own or a peer's, for accumulates.
#pragma once

#include <cstddef>
#include <cstdint>

#include "proto/rma/elements.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

struct Reached {
  bool here = false;  // this process executes accumulates; else the owner is asked
  transport::Executor executor = transport::Executor::kOwner;
  std::uint64_t address = 0;                   // the owner's address of the region's base
  std::byte* mapped = nullptr;                 // address here for loads and stores, or for copies of a device
  bool device = false;                         // `mapped` is for copies of a device
  const transport::Remote* way = nullptr;      // if nothing is mapped: the path whose put and get complete immediately
  transport::AccumulateLock* locks = nullptr;  // null: no other process executes accumulates on it
  int gpu = -1;                                // Executor::kDevice: kernels of this device execute accumulates; -1: none do
  std::uint64_t on_gpu = 0;                    // address of the region for those kernels

  // Tells if kernels execute operations on aligned elements.
  [[nodiscard]] bool takes_kernels(const Fold& fold) const noexcept {
    return executor == transport::Executor::kDevice && fold.by_kernels;
  }
  // Tells if the processor executes each of the contiguous elements at `offset` by an atomic.
  [[nodiscard]] bool takes_atomics(const Fold& fold, std::uint64_t offset) const noexcept {
    return fold.native && executor != transport::Executor::kLock && mapped != nullptr && !device &&
           (address + offset) % fold.bytes == 0;
  }
};

// Describes a region of this rank.
[[nodiscard]] Reached reach_own(const transport::MemoryRegistry& registry, const transport::Region& region);
// Describes a peer's region, by the paths that were attached to it.
[[nodiscard]] Reached reach_peer(const transport::Attachment& attached);

}  // namespace penstock::proto::rma
