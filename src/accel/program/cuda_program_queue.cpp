#include "accel/program/cuda_program_queue.hpp"

#include <algorithm>
#include <array>

#include "accel/queue/flag.hpp"
#include "accel/queue/stream_queue.hpp"

namespace penstock::accel {
namespace {

constexpr std::size_t kMostOperations = 128;  // operations of one call; the driver accepts 256

CUstreamBatchMemOpParams parameters_of(const WordOperation& operation) {
  CUstreamBatchMemOpParams out{};
  const bool wide = operation.bytes == 8;
  if (operation.verb == WordOperation::Verb::kWrite) {
    out.operation = wide ? CU_STREAM_MEM_OP_WRITE_VALUE_64 : CU_STREAM_MEM_OP_WRITE_VALUE_32;
    out.writeValue.address = static_cast<CUdeviceptr>(operation.address);
    out.writeValue.value64 = operation.value;
    out.writeValue.flags = CU_STREAM_WRITE_VALUE_DEFAULT;
    return out;
  }
  out.operation = wide ? CU_STREAM_MEM_OP_WAIT_VALUE_64 : CU_STREAM_MEM_OP_WAIT_VALUE_32;
  out.waitValue.address = static_cast<CUdeviceptr>(operation.address);
  out.waitValue.value64 = operation.value;
  out.waitValue.flags = operation.verb == WordOperation::Verb::kEqual ? CU_STREAM_WAIT_VALUE_EQ : CU_STREAM_WAIT_VALUE_GEQ;
  return out;
}

}  // namespace

Status CudaProgramQueue::copy(void* destination, const void* source, std::size_t bytes) {
  if (bytes == 0) return {};
  return run([&] {
    return driver_.cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(destination), reinterpret_cast<CUdeviceptr>(source), bytes,
                                 stream_);
  });
}

// A capture must not see a kernel being loaded, so the kernel is loaded once, before the launch.
Status CudaProgramQueue::launch(std::string_view name, Extent3 grid, Extent3 block, const void* arguments,
                                std::size_t /*argument_bytes*/) {
  const Module::Kernel* kernel = nullptr;
  if (!module_.known(name, &kernel)) PENSTOCK_TRY(run([&] { return module_.find(name, &kernel); }, Capture::kRelaxed));
  PENSTOCK_TRY(kernel->check(block));
  void* parameters[] = {const_cast<void*>(arguments)};
  void** no_extra = nullptr;
  return run([&] {
    return driver_.cuLaunchKernel(kernel->function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0U, stream_,
                                  static_cast<void**>(parameters), no_extra);
  });
}

Status CudaProgramQueue::copy_and_mark(void* destination, const void* source, std::size_t bytes, By /*by*/, Ticket* out) {
  PENSTOCK_TRY(copy(destination, source, bytes));
  return mark(out);
}

Status CudaProgramQueue::launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments,
                                         std::size_t argument_bytes, Finish* finish, Ticket* out) {
  *finish = {};
  PENSTOCK_TRY(launch(kernel, grid, block, arguments, argument_bytes));
  return mark(out);
}

// A capture that another call has invalidated counts as a capture.
Status CudaProgramQueue::capturing(bool* out) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  cuuint64_t id = 0;
  PENSTOCK_TRY(run([&] {
    return driver_.cuStreamGetCaptureInfo(stream_, &status, &id, static_cast<CUgraph*>(nullptr),
                                          static_cast<const CUgraphNode**>(nullptr), static_cast<std::size_t*>(nullptr));
  }));
  *out = status != CU_STREAM_CAPTURE_STATUS_NONE;
  return {};
}

Status CudaProgramQueue::operate(std::span<const WordOperation> operations) {
  std::array<CUstreamBatchMemOpParams, kMostOperations> parameters;
  for (std::size_t first = 0; first < operations.size(); first += kMostOperations) {
    const auto part = operations.subspan(first, std::min(kMostOperations, operations.size() - first));
    std::ranges::transform(part, parameters.begin(), parameters_of);
    PENSTOCK_TRY(
        run([&] { return driver_.cuStreamBatchMemOp(stream_, static_cast<unsigned>(part.size()), parameters.data(), 0U); }));
  }
  return {};
}

Status find_stream_device(const Driver& driver, const Devices& devices, CUstream stream, CUcontext* context, int* device) {
  PENSTOCK_TRY(driver.cuStreamGetCtx(stream, context));
  return within_context(driver, *context, Capture::kAsItIs, [&]() -> Status {
    CUdevice handle = 0;
    PENSTOCK_TRY(driver.cuCtxGetDevice(&handle));
    for (*device = 0; *device < devices.count(); ++*device) {
      if (devices.handle(*device) == handle) return {};
    }
    return Status::error(Code::kInternal, "the stream's device is none of this process's");
  });
}

}  // namespace penstock::accel
