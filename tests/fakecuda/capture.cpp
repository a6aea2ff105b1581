#include "capture.hpp"

#include <algorithm>
#include <atomic>

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

std::atomic<int> ongoing{0};  // most processes never capture

// Allocations, and what waits or asks.
bool unsafe(Entry entry) {
  switch (entry) {
    case Entry::cuMemAlloc:
    case Entry::cuMemFree:
    case Entry::cuMemAllocManaged:
    case Entry::cuMemHostAlloc:
    case Entry::cuMemFreeHost:
    case Entry::cuMemHostRegister:
    case Entry::cuMemHostUnregister:
    case Entry::cuMemcpy:
    case Entry::cuIpcOpenMemHandle:
    case Entry::cuIpcCloseMemHandle:
    case Entry::cuStreamQuery:
    case Entry::cuStreamSynchronize:
    case Entry::cuEventQuery:
    case Entry::cuEventSynchronize:
    case Entry::cuCtxSynchronize:
    case Entry::cuModuleLoadData:
    case Entry::cuModuleUnload: return true;
    default: return false;
  }
}

}  // namespace

CUstreamCaptureMode& capture_mode() {
  [[gnu::tls_model("initial-exec")]] thread_local CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  return mode;
}

CUresult refuse_unsafe(Entry entry) {
  if (ongoing == 0 || capture_mode() == CU_STREAM_CAPTURE_MODE_RELAXED || !unsafe(entry)) return CUDA_SUCCESS;
  Captures& captures = driver().captures;
  const std::lock_guard lock(captures.mutex_);
  CUresult result = CUDA_SUCCESS;
  for (Captures::Capture& capture : captures.all_) {
    const bool own = capture.thread == std::this_thread::get_id() && capture.mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    const bool global = capture.mode == CU_STREAM_CAPTURE_MODE_GLOBAL && capture_mode() == CU_STREAM_CAPTURE_MODE_GLOBAL;
    if (!own && !global) continue;
    capture.spoilt = true;
    result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  return result;
}

std::vector<Captures::Capture>::iterator Captures::of(const Stream& stream) {
  return std::ranges::find(all_, &stream, &Capture::stream);
}

CUresult Captures::begin(const Stream& stream, CUstreamCaptureMode mode) {
  const std::lock_guard lock(mutex_);
  if (of(stream) != all_.end()) return CUDA_ERROR_ILLEGAL_STATE;
  all_.push_back({&stream, std::this_thread::get_id(), mode, false, driver().graphs.add()});
  ++ongoing;
  return CUDA_SUCCESS;
}

CUresult Captures::end(const Stream& stream, CUgraph* out) {
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  *out = nullptr;
  if (capture == all_.end()) return CUDA_ERROR_ILLEGAL_STATE;
  if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != std::this_thread::get_id()) {
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  }
  const Capture ended = *capture;
  all_.erase(capture);
  --ongoing;
  if (!ended.spoilt) return *out = ended.graph, CUDA_SUCCESS;
  const CUresult removed = driver().graphs.remove(ended.graph);
  return removed == CUDA_SUCCESS ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : removed;
}

CUstreamCaptureStatus Captures::status(const Stream& stream) {
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  if (capture == all_.end()) return CU_STREAM_CAPTURE_STATUS_NONE;
  return capture->spoilt ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

bool Captures::takes(const Stream& stream, const Action& action) {
  if (ongoing == 0) return false;
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  if (capture == all_.end()) return false;
  const std::span<const CUgraphNode> before(&capture->last, capture->last == nullptr ? 0 : 1);
  CUgraphNode made = nullptr;
  if (driver().graphs.add_node(capture->graph, before, action, &made) != CUDA_SUCCESS) capture->spoilt = true;
  capture->last = made;
  return true;
}

CUresult Captures::refuse_wait(const Stream& stream) {
  if (ongoing == 0) return CUDA_SUCCESS;
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  if (capture == all_.end()) return CUDA_SUCCESS;
  capture->spoilt = true;
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult Captures::refuse_legacy(const Context& context) {
  if (ongoing == 0) return CUDA_SUCCESS;
  const std::lock_guard lock(mutex_);
  CUresult result = CUDA_SUCCESS;
  for (Capture& capture : all_) {
    if (capture.stream->context != &context || !capture.stream->blocking) continue;
    capture.spoilt = true;
    result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return result;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return call(Entry::cuThreadExchangeStreamCaptureMode, [&] {
    if (mode == nullptr || *mode > CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_ERROR_INVALID_VALUE;
    std::swap(*mode, capture_mode());
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode) {
  return call(Entry::cuStreamBeginCapture, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    if (mode > CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_ERROR_INVALID_VALUE;
    if (stream == context->legacy) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return driver().captures.begin(*stream, mode);
  });
}

CUresult CUDAAPI cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
  return call(Entry::cuStreamEndCapture, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    return phGraph == nullptr ? CUDA_ERROR_INVALID_VALUE : driver().captures.end(*stream, phGraph);
  });
}

CUresult CUDAAPI cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
  return call(Entry::cuStreamIsCapturing, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    if (captureStatus == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *captureStatus = driver().captures.status(*stream);
    return CUDA_SUCCESS;
  });
}
}
