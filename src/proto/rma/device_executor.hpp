// Executes accumulates on memory of GPUs by kernels, whose atomics exclude those of every other GPU that reaches the memory.
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

// Operands and results of kernels that are in memory of the host lie in pinned places meanwhile, of which there are a few. Not
// thread-safe.
class DeviceExecutor {
 public:
  // A kernel under way.
  struct Run {
    accel::Ticket ticket;
    int place = -1;              // pinned
    std::uint64_t old_at = 0;    // in the place
    std::uint64_t first = 0;     // the caller's: packed byte of its first element
    std::uint64_t bytes = 0;     // of its elements
    bool in_order = false;       // what is launched later on memory of that region comes after it
    bool wants_results = false;  // fetched by results()
  };
  static constexpr std::size_t kMostExtents = 1024;  // of a kernel

  // Both outlive it.
  DeviceExecutor(accel::Accel& accel, const Config& config)
      : queues_(accel.queues()), config_(config), pinned_(accel.allocations(), kPlaceBytes * (kPlaces + 1)) {}
  DeviceExecutor(const DeviceExecutor&) = delete;
  DeviceExecutor& operator=(const DeviceExecutor&) = delete;
  // Waits for kernels that use pinned places.
  ~DeviceExecutor();

  // Bytes of elements that one kernel takes, of which `copied` arrays are in memory of the host; whole elements of 8 bytes.
  [[nodiscard]] static std::uint64_t most_bytes(unsigned copied, bool by_extents) noexcept;
  // Where every element of the layout is at a multiple of its length.
  [[nodiscard]] static bool suits(const Reached& reached, const Fold& fold, const RemoteBuffer& remote);
  [[nodiscard]] static bool suits(const Reached& reached, const Fold& fold, const Extent& extent) noexcept;
  [[nodiscard]] static bool suits(const kernels::Strided& shape, std::uint32_t width) noexcept;
  // For the caller's own elements, which count from the address that *base gets.
  static kernels::AccumulateShape shape_of(const kernels::Strided& shape, std::uint64_t* base) noexcept;

  // *begun stays false where no place is free: try again when a run is over. A failure: nothing of it runs. For folds and
  // regions that reached.takes_kernels() takes.
  Status launch(const Reached& reached, const Fold& fold, const KernelElements& elements, Run* out, bool* begun);
  // True with a failure too. Then results() has what was there until release().
  Status test(const Run& run, bool* done);
  [[nodiscard]] std::span<const std::byte> results(const Run& run) const noexcept;
  // It is over, or nobody wants to know when.
  void release(Run* run) noexcept;

  // Executes elements that lie anywhere in the region, which is done when it returns: those of kernels by kernels, others
  // through `host`. It is for rare cases, since it waits for the device.
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
    std::uint32_t tickets = 0;  // of its stream: what comes later follows them
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
