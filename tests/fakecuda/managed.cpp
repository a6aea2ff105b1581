// Managed memory: prefetching, and the last place of a prefetch. Its pages are host memory wherever they count as being.
#include <cstring>

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

CUresult prefetch(CUdeviceptr address, std::size_t bytes, CUdevice device, CUstream handle) {
  Context* context = nullptr;
  std::shared_ptr<Stream> stream;
  if (const CUresult result = resolve(handle, &context, &stream); result != CUDA_SUCCESS) return result;
  if (device != CU_DEVICE_CPU && (device < 0 || device >= driver().devices.count())) return CUDA_ERROR_INVALID_DEVICE;
  if (bytes == 0 || !driver().memory.set_prefetched(address, bytes, device)) return CUDA_ERROR_INVALID_VALUE;
  driver().board.enqueue(stream, [](Worker&) { return CUDA_SUCCESS; });
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  return call(Entry::cuMemPrefetchAsync, [&] { return prefetch(devPtr, count, dstDevice, hStream); });
}

// Nobody gives advice here, so there is no preferred location.
CUresult CUDAAPI cuMemRangeGetAttributes(void** data, size_t* dataSizes, CUmem_range_attribute* attributes,
                                         size_t numAttributes, CUdeviceptr devPtr, size_t count) {
  return call(Entry::cuMemRangeGetAttributes, [&] {
    Allocation held;
    const bool managed = driver().memory.find(devPtr, &held) && held.kind == Kind::kManaged && count <= held.end() - devPtr;
    if (!managed || count == 0) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < numAttributes; ++i) {
      const bool last = attributes[i] == CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION;
      if (!last && attributes[i] != CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION) return CUDA_ERROR_INVALID_VALUE;
      const int location = last ? held.prefetched : static_cast<int>(CU_DEVICE_INVALID);
      if (dataSizes[i] < sizeof location) return CUDA_ERROR_INVALID_VALUE;
      std::memcpy(data[i], &location, sizeof location);
    }
    return CUDA_SUCCESS;
  });
}
}
