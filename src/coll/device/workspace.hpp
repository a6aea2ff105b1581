// Room on this process's devices for data of collectives that the other ranks cannot reach where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "accel/memory/allocations.hpp"
#include "base/config.hpp"
#include "base/log.hpp"

namespace penstock::coll {

// Workspace slices of powers of two, each an allocation that peers can map, kept for the calls to come: whoever has mapped one
// finds it mapped, and nothing is freed, since freeing waits for the whole device. They go with the Accel. Bounded by
// PENSTOCK_COLL_WORKSPACE over all devices. Not thread-safe; outlives its workspace slices.
class Workspace {
 public:
  static constexpr std::uint64_t kLeast = 64 << 10;  // of a workspace slice

  // Both outlive it.
  Workspace(const Config& config, Log& log) noexcept : config_(config), log_(log) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Memory of whoever has it, until it goes.
  class Slice {
   public:
    Slice() = default;
    Slice(Slice&& other) noexcept : workspace_(std::exchange(other.workspace_, nullptr)), index_(other.index_) {}
    Slice& operator=(Slice&& other) noexcept;
    ~Slice() { give_back(); }
    // False: there was no room.
    [[nodiscard]] explicit operator bool() const noexcept { return workspace_ != nullptr; }
    [[nodiscard]] std::byte* address() const noexcept;
    // Nobody else has it any more.
    void keep() noexcept { workspace_ = nullptr; }

   private:
    friend class Workspace;
    Slice(Workspace& workspace, std::size_t index) noexcept : workspace_(&workspace), index_(index) {}
    void give_back() noexcept;

    Workspace* workspace_ = nullptr;
    std::size_t index_ = 0;
  };

  // At least `bytes`, for any element's alignment. None where the limit is reached or the device has no more memory, which is
  // warned of once.
  [[nodiscard]] Slice take(accel::Allocations& allocations, int device, std::uint64_t bytes);
  // All workspace slices together, in use or not.
  [[nodiscard]] std::uint64_t held() const noexcept { return held_; }

 private:
  struct Entry {
    accel::Memory memory;
    std::uint64_t bytes = 0;
    bool used = false;
  };
  [[nodiscard]] Entry* find_idle(int device, std::uint64_t bytes) noexcept;
  [[nodiscard]] Entry* make(accel::Allocations& allocations, int device, std::uint64_t bytes);

  const Config& config_;
  Log& log_;
  std::vector<Entry> entries_;
  std::uint64_t held_ = 0;
  bool warned_ = false;
};

}  // namespace penstock::coll
