#include "accel/queue/stream_queue.hpp"

#include <algorithm>

#include "accel/queue/cuda_graph.hpp"
#include "accel/queue/resident.hpp"
#include "base/clock.hpp"

namespace penstock::accel {
namespace {

// An asynchronous failure never writes the word, so the driver is queried from time to time. The interval is a time, since many
// tickets may be tested in a round; the clock is read once per so many tests.
constexpr unsigned kLooksPerClock = 64;
constexpr std::uint64_t kProbeNs = 50'000;

}  // namespace

Status StreamQueue::open() {
  return devices_.within(device_, [&]() -> Status {
    PENSTOCK_TRY(make_memory());
    word_by_kernel_ = !driver_.cuStreamWriteValue32.available();
    PENSTOCK_TRY(devices_.make_stream(&stream_));
    // The word is 0 now, and the counter must be 0 before the first kernel reads it.
    return driver_.cuMemcpyAsync(counter_, reinterpret_cast<CUdeviceptr>(word_), sizeof *word_, stream_);
  });
}

Status StreamQueue::make_memory() {
  constexpr std::size_t kLine = 64;
  void* memory = nullptr;
  PENSTOCK_TRY(
      driver_.cuMemHostAlloc(&memory, kLine, static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)));
  word_ = static_cast<std::uint32_t*>(memory);
  *word_ = 0;
  return driver_.cuMemAlloc(&counter_, kLine);
}

Status StreamQueue::close() {
  if (word_ == nullptr) return {};
  Status first = failure_.is_ok() ? submit() : Status::ok();
  Status closed = devices_.within(device_, [&]() -> Status {
    Status ended = stream_ == nullptr ? Status::ok() : driver_.cuStreamSynchronize(stream_);
    const auto then = [&ended](Status next) {
      if (ended.is_ok()) ended = std::move(next);
    };
    if (stream_ != nullptr) then(driver_.cuStreamDestroy(std::exchange(stream_, nullptr)));
    if (counter_ != 0) then(driver_.cuMemFree(std::exchange(counter_, 0)));
    then(driver_.cuMemFreeHost(static_cast<void*>(std::exchange(word_, nullptr))));
    return ended;
  });
  return first.is_ok() ? std::move(closed) : std::move(first);
}

Status StreamQueue::copy(void* destination, const void* source, std::size_t bytes) {
  if (!copies_.empty()) PENSTOCK_TRY(launch_copies());
  if (bytes == 0) return {};
  return run([&] {
    return driver_.cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(destination), reinterpret_cast<CUdeviceptr>(source), bytes,
                                 stream_);
  });
}

Status StreamQueue::launch(std::string_view name, Extent3 grid, Extent3 block, const void* arguments,
                           std::size_t argument_bytes) {
  static_cast<void>(argument_bytes);  // the driver knows it from the kernel
  if (!copies_.empty()) PENSTOCK_TRY(launch_copies());
  const Module::Kernel* kernel = nullptr;
  PENSTOCK_TRY(find(name, &kernel));
  return run([&] { return launch_found(*kernel, grid, block, arguments); }, Capture::kAsItIs);
}

Status StreamQueue::mark(Ticket* out) {
  if (!failure_.is_ok()) return failure_.clone();
  static_cast<void>(reached(issued_));  // keeps the 32-bit word within range of the 64-bit count
  *out = {number_, ++issued_};
  return {};
}

Status StreamQueue::copy_and_mark(void* destination, const void* source, std::size_t bytes, By by, Ticket* out) {
  const auto to = reinterpret_cast<std::uint64_t>(destination);
  const auto from = reinterpret_cast<std::uint64_t>(source);
  if (by != By::kEngine && resident_ != nullptr && copies_.empty() && resident_->take({from, to, bytes}, *this, out)) {
    return {};
  }
  if (by == By::kEngine || bytes == 0 || !copies_.suits(to, from, bytes)) {
    PENSTOCK_TRY(copy(destination, source, bytes));
    return mark(out);
  }
  if (!failure_.is_ok()) return failure_.clone();
  if (!copies_.add(to, from, bytes)) {
    PENSTOCK_TRY(launch_copies());
    static_cast<void>(copies_.add(to, from, bytes));  // the first always fits
  }
  if (copies_.count() == 1) first_kept_ = issued_ + 1;
  PENSTOCK_TRY(mark(out));
  return by == By::kKernel ? launch_copies(by) : Status::ok();
}

Status StreamQueue::launch_and_mark(std::string_view name, Extent3 grid, Extent3 block, void* arguments,
                                    std::size_t argument_bytes, Finish* finish, Ticket* out) {
  if (!copies_.empty()) PENSTOCK_TRY(launch_copies());
  if (finish->job != 0 && resident_ != nullptr) {
    const auto offset = static_cast<std::size_t>(reinterpret_cast<std::byte*>(finish) - static_cast<std::byte*>(arguments));
    if (resident_->take(Resident::Job{name, block, arguments, argument_bytes, offset}, *this, out)) return {};
  }
  const Module::Kernel* kernel = nullptr;
  PENSTOCK_TRY(find(name, &kernel));
  // A number is used only once, also if the call fails: the device may write it nevertheless.
  PENSTOCK_TRY(mark(out));
  *finish = finish_now();
  marked_ = issued_;
  return run([&] { return launch_found(*kernel, grid, block, arguments); }, Capture::kAsItIs);
}

// Kernels of the graph do not write the word, since its value differs at each launch; a write behind the graph does.
Status StreamQueue::launch_and_mark(CudaGraph& graph, Ticket* out) {
  if (!copies_.empty()) PENSTOCK_TRY(launch_copies());
  const CUgraphExec executable = graph.executable();
  PENSTOCK_TRY(run([&] { return driver_.cuGraphLaunch(executable, stream_); }));
  PENSTOCK_TRY(mark(out));
  return submit();
}

Status StreamQueue::enqueue_and_mark(ForeignWork& work, Ticket* out) {
  if (!copies_.empty()) PENSTOCK_TRY(launch_copies());
  PENSTOCK_TRY(run([&] { return work.enqueue(stream_); }));
  PENSTOCK_TRY(mark(out));
  return submit();
}

Status StreamQueue::submit() {
  if (!copies_.empty()) return launch_copies();
  if (marked_ == issued_) return {};
  marked_ = issued_;
  if (!word_by_kernel_) PENSTOCK_TRY(run([&] { return write_word(); }, Capture::kAsItIs));
  if (!word_by_kernel_) return {};
  const Module::Kernel* kernel = nullptr;
  PENSTOCK_TRY(find(kFlagKernel, &kernel));
  const FlagArguments arguments{reinterpret_cast<std::uint64_t>(word_), static_cast<std::uint32_t>(marked_)};
  return run([&] { return launch_found(*kernel, {}, {}, &arguments); }, Capture::kAsItIs);
}

// If the driver refuses the write permanently, `word_by_kernel_` is set.
Status StreamQueue::write_word() {
  const CUresult result =
      driver_.cuStreamWriteValue32.raw(stream_, reinterpret_cast<CUdeviceptr>(word_), static_cast<std::uint32_t>(marked_),
                                       static_cast<unsigned>(CU_STREAM_WRITE_VALUE_DEFAULT));
  word_by_kernel_ = result == CUDA_ERROR_NOT_SUPPORTED;
  return word_by_kernel_ ? Status::ok() : driver_.cuStreamWriteValue32.failure(result);
}

// A kernel costs one launch, however many copies it makes, and starts as soon as the previous kernel ends: only a single copy
// on an idle device is faster by the copy engine.
Status StreamQueue::launch_copies(By by) {
  const bool alone = by != By::kKernel && copies_.count() == 1 && reached(batches_[1]);
  batches_ = {batches_[1], issued_};
  if (alone) {
    const CopyPart only = copies_.front();
    PENSTOCK_TRY(run([&] {
      return driver_.cuMemcpyAsync(static_cast<CUdeviceptr>(only.destination), static_cast<CUdeviceptr>(only.source),
                                   std::size_t{only.bytes}, stream_);
    }));
    copies_.clear();
    return submit();
  }
  const Module::Kernel* kernel = nullptr;
  PENSTOCK_TRY(find(kCopyManyKernel, &kernel));
  const Copies::Plan plan = copies_.plan(finish_now());
  marked_ = issued_;
  PENSTOCK_TRY(
      run([&] { return launch_found(*kernel, {plan.blocks, 1, 1}, {plan.threads, 1, 1}, &plan.arguments); }, Capture::kAsItIs));
  copies_.clear();
  return {};
}

Status StreamQueue::copy_at_once(std::uint64_t destination, std::uint64_t source, std::size_t bytes, Ticket* out) {
  PENSTOCK_TRY(copy(reinterpret_cast<void*>(destination), reinterpret_cast<const void*>(source), bytes));
  PENSTOCK_TRY(mark(out));
  return submit();
}

Finish StreamQueue::finish_now() const noexcept {
  return {reinterpret_cast<std::uint64_t>(word_), counter_, static_cast<std::uint32_t>(issued_), 0};
}

template <typename Work>
Status StreamQueue::run(Work&& work, Capture capture) {
  if (!failure_.is_ok()) return failure_.clone();
  Status done = devices_.within(device_, std::forward<Work>(work), capture);
  return done.is_ok() ? Status::ok() : stop(std::move(done));
}

// It is unknown which part of the work still runs, and its owner frees the memory when the failure is reported.
Status StreamQueue::stop(Status&& why) {
  if (!copies_.empty()) lose_copies(why);
  const auto synchronize = [&] { return driver_.cuStreamSynchronize(stream_); };
  Status stopped = devices_.within(device_, synchronize);
  if (!stopped.is_ok()) stopped = synchronize();  // entering the context may have failed
  if (stopped.is_ok()) {
    done_ = marked_ = issued_;
  } else {
    failure_ = why.clone();
  }
  return std::move(why);
}

// One range is enough: an older loss has been reported by then; otherwise the tickets in between report a failure that was not
// theirs.
void StreamQueue::lose_copies(const Status& why) {
  lost_ = {lost_.last == 0 ? first_kept_ : lost_.first, issued_, why.clone()};
  copies_.clear();
}

// A capture must not see a kernel being loaded, so the kernel is loaded once, before the launch.
Status StreamQueue::find(std::string_view name, const Module::Kernel** out) {
  if (module_.known(name, out)) return {};
  return run([&] { return module_.find(name, out); });
}

Status StreamQueue::launch_found(const Module::Kernel& kernel, Extent3 grid, Extent3 block, const void* arguments) {
  PENSTOCK_TRY(kernel.check(block));
  void* parameters[] = {const_cast<void*>(arguments)};
  void** no_extra = nullptr;
  return driver_.cuLaunchKernel(kernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0U, stream_,
                                static_cast<void**>(parameters), no_extra);
}

bool StreamQueue::reached(std::uint64_t sequence) noexcept {
  if (sequence <= done_) return true;
  const std::uint32_t seen = std::atomic_ref<std::uint32_t>(*word_).load(std::memory_order_acquire);
  // The word may be behind the progress that the driver reported: the mark of a failed call is never written.
  const auto ahead = static_cast<std::int32_t>(seen - static_cast<std::uint32_t>(done_));
  if (ahead > 0) done_ += static_cast<std::uint32_t>(ahead);
  return sequence <= done_;
}

Status StreamQueue::test(std::uint64_t sequence, Progress* out) {
  if (sequence <= lost_.last && sequence >= lost_.first) return lost_.why.clone();
  if (reached(sequence)) {
    *out = Progress::kDone;
    return {};
  }
  *out = Progress::kPending;
  if (sequence > marked_ && (copies_.empty() || !gathers())) return submit();
  if (++looks_ % kLooksPerClock != 0) return {};
  const std::uint64_t now = base::now_ns();
  if (now < probe_at_) return {};
  probe_at_ = now + kProbeNs;
  return probe(sequence, out);
}

Status StreamQueue::probe(std::uint64_t sequence, Progress* out) {
  PENSTOCK_TRY(run([&]() -> Status {
    const CUresult result = driver_.cuStreamQuery.raw(stream_);
    if (result == CUDA_SUCCESS) done_ = std::max(done_, marked_);
    return result == CUDA_ERROR_NOT_READY ? Status::ok() : driver_.cuStreamQuery.failure(result);
  }));
  *out = reached(sequence) ? Progress::kDone : Progress::kPending;
  return {};
}

Status StreamQueue::wait_for(CUevent event) {
  return devices_.within(device_, [&] { return driver_.cuStreamWaitEvent(stream_, event, 0U); });
}

}  // namespace penstock::accel
