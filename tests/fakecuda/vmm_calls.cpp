// Entry points of VMM. None needs a context.
#include "driver.hpp"
#include "vmm.hpp"

namespace penstock::fakecuda {
namespace {

// Only device memory is supported, shared by descriptor or not at all.
CUresult check(const CUmemAllocationProp* wanted) {
  if (wanted == nullptr || wanted->type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
  if (wanted->location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
  if (!driver().devices.valid(wanted->location.id)) return CUDA_ERROR_INVALID_DEVICE;
  const bool shareable = (wanted->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0;
  return shareable && wanted->allocFlags.compressionType == 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop,
                                               CUmemAllocationGranularity_flags option) {
  return call(Entry::cuMemGetAllocationGranularity, [&] {
    if (granularity == nullptr || option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = check(prop);
    if (result == CUDA_SUCCESS) *granularity = kGranularity;
    return result;
  });
}

CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* prop,
                             unsigned long long flags) {
  return call(Entry::cuMemCreate, [&] {
    if (handle == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = check(prop);
    return result == CUDA_SUCCESS ? driver().vmm.create(*prop, size, handle) : result;
  });
}

CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle) {
  return call(Entry::cuMemRelease, [&] { return driver().vmm.release(handle); });
}

CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) {
  return call(Entry::cuMemRetainAllocationHandle, [&] {
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return driver().vmm.retain(reinterpret_cast<CUdeviceptr>(addr), handle);
  });
}

CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle) {
  return call(Entry::cuMemGetAllocationPropertiesFromHandle,
              [&] { return prop == nullptr ? CUDA_ERROR_INVALID_VALUE : driver().vmm.properties(handle, prop); });
}

CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr /*addr: a hint*/,
                                     unsigned long long flags) {
  return call(Entry::cuMemAddressReserve, [&] {
    if (ptr == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return driver().vmm.reserve(size, alignment, ptr);
  });
}

CUresult CUDAAPI cuMemAddressFree(CUdeviceptr ptr, size_t size) {
  return call(Entry::cuMemAddressFree, [&] { return driver().vmm.unreserve(ptr, size); });
}

CUresult CUDAAPI cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                          unsigned long long flags) {
  return call(Entry::cuMemMap, [&] {
    if (offset != 0 || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return driver().vmm.map(ptr, size, handle);
  });
}

CUresult CUDAAPI cuMemUnmap(CUdeviceptr ptr, size_t size) {
  return call(Entry::cuMemUnmap, [&] { return driver().vmm.unmap(ptr, size); });
}

CUresult CUDAAPI cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) {
  return call(Entry::cuMemSetAccess,
              [&] { return desc == nullptr ? CUDA_ERROR_INVALID_VALUE : driver().vmm.set_access(ptr, size, desc, count); });
}

CUresult CUDAAPI cuMemExportToShareableHandle(void* shareableHandle, CUmemGenericAllocationHandle handle,
                                              CUmemAllocationHandleType handleType, unsigned long long flags) {
  return call(Entry::cuMemExportToShareableHandle, [&] {
    if (shareableHandle == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return CUDA_ERROR_NOT_SUPPORTED;
    return driver().vmm.export_fd(handle, static_cast<int*>(shareableHandle));
  });
}

CUresult CUDAAPI cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* osHandle,
                                                CUmemAllocationHandleType shHandleType) {
  return call(Entry::cuMemImportFromShareableHandle, [&] {
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (shHandleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return CUDA_ERROR_NOT_SUPPORTED;
    return driver().vmm.import_fd(static_cast<int>(reinterpret_cast<std::intptr_t>(osHandle)), handle);
  });
}
}
