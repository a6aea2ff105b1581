// A stream queue is a stream of the library with its completion word.
#pragma once

#include <array>
#include <atomic>
#include <string_view>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/queue/completer.hpp"
#include "accel/queue/copies.hpp"
#include "accel/queue/flag.hpp"
#include "accel/queue/module.hpp"
#include "accel/queue/queue.hpp"
#include "accel/queue/work.hpp"

namespace penstock::accel {

inline constexpr std::string_view kFlagKernel = "penstock_flag";
inline constexpr std::string_view kCopyManyKernel = "penstock_copy_many";

class CudaGraph;
class Resident;

// Completion is a word in pinned memory that the device writes in stream order, so a test is one load. The library's kernels
// write it themselves; if the last work was none of them, the word is written when a ticket is first tested, so that one write
// serves many tickets. Small copies are submitted then, too. While the device is busy with two batches of copies, more copies
// are gathered: one copy goes by the copy engine, several go by one kernel.
class StreamQueue final : public Queue, public Completer {
 public:
  // `resident` makes small copies if it can. It may be null and must outlive this queue.
  StreamQueue(const Driver& driver, Devices& devices, Module& module, int device, std::uint32_t number, const Copies& copies,
              Resident* resident)
      : driver_(driver),
        devices_(devices),
        module_(module),
        device_(device),
        number_(number),
        copies_(copies),
        resident_(resident) {}
  Status open();
  // Waits for the work, then frees the stream. No member may be called afterwards.
  Status close();

  [[nodiscard]] int device() const override { return device_; }
  [[nodiscard]] const DeviceLimits& limits() const override { return devices_.limits(device_); }
  Status copy(void* destination, const void* source, std::size_t bytes) override;
  Status launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                std::size_t argument_bytes) override;
  Status mark(Ticket* out) override;
  Status copy_and_mark(void* destination, const void* source, std::size_t bytes, By by, Ticket* out) override;
  Status launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments, std::size_t argument_bytes,
                         Finish* finish, Ticket* out) override;
  // Implements Queues::launch_graph.
  Status launch_and_mark(CudaGraph& graph, Ticket* out);
  // Implements Queues::enqueue_foreign.
  Status enqueue_and_mark(ForeignWork& work, Ticket* out);

  Status test(std::uint64_t sequence, Progress* out) override;
  Status probe(std::uint64_t sequence, Progress* out) override;
  // Submits one copy by the copy engine to the driver immediately.
  Status copy_at_once(std::uint64_t destination, std::uint64_t source, std::size_t bytes, Ticket* out);
  Status wait_for(CUevent event);

 private:
  // Lost is an inclusive range of sequences whose work did not run, or may not have run.
  struct Lost {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // 0: none
    Status why;
  };

  Status make_memory();
  [[nodiscard]] bool reached(std::uint64_t sequence) noexcept;
  // Submits the copies that were held back, and the write of the word after all tickets handed out.
  Status submit();
  Status launch_copies(By by = By::kEngineOrKernel);
  [[nodiscard]] bool gathers() noexcept { return !reached(batches_[0]); }
  [[nodiscard]] Finish finish_now() const noexcept;
  Status write_word();
  // Runs `work` in the device's context, unless the device has failed.
  template <typename Work>
  Status run(Work&& work, Capture capture = Capture::kRelaxed);
  // After a failed call: waits until no work of this queue runs any more, then returns the failure. Copies that were held back
  // are lost.
  Status stop(Status&& why);
  void lose_copies(const Status& why);
  Status find(std::string_view kernel, const Module::Kernel** out);
  Status launch_found(const Module::Kernel& kernel, Extent3 grid, Extent3 block, const void* arguments);

  const Driver& driver_;
  Devices& devices_;
  Module& module_;
  int device_;
  std::uint32_t number_;
  CUstream stream_ = nullptr;
  std::uint32_t* word_ = nullptr;
  CUdeviceptr counter_ = 0;  // counter of Finish, on the device
  bool word_by_kernel_ = false;
  std::uint64_t issued_ = 0;  // tickets handed out
  std::uint64_t marked_ = 0;  // the driver has been asked to write the word up to this ticket
  std::uint64_t done_ = 0;    // tickets that are done
  unsigned looks_ = 0;
  std::uint64_t probe_at_ = 0;
  Copies copies_;
  Resident* resident_;
  std::array<std::uint64_t, 2> batches_{};  // last tickets of the two latest batches of copies, the older one first
  std::uint64_t first_kept_ = 0;            // ticket of the first copy held back
  Lost lost_;
  Status failure_;  // failure of the device: this queue cannot be used any more
};

}  // namespace penstock::accel
