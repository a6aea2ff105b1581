#include "accel/queue.hpp"

#include <algorithm>

namespace penstock::accel {
namespace {

// Looks at the word between two questions to the driver: an asynchronous failure never writes it.
constexpr unsigned kLooksPerProbe = 64;

}  // namespace

Status Module::find(std::string_view name, const Kernel** out) {
  for (const auto& kernel : kernels_) {
    if (kernel->name == name) {
      *out = kernel.get();
      return {};
    }
  }
  if (image_.empty()) {
    return Status::error(Code::kUnsupported, "no GPU kernels in this build (wanted {}); build with PENSTOCK_CUDA=ON", name);
  }
  if (module_ == nullptr) PENSTOCK_TRY(driver_.cuModuleLoadData(&module_, static_cast<const void*>(image_.data())));
  auto kernel = std::make_unique<Kernel>();
  kernel->name = name;
  PENSTOCK_TRY(driver_.cuModuleGetFunction(&kernel->function, module_, kernel->name.c_str()));
  // Asking makes the driver load a kernel that it would else load at the first launch, perhaps in the middle of a capture.
  PENSTOCK_TRY(driver_.cuFuncGetAttribute(&kernel->block_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel->function));
  *out = kernel.get();
  kernels_.push_back(std::move(kernel));
  return {};
}

Status Module::unload() {
  kernels_.clear();
  return module_ == nullptr ? Status::ok() : driver_.cuModuleUnload(std::exchange(module_, nullptr));
}

Status StreamQueue::open() {
  return devices_.within(device_, [&]() -> Status {
    void* memory = nullptr;
    PENSTOCK_TRY(
        driver_.cuMemHostAlloc(&memory, 64U, static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)));
    word_ = static_cast<std::uint32_t*>(memory);
    *word_ = 0;
    word_by_kernel_ = !driver_.cuStreamWriteValue32.available();
    return driver_.cuStreamCreate(&stream_, static_cast<unsigned>(CU_STREAM_NON_BLOCKING));
  });
}

Status StreamQueue::close() {
  if (word_ == nullptr) return {};
  return devices_.within(device_, [&]() -> Status {
    Status first = stream_ == nullptr ? Status::ok() : driver_.cuStreamSynchronize(stream_);
    const auto then = [&first](Status next) {
      if (first.is_ok()) first = std::move(next);
    };
    if (stream_ != nullptr) then(driver_.cuStreamDestroy(std::exchange(stream_, nullptr)));
    then(driver_.cuMemFreeHost(static_cast<void*>(std::exchange(word_, nullptr))));
    return first;
  });
}

Status StreamQueue::copy(void* destination, const void* source, std::size_t bytes) {
  if (bytes == 0) return {};
  return run([&] {
    return driver_.cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(destination), reinterpret_cast<CUdeviceptr>(source), bytes,
                                 stream_);
  });
}

Status StreamQueue::launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                           std::size_t argument_bytes) {
  static_cast<void>(argument_bytes);  // the driver knows it from the kernel
  return run([&] { return launch_here(kernel, grid, block, arguments); });
}

template <typename Work>
Status StreamQueue::run(Work&& work) {
  if (!failure_.is_ok()) return failure_.clone();
  Status done = devices_.within(device_, std::forward<Work>(work));
  return done.is_ok() ? Status::ok() : stop(std::move(done));
}

// Nothing tells which part of the work still runs, and its owner frees the memory when told of the failure.
Status StreamQueue::stop(Status&& why) {
  const auto synchronize = [&] { return driver_.cuStreamSynchronize(stream_); };
  Status stopped = devices_.within(device_, synchronize);
  if (!stopped.is_ok()) stopped = synchronize();  // entering the context may be what fails
  if (stopped.is_ok()) {
    done_ = issued_;
  } else {
    failure_ = why.clone();
  }
  return std::move(why);
}

Status StreamQueue::launch_here(std::string_view name, Extent3 grid, Extent3 block, const void* arguments) {
  const Module::Kernel* kernel = nullptr;
  PENSTOCK_TRY(module_.find(name, &kernel));
  if (block.x * block.y * block.z > static_cast<unsigned>(kernel->block_threads)) {
    return Status::error(Code::kConfig, "{} runs with at most {} threads a block here, not {}; lower PENSTOCK_KERNEL_BLOCK",
                         name, kernel->block_threads, block.x * block.y * block.z);
  }
  void* parameters[] = {const_cast<void*>(arguments)};
  void** no_extra = nullptr;
  return driver_.cuLaunchKernel(kernel->function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0U, stream_,
                                static_cast<void**>(parameters), no_extra);
}

Status StreamQueue::write_word(std::uint32_t value) {
  const auto address = reinterpret_cast<CUdeviceptr>(word_);
  if (!word_by_kernel_) {
    const CUresult result =
        driver_.cuStreamWriteValue32.raw(stream_, address, value, static_cast<unsigned>(CU_STREAM_WRITE_VALUE_DEFAULT));
    if (result != CUDA_ERROR_NOT_SUPPORTED) return driver_.cuStreamWriteValue32.failure(result);
    word_by_kernel_ = true;
  }
  const FlagArguments arguments{address, value};
  return launch_here(kFlagKernel, {}, {}, &arguments);
}

Status StreamQueue::mark(Ticket* out) {
  static_cast<void>(reached(issued_));  // keeps the 32-bit word within reach of the 64-bit count
  // A number is used once, also where the call fails: the device may write it all the same.
  const std::uint64_t sequence = ++issued_;
  PENSTOCK_TRY(run([&] { return write_word(static_cast<std::uint32_t>(sequence)); }));
  *out = {number_, sequence};
  return {};
}

bool StreamQueue::reached(std::uint64_t sequence) noexcept {
  if (sequence <= done_) return true;
  const std::uint32_t seen = std::atomic_ref<std::uint32_t>(*word_).load(std::memory_order_acquire);
  // The word may be behind what the driver said to be done: the mark of a failed call is never written.
  const auto ahead = static_cast<std::int32_t>(seen - static_cast<std::uint32_t>(done_));
  if (ahead > 0) done_ += static_cast<std::uint32_t>(ahead);
  return sequence <= done_;
}

Status StreamQueue::test(std::uint64_t sequence, Progress* out) {
  if (reached(sequence)) {
    *out = Progress::kDone;
    return {};
  }
  *out = Progress::kPending;
  return ++looks_ % kLooksPerProbe == 0 ? probe(sequence, out) : Status::ok();
}

Status StreamQueue::probe(std::uint64_t sequence, Progress* out) {
  PENSTOCK_TRY(run([&]() -> Status {
    const CUresult result = driver_.cuStreamQuery.raw(stream_);
    if (result == CUDA_SUCCESS) done_ = std::max(done_, issued_);
    return result == CUDA_ERROR_NOT_READY ? Status::ok() : driver_.cuStreamQuery.failure(result);
  }));
  *out = reached(sequence) ? Progress::kDone : Progress::kPending;
  return {};
}

Status StreamQueue::wait_for(CUevent event) {
  return devices_.within(device_, [&] { return driver_.cuStreamWaitEvent(stream_, event, 0U); });
}

}  // namespace penstock::accel
