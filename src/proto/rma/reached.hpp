// A region as this process reaches it for accumulates, its own or a peer's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "proto/rma/elements.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

struct Reached {
  bool here = false;  // it does; else the owner is asked
  transport::Executor executor = transport::Executor::kOwner;
  std::uint64_t address = 0;                   // the owner's, of the region's base
  std::byte* mapped = nullptr;                 // where it lies for loads and stores, or for copies of a device
  bool device = false;                         // the latter
  const transport::Remote* way = nullptr;      // where nothing is mapped: whose put and get are over when they return
  transport::AccumulateLock* locks = nullptr;  // null: nobody else executes on it
  int gpu = -1;                                // Executor::kDevice: kernels of this device may; -1: of none
  std::uint64_t on_gpu = 0;                    // where it lies for them

  // Elements at multiples of their length are for kernels.
  [[nodiscard]] bool takes_kernels(const Fold& fold) const noexcept {
    return executor == transport::Executor::kDevice && fold.by_kernels;
  }
  // Elements that lie together at `offset` go one by one, by the processor.
  [[nodiscard]] bool takes_atomics(const Fold& fold, std::uint64_t offset) const noexcept {
    return fold.native && executor != transport::Executor::kLock && mapped != nullptr && !device &&
           (address + offset) % fold.bytes == 0;
  }
};

// A region of this rank.
[[nodiscard]] Reached reach_own(const transport::MemoryRegistry& registry, const transport::Region& region);
// A peer's region, by the ways that were attached to it.
[[nodiscard]] Reached reach_peer(const transport::Attachment& attached);

}  // namespace penstock::proto::rma
