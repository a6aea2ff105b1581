// Entry points of streams and events.
#include <map>

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

struct Event {
  Context* context = nullptr;
  Mark last;              // mark of its latest record; without a stream: never recorded, which counts as done
  CapturePoint captured;  // position of that record, if it was in a capture
};

class Events {
 public:
  CUevent add(Context& context) {
    const std::lock_guard lock(mutex_);
    auto event = std::make_unique<Event>(Event{&context, {}, {}});
    const auto handle = reinterpret_cast<CUevent>(event.get());
    events_.emplace(handle, std::move(event));
    return handle;
  }
  bool remove(CUevent handle) {
    const std::lock_guard lock(mutex_);
    return events_.erase(handle) > 0;
  }
  bool get(CUevent handle, Event* out) {
    const std::lock_guard lock(mutex_);
    const auto place = events_.find(handle);
    if (place == events_.end()) return false;
    *out = *place->second;
    return true;
  }
  bool record(CUevent handle, const Mark& mark, CapturePoint captured) {
    const std::lock_guard lock(mutex_);
    const auto place = events_.find(handle);
    if (place == events_.end()) return false;
    place->second->last = mark;
    place->second->captured = std::move(captured);
    return true;
  }

 private:
  std::mutex mutex_;
  std::map<CUevent, std::unique_ptr<Event>> events_;
};

Events& events() {
  static auto* const all = new Events;  // never destroyed
  return *all;
}

CUresult nothing(Worker&) {
  return CUDA_SUCCESS;
}

CUresult create_stream(CUstream* out, unsigned flags) {
  Context* context = nullptr;
  if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
  if (out == nullptr || flags > CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
  const bool blocking = flags != CU_STREAM_NON_BLOCKING;
  *out = reinterpret_cast<CUstream>(driver().board.add(*context, Board::Default::kNone, blocking).get());
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuStreamCreate(CUstream* phStream, unsigned int Flags) {
  return call(Entry::cuStreamCreate, [&] { return create_stream(phStream, Flags); });
}

// All streams here share the processor equally; as in a driver, a priority out of range becomes the nearest valid one.
CUresult CUDAAPI cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int /*priority*/) {
  return call(Entry::cuStreamCreateWithPriority, [&] { return create_stream(phStream, flags); });
}

CUresult CUDAAPI cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return call(Entry::cuCtxGetStreamPriorityRange, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    if (leastPriority != nullptr) *leastPriority = 0;
    if (greatestPriority != nullptr) *greatestPriority = -5;
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuStreamDestroy(CUstream hStream) {
  return call(Entry::cuStreamDestroy,
              [&] { return driver().board.remove(hStream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; });
}

CUresult CUDAAPI cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
  return call(Entry::cuStreamGetCtx, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pctx = stream->context->handle();
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuStreamQuery(CUstream hStream) {
  return call(Entry::cuStreamQuery, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    if (const CUresult refused = driver().captures.refuse_wait(*stream); refused != CUDA_SUCCESS) return refused;
    if (!driver().board.idle(*stream)) return CUDA_ERROR_NOT_READY;
    return stream->context->failure.load();
  });
}

CUresult CUDAAPI cuStreamSynchronize(CUstream hStream) {
  return call(Entry::cuStreamSynchronize, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    if (const CUresult refused = driver().captures.refuse_wait(*stream); refused != CUDA_SUCCESS) return refused;
    driver().board.wait(driver().board.enqueue(stream, nothing, {}, false));
    return stream->context->failure.load();
  });
}

CUresult CUDAAPI cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return call(Entry::cuStreamWaitEvent, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    Event event;
    if (!events().get(hEvent, &event)) return CUDA_ERROR_INVALID_HANDLE;
    if (Flags > CU_EVENT_WAIT_EXTERNAL) return CUDA_ERROR_INVALID_VALUE;
    if (event.captured.capture != 0) return driver().captures.join(*stream, event.captured);
    if (event.last.stream == nullptr) return CUDA_SUCCESS;
    if (const CUresult refused = driver().captures.refuse_outside(*stream); refused != CUDA_SUCCESS) return refused;
    driver().board.enqueue(stream, nothing, {event.last}, false);
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuEventCreate(CUevent* phEvent, unsigned int Flags) {
  return call(Entry::cuEventCreate, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    constexpr unsigned kKnown = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    if (phEvent == nullptr || (Flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
    *phEvent = events().add(*context);
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuEventDestroy(CUevent hEvent) {
  return call(Entry::cuEventDestroy, [&] { return events().remove(hEvent) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; });
}

CUresult CUDAAPI cuEventRecord(CUevent hEvent, CUstream hStream) {
  return call(Entry::cuEventRecord, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    Event event;
    if (!events().get(hEvent, &event) || event.context != stream->context) return CUDA_ERROR_INVALID_HANDLE;
    CapturePoint captured = driver().captures.point_of(*stream);
    const Mark mark = captured.capture != 0 ? Mark{} : driver().board.enqueue(stream, nothing, {}, false);
    return events().record(hEvent, mark, std::move(captured)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult CUDAAPI cuEventQuery(CUevent hEvent) {
  return call(Entry::cuEventQuery, [&] {
    Event event;
    if (!events().get(hEvent, &event)) return CUDA_ERROR_INVALID_HANDLE;
    if (event.captured.capture != 0) return CUDA_ERROR_CAPTURED_EVENT;
    if (!driver().board.done(event.last)) return CUDA_ERROR_NOT_READY;
    return event.context->failure.load();
  });
}

CUresult CUDAAPI cuEventSynchronize(CUevent hEvent) {
  return call(Entry::cuEventSynchronize, [&] {
    Event event;
    if (!events().get(hEvent, &event)) return CUDA_ERROR_INVALID_HANDLE;
    if (event.captured.capture != 0) return CUDA_ERROR_CAPTURED_EVENT;
    driver().board.wait(event.last);
    return event.context->failure.load();
  });
}
}
