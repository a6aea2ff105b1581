// Executes accumulates on GPU memory by kernels, whose atomics are also atomic with
// respect to other GPUs that reach the memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "accel/accel.hpp"
#include "proto/rma/executor.hpp"
#include "proto/rma/kernel_task.hpp"
#include "proto/rma/pinned.hpp"

namespace penstock::proto::rma {

// Operands and results that are in host memory pass through a few pinned places. Not thread-safe.
class DeviceExecutor {
 public:
  // A kernel under way.
  struct Run {
    accel::Ticket ticket;
    int place = -1;              // index of its pinned place; -1: none
    std::uint64_t old_at = 0;    // offset of the previous values in that place
    std::uint64_t first = 0;     // packed byte of its first element, for the caller
    std::uint64_t bytes = 0;     // bytes of its elements
    bool in_order = false;       // kernels launched later for memory of that region run after it
    bool wants_results = false;  // fetched by results()
  };
  static constexpr std::size_t kMostExtents = 1024;  // extents of a kernel

  // Both arguments outlive this object.
  DeviceExecutor(accel::Accel& accel, const Config& config)
      : queues_(accel.queues()), config_(config), pinned_(accel.allocations(), kPlaceBytes * (kPlaces + 1)) {}
  DeviceExecutor(const DeviceExecutor&) = delete;
  DeviceExecutor& operator=(const DeviceExecutor&) = delete;
  // Waits for kernels that use pinned places.
  ~DeviceExecutor();

  // Returns the bytes of elements that one kernel can handle if `copied` arrays are in host memory; a multiple of 8.
  [[nodiscard]] static std::uint64_t most_bytes(unsigned copied, bool by_extents) noexcept;
  // These tell if every element is aligned to its own size.
  [[nodiscard]] static bool suits(const Reached& reached, const Fold& fold, const RemoteBuffer& remote);
  [[nodiscard]] static bool suits(const Reached& reached, const Fold& fold, const Extent& extent) noexcept;
  [[nodiscard]] static bool suits(const kernels::Strided& shape, std::uint32_t width) noexcept;
  // Returns the shape of the caller's own elements, relative to the address that *base gets.
  static kernels::AccumulateShape shape_of(const kernels::Strided& shape, std::uint64_t* base) noexcept;

  // *begun stays false if no place is free: try again when a run is over. After a failure no part of it runs. Valid for folds
  // and regions for which reached.takes_kernels() holds.
  Status launch(const Reached& reached, const Fold& fold, const KernelElements& elements, Run* out, bool* begun);
  // *done is true after a failure too. Then results() has the previous values until release().
  Status test(const Run& run, bool* done);
  [[nodiscard]] std::span<const std::byte> results(const Run& run) const noexcept;
  // Called when the run is over, or its end does not matter.
  void release(Run* run) noexcept;

  // Executes elements anywhere in the region before it returns: aligned elements by kernels, others through `host`. It is for
  // rare cases, since it waits for the device.
  Status run_now(const Reached& reached, const Fold& fold, std::span<const Extent> extents, const Elements& elements,
                 ElementExecutor& host, Executed* out);

 private:
  static constexpr std::uint64_t kPlaceBytes = 256 << 10;
  static constexpr int kPlaces = 8;
  static constexpr int kPlaceOfNow = kPlaces;  // for run_now()
  enum class State : std::uint8_t { kFree, kBusy, kLeft };
  struct Place {
    State state = State::kFree;
    accel::Ticket ticket;
  };
  struct Site {
    int device = -1;
    std::uint32_t tickets = 0;  // number of its stream in tickets; later work of the stream comes after these
  };

  Status site(int device, accel::Queue** queue, std::uint32_t* tickets);
  int find_place();
  [[nodiscard]] std::byte* place(int number) const noexcept {
    return pinned_.data() + kPlaceBytes * static_cast<std::uint64_t>(number);
  }
  Status start(KernelTask* task, int gpu, Run* out);
  Status one_now(const Reached& reached, const Fold& fold, const Extent& extent, const Elements& elements);
  Status launch_now(const Reached& reached, const Fold& fold, const kernels::Strided& shape, const Elements& elements);

  accel::Queues& queues_;
  const Config& config_;
  PinnedMemory pinned_;
  std::array<Place, kPlaces + 1> places_;
  std::vector<Site> sites_;
  std::vector<kernels::AccumulateExtent> listed_;
};

}  // namespace penstock::proto::rma
