// Entry points that allocate and free.
#include "driver.hpp"
#include "options.hpp"

namespace penstock::fakecuda {
namespace {

template <typename Body>
CUresult with_context(Entry entry, Body&& body) {
  return call(entry, [&]() -> CUresult {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    return body(*context);
  });
}

// As in a real driver, freeing waits for work in flight.
CUresult free_now(CUdeviceptr address, std::initializer_list<Kind> kinds, CUresult unknown) {
  Allocation freed;
  if (!driver().memory.take(address, kinds, &freed)) return unknown;
  driver().board.drain(*freed.context);
  driver().memory.release(freed);
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuMemGetInfo(size_t* free, size_t* total) {
  return with_context(Entry::cuMemGetInfo, [&](Context& context) {
    if (free == nullptr || total == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *total = options().memory_bytes;
    *free = *total - driver().memory.used(context.device);
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuMemAlloc(CUdeviceptr* dptr, size_t bytesize) {
  return with_context(Entry::cuMemAlloc,
                      [&](Context& context) { return driver().memory.allocate(context, bytesize, Kind::kDevice, dptr); });
}

CUresult CUDAAPI cuMemFree(CUdeviceptr dptr) {
  return with_context(Entry::cuMemFree, [&](Context&) {
    if (dptr == 0) return CUDA_SUCCESS;
    return free_now(dptr, {Kind::kDevice, Kind::kPool, Kind::kManaged}, CUDA_ERROR_INVALID_VALUE);
  });
}

CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return with_context(Entry::cuMemAllocManaged, [&](Context& context) {
    if (dptr == nullptr || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)) return CUDA_ERROR_INVALID_VALUE;
    void* address = nullptr;
    const CUresult result = driver().memory.allocate_host(context, bytesize, Kind::kManaged, &address);
    if (result == CUDA_SUCCESS) *dptr = reinterpret_cast<CUdeviceptr>(address);
    return result;
  });
}

CUresult CUDAAPI cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
  return with_context(Entry::cuMemHostAlloc, [&](Context& context) {
    constexpr unsigned kKnown = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
    if ((Flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
    return driver().memory.allocate_host(context, bytesize, Kind::kPinned, pp);
  });
}

CUresult CUDAAPI cuMemFreeHost(void* p) {
  return with_context(Entry::cuMemFreeHost, [&](Context&) {
    return free_now(reinterpret_cast<CUdeviceptr>(p), {Kind::kPinned}, CUDA_ERROR_INVALID_VALUE);
  });
}

CUresult CUDAAPI cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
  return with_context(Entry::cuMemHostRegister, [&](Context& context) {
    constexpr unsigned kKnown = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_READ_ONLY;
    if ((Flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
    return driver().memory.add_registered(context, p, bytesize, (Flags & CU_MEMHOSTREGISTER_READ_ONLY) != 0);
  });
}

CUresult CUDAAPI cuMemHostUnregister(void* p) {
  return with_context(Entry::cuMemHostUnregister, [&](Context&) {
    return free_now(reinterpret_cast<CUdeviceptr>(p), {Kind::kRegistered}, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  });
}

// The address is valid at once here; work that uses it before the stream has arrived there is an error
// of the application either way.
CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  return with_context(Entry::cuMemAllocAsync, [&](Context& context) {
    if (driver().board.find(hStream, context) == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return driver().memory.allocate(context, bytesize, Kind::kPool, dptr);
  });
}

CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return with_context(Entry::cuMemFreeAsync, [&](Context& context) {
    const auto stream = driver().board.find(hStream, context);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    Allocation freed;
    if (!driver().memory.take(dptr, {Kind::kPool, Kind::kDevice}, &freed)) return CUDA_ERROR_INVALID_VALUE;
    driver().board.enqueue(
        stream,
        [freed](Worker&) {
          driver().memory.release(freed);
          return CUDA_SUCCESS;
        },
        {}, false);
    return CUDA_SUCCESS;
  });
}
}
