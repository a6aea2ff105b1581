// A queue runs copies and kernels of one device in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "accel/driver/gpu.hpp"
#include "accel/memory/memory.hpp"
#include "base/status.hpp"

namespace penstock::accel {

// A ticket stands for the completion of all work enqueued on a queue so far.
struct Ticket {
  std::uint32_t queue = 0;
  std::uint64_t sequence = 0;  // 0: complete already
};
enum class Progress : std::uint8_t { kPending, kDone };

struct Extent3 {
  unsigned x = 1, y = 1, z = 1;
};

// By chooses how contiguous bytes are copied: the copy engine reaches all memory that the process reaches; a kernel is faster
// for small copies, and reaches memory of its device, pinned memory, and mapped memory of peers and other devices. kKernel
// means that the copy engine is busy with concurrent work, so a kernel makes the copy unless it is too large for one.
enum class By : std::uint8_t { kEngine, kEngineOrKernel, kKernel };
// Returns the choice for a copy between two kinds of memory. `reaches`: kernels of the device that does the work can access all
// device memory of the copy.
[[nodiscard]] By copied_by(MemoryKind one, MemoryKind other, bool reaches, std::uint64_t bytes) noexcept;

struct Finish;  // accel/queue/flag.hpp

// A queue is a non-blocking stream of one device that the library owns; it is never the application's stream or the legacy
// default stream. Work on a queue runs in order. A queue is used by one thread at a time. A call that fails waits first until
// no work of the queue runs any more, so that memory of the work may be freed; earlier tickets are then done.
class Queue {
 public:
  virtual ~Queue() = default;
  [[nodiscard]] virtual int device() const = 0;
  [[nodiscard]] virtual const DeviceLimits& limits() const = 0;
  // Copies between any two addresses that this process can reach (host, device, mapped peer). The copy is asynchronous for
  // pinned and device memory; if one side is pageable host memory, the driver stages the bytes, and the call may block until
  // they have been read or written.
  virtual Status copy(void* destination, const void* source, std::size_t bytes) = 0;
  // Launches a kernel of the library's image by name; `arguments` is its only parameter block, which is copied in the call.
  virtual Status launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                        std::size_t argument_bytes) = 0;
  // Returns a ticket for all work so far. The ticket is cheap to test, and the call never blocks.
  virtual Status mark(Ticket* out) = 0;

  // These calls enqueue work and return its ticket, in fewer than two driver calls. The queue may hold work back, to submit it
  // together with more work of its kind, until this or a later ticket of the queue is tested and the device is free, or other
  // work follows. A failure at that time is reported to every test of the tickets concerned, and to the caller in whose call it
  // occurred. Unless `by` is By::kEngine, a copy runs at any time between this call and the completion of its ticket, without
  // any order to other work of the queue, and its ticket may belong to another queue.
  virtual Status copy_and_mark(void* destination, const void* source, std::size_t bytes, By by, Ticket* out) = 0;
  // `finish` lies within `arguments`: the call fills it in, and the kernel must end with kernels::sync::finish.
  virtual Status launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments,
                                 std::size_t argument_bytes, Finish* finish, Ticket* out) = 0;
};

}  // namespace penstock::accel
