// Moves bytes between memory of this process, whatever its kinds: packing, unpacking and copying on the CPU or the GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/p2p/device_lists.hpp"
#include "proto/p2p/message.hpp"
#include "proto/p2p/page_slots.hpp"

namespace penstock::proto {

// Calls return tickets; ticket.sequence is 0 if the work is complete. The class is not thread-safe.
class Mover {
 public:
  Mover(const Config& config, Log& log, accel::Accel& accel)
      : config_(config), log_(log), accel_(accel), lists_(config, log, accel) {}
  ~Mover();
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;

  static constexpr std::size_t kBounceBytes = 256 * 1024;
  static constexpr int kMostBounces = 8;
  static constexpr std::uint64_t kLeastPinned = 128 * 1024;

  // Tells if the CPU may read and write it.
  [[nodiscard]] static bool cpu_reaches(const accel::Memory& memory) noexcept {
    return memory.kind != accel::MemoryKind::kDevice;
  }
  // Tells if the GPU should move the memory: device memory, and managed memory if there is a device to work on.
  [[nodiscard]] bool wants_device(const accel::Memory& memory);

  // Tells if the GPU can move it between device memory and its place, and should if it is large.
  [[nodiscard]] bool suits_device(const accel::Memory& memory, std::uint64_t bytes) {
    if (memory.kind == accel::MemoryKind::kPinned) return bytes >= kLeastPinned && device_of(memory) >= 0;
    return wants_device(memory);
  }

  // Returns the device whose queues move it; -1: none.
  [[nodiscard]] int device_of(const accel::Memory& memory) {
    return memory.device >= 0 ? memory.device : accel_.working_device();
  }

  // Fixes the device, whatever the application makes current later. Managed memory may have none of its own.
  void settle_device(accel::Memory* memory) {
    if (memory->device < 0) memory->device = device_of(*memory);
  }

  // Describes how a device moves bytes to or from staging memory.
  struct Where {
    accel::MemoryKind staging = accel::MemoryKind::kHost;  // device work on a kHost one may block, else it is asynchronous
    unsigned queue_index = 0;
    accel::By by = accel::By::kEngineOrKernel;  // contiguous bytes, where a kernel can move them as well
  };
  // Copies packed bytes [first, first + bytes) of a side to or from contiguous staging memory. Staging memory of kDevice is
  // accessed by the side's device; the side suits_device().
  Status pack(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* to, const Where& where,
              accel::Ticket* out);
  Status unpack(const Side& side, std::uint64_t first, std::uint64_t bytes, const std::byte* from, const Where& where,
                accel::Ticket* out);
  // Copies by the CPU, or blocks until the device is done: for small data. Both start at a side's first byte.
  Status pack_now(const Side& side, std::uint64_t bytes, std::byte* to);
  Status unpack_now(const Side& side, std::uint64_t bytes, const std::byte* from);

  // Returns the list of a side for a kernel of its device; `held` lasts until it is told of that copy. *queue is the only one
  // whose work is ordered after the tables, or -1. Fails, with one warning, where there is no memory for them.
  Status list_of(const Side& side, kernels::List* out, int* queue_index, DeviceLists::Held* held);

  // Copies packed bytes [0, bytes) from one side to the other. Blocks only where a strided side in pageable host memory meets
  // one that the GPU must move.
  Status copy(const Side& to, const Side& from, std::uint64_t bytes, unsigned queue_index, accel::Ticket* out);

  // Waits for work that the application enqueued before this call on the default stream that PENSTOCK_SYNC_STREAM names. Does
  // nothing without that setting, or for memory that no device touches. With PENSTOCK_CHECK, warns if the application relies on
  // such an order without the setting.
  Status settle(const accel::Memory& memory);

  // Prefetches managed memory to the device that is about to copy it; a failure only warns.
  void bring(const Side& side, std::uint64_t bytes);

  // Checks that the device that works on `memory` still works, where one is wanted: after a failure that may be of the whole
  // context. Waits for the work of one queue.
  Status still_works(const accel::Memory& memory);

  // Pins host memory of ours; returns false, with one warning, where the driver refuses: device work on it is then slower, and
  // may block.
  bool pin(void* address, std::size_t bytes);

  // Returns a pinned buffer of kBounceBytes; -1 if all are in use or none can be allocated.
  int acquire_bounce();
  void release_bounce(int bounce) noexcept { bounces_.release(bounce); }
  [[nodiscard]] std::byte* bounce(int index) noexcept { return bounces_.at(index); }

 private:
  [[nodiscard]] bool by_device(const Side& side, const Where& where);
  Status queue_on(int device, unsigned queue_index, accel::Queue** out);
  Status device_copy(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* packed, bool packing,
                     const Where& where, accel::Ticket* out);
  Status now_by_device(const Side& side, std::uint64_t bytes, std::byte* packed, bool packing);
  Status copy_by_blocks(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* packed, bool packing,
                        unsigned queue_index, accel::Ticket* out);
  // One end of a copy by a kernel: a buffer with a list, or a shape.
  struct End {
    const Buffer* buffer = nullptr;
    kernels::Strided shape;
  };
  [[nodiscard]] static End end_of(const Side& side);
  struct Work {
    int device = -1;
    unsigned queue_index = 0;
    accel::By by = accel::By::kEngine;  // contiguous bytes
    std::uint64_t first = 0;            // packed bytes
    std::uint64_t bytes = 0;
  };
  // Copies by kernels of `device`, which reaches both ends. *begun is false, and nothing is done, where a list cannot be placed
  // there.
  Status copy_by_kernel(const End& to, const End& from, const Work& work, bool* begun, accel::Ticket* out);
  void warn_of_lists(const Status& why);
  // Tells if one kernel can access both; enables peer access where it must.
  bool one_kernel_reaches(const accel::Memory& worker, const accel::Memory& other);
  Status copy_through_bounce(const Side& to, const Side& from, std::uint64_t bytes, unsigned queue_index);

  const Config& config_;
  Log& log_;
  accel::Accel& accel_;
  DeviceLists lists_;
  PageSlots bounces_{kBounceBytes, kMostBounces};
  std::unordered_set<void*> pinned_;
  bool warned_pin_ = false;
  bool warned_reach_ = false;
  bool warned_bring_ = false;
  bool warned_lists_ = false;
};

}  // namespace penstock::proto
