#include "capture.hpp"

#include <algorithm>
#include <atomic>

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

std::atomic<int> ongoing{0};  // most processes never capture

// True for allocations, and for calls that wait or query.
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

std::list<Captures::Capture>::iterator Captures::of(const Stream& stream) {
  return std::ranges::find_if(all_, [&](const Capture& capture) { return capture.streams.contains(&stream); });
}

CUresult Captures::begin(const Stream& stream, CUstreamCaptureMode mode) {
  const std::lock_guard lock(mutex_);
  if (of(stream) != all_.end()) return CUDA_ERROR_ILLEGAL_STATE;
  all_.push_back({++last_id_, &stream, std::this_thread::get_id(), mode, driver().graphs.add(), false, {{&stream, {}}}});
  ++ongoing;
  return CUDA_SUCCESS;
}

CUresult Captures::end(const Stream& stream, CUgraph* out) {
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  *out = nullptr;
  if (capture == all_.end()) return CUDA_ERROR_ILLEGAL_STATE;
  if (capture->origin != &stream) return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != std::this_thread::get_id()) {
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  }
  // The last operations of the other streams have to come before the end of this one.
  const std::vector<std::size_t>& last = capture->streams[&stream];
  const auto joined = [&last](std::size_t node) { return std::ranges::find(last, node) != last.end(); };
  const bool all_joined = std::ranges::all_of(driver().graphs.ends_of(capture->graph), joined);
  const bool spoilt = capture->spoilt;
  const CUgraph graph = capture->graph;
  all_.erase(capture);
  --ongoing;
  if (spoilt || !all_joined) {
    static_cast<void>(driver().graphs.remove(graph));
    return spoilt ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  }
  *out = graph;
  return CUDA_SUCCESS;
}

CUstreamCaptureStatus Captures::status(const Stream& stream, std::uint64_t* id, CUgraph* graph) {
  if (ongoing == 0) return CU_STREAM_CAPTURE_STATUS_NONE;
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  if (capture == all_.end()) return CU_STREAM_CAPTURE_STATUS_NONE;
  if (id != nullptr) *id = capture->id;
  if (graph != nullptr) *graph = capture->graph;
  return capture->spoilt ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

bool Captures::takes(const Stream& stream, const Action& action) {
  if (ongoing == 0) return false;
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  if (capture == all_.end()) return false;
  std::vector<std::size_t>& after = capture->streams[&stream];
  after = {driver().graphs.append(capture->graph, after, action)};
  return true;
}

CapturePoint Captures::point_of(const Stream& stream) {
  if (ongoing == 0) return {};
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  return capture == all_.end() ? CapturePoint{} : CapturePoint{capture->id, capture->streams[&stream]};
}

CUresult Captures::join(const Stream& stream, const CapturePoint& point) {
  const std::lock_guard lock(mutex_);
  const auto capture = std::ranges::find(all_, point.capture, &Capture::id);
  if (capture == all_.end()) return CUDA_ERROR_CAPTURED_EVENT;
  if (const auto own = of(stream); own != all_.end() && own != capture) {
    own->spoilt = capture->spoilt = true;
    return CUDA_ERROR_STREAM_CAPTURE_MERGE;
  }
  std::vector<std::size_t>& after = capture->streams[&stream];
  after.insert(after.end(), point.after.begin(), point.after.end());
  std::ranges::sort(after);
  const auto rest = std::ranges::unique(after);
  after.erase(rest.begin(), rest.end());
  return CUDA_SUCCESS;
}

CUresult Captures::spoil(const Stream& stream, CUresult result) {
  if (ongoing == 0) return CUDA_SUCCESS;
  const std::lock_guard lock(mutex_);
  const auto capture = of(stream);
  if (capture == all_.end()) return CUDA_SUCCESS;
  capture->spoilt = true;
  return result;
}

CUresult Captures::refuse_wait(const Stream& stream) {
  return spoil(stream, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

CUresult Captures::refuse_outside(const Stream& stream) {
  return spoil(stream, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
}

CUresult Captures::refuse_legacy(const Context& context) {
  if (ongoing == 0) return CUDA_SUCCESS;
  const std::lock_guard lock(mutex_);
  CUresult result = CUDA_SUCCESS;
  for (Capture& capture : all_) {
    const auto orders = [&](const auto& entry) { return entry.first->context == &context && entry.first->blocking; };
    if (std::ranges::none_of(capture.streams, orders)) continue;
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

// This is the form of CUDA 11.3, without the edges' data and without the nodes that the stream stands behind.
CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out,
                                        CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out) {
  return call(Entry::cuStreamGetCaptureInfo, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    if (captureStatus_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (dependencies_out != nullptr || numDependencies_out != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
    std::uint64_t id = 0;
    *captureStatus_out = driver().captures.status(*stream, &id, graph_out);
    if (id_out != nullptr) *id_out = id;
    return CUDA_SUCCESS;
  });
}
}
