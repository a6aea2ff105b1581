#include "context.hpp"

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

// It has no destructor, because a thread's last calls may come after its thread-local objects are gone.
struct Stack {
  static constexpr int kDeepest = 32;
  Context* contexts[kDeepest];
  int depth;

  [[nodiscard]] Context* top() const { return depth == 0 ? nullptr : contexts[depth - 1]; }
  [[nodiscard]] bool push(Context* context) {
    if (depth == kDeepest) return false;
    contexts[depth++] = context;
    return true;
  }
};

Stack& stack() {
  // The variable lies in the block that a thread begins with. Memory for thread-local data that comes later is freed by
  // any thread, as the C library chooses, which ThreadSanitizer takes for a race. There are about 512 bytes for
  // libraries that are loaded later.
  [[gnu::tls_model("initial-exec")]] thread_local Stack contexts;
  return contexts;
}

}  // namespace

CUresult Contexts::current(Context** out) {
  if (stack().top() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  *out = stack().top();
  if ((*out)->destroyed) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return (*out)->failure;
}

Context* Contexts::find(CUcontext handle) {
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<Context>& context : all_) {
    if (context->handle() == handle) return context.get();
  }
  return nullptr;
}

CUresult Contexts::retain(int device, CUcontext* out) {
  const std::lock_guard lock(mutex_);
  Primary& primary = primaries_[static_cast<std::size_t>(device)];
  if (primary.references == 0) {
    all_.push_back(std::make_unique<Context>());
    primary.context = all_.back().get();
    primary.context->device = device;
    primary.context->legacy = board_.add(*primary.context, Board::Default::kLegacy);
  }
  ++primary.references;
  *out = primary.context->handle();
  return CUDA_SUCCESS;
}

CUresult Contexts::release(int device) {
  Context* context = nullptr;
  {
    const std::lock_guard lock(mutex_);
    Primary& primary = primaries_[static_cast<std::size_t>(device)];
    if (primary.references == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (--primary.references > 0) return CUDA_SUCCESS;
    context = std::exchange(primary.context, nullptr);
  }
  context->destroyed = true;
  board_.drain(*context);
  board_.remove_all(*context);
  driver().imports.forget(*context);
  driver().memory.forget(*context);
  return CUDA_SUCCESS;
}

void Contexts::state(int device, unsigned* flags, int* active) {
  const std::lock_guard lock(mutex_);
  *flags = 0;
  *active = primaries_[static_cast<std::size_t>(device)].references > 0 ? 1 : 0;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
  return call(Entry::cuDevicePrimaryCtxGetState, [&] {
    if (!driver().devices.valid(dev)) return CUDA_ERROR_INVALID_DEVICE;
    if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
    driver().contexts.state(dev, flags, active);
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  return call(Entry::cuDevicePrimaryCtxRetain, [&] {
    if (!driver().devices.valid(dev)) return CUDA_ERROR_INVALID_DEVICE;
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return driver().contexts.retain(dev, pctx);
  });
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice dev) {
  return call(Entry::cuDevicePrimaryCtxRelease,
              [&] { return driver().devices.valid(dev) ? driver().contexts.release(dev) : CUDA_ERROR_INVALID_DEVICE; });
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext* pctx) {
  return call(Entry::cuCtxGetCurrent, [&] {
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pctx = stack().top() == nullptr ? nullptr : stack().top()->handle();
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext ctx) {
  return call(Entry::cuCtxSetCurrent, [&] {
    Context* context = ctx == nullptr ? nullptr : driver().contexts.find(ctx);
    if (ctx != nullptr && (context == nullptr || context->destroyed)) return CUDA_ERROR_INVALID_CONTEXT;
    if (stack().depth > 0) --stack().depth;
    return context == nullptr || stack().push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  });
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice* device) {
  return call(Entry::cuCtxGetDevice, [&] {
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (stack().top() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    *device = stack().top()->device;
    return stack().top()->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx) {
  return call(Entry::cuCtxPushCurrent, [&] {
    Context* context = driver().contexts.find(ctx);
    if (context == nullptr || context->destroyed) return CUDA_ERROR_INVALID_CONTEXT;
    return stack().push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  });
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext* pctx) {
  return call(Entry::cuCtxPopCurrent, [&] {
    if (stack().depth == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (pctx != nullptr) *pctx = stack().top()->handle();
    --stack().depth;
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
  return call(Entry::cuCtxEnablePeerAccess, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    const Context* peer = driver().contexts.find(peerContext);
    if (peer == nullptr || peer == context || peer->destroyed) return CUDA_ERROR_INVALID_CONTEXT;
    if (Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (!driver().devices.reaches(context->device, peer->device)) return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    const unsigned bit = 1U << static_cast<unsigned>(peer->device);
    return (context->peers.fetch_or(bit) & bit) != 0 ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED : CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuCtxSynchronize() {
  return call(Entry::cuCtxSynchronize, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    driver().board.drain(*context);
    return context->failure.load();
  });
}
}
