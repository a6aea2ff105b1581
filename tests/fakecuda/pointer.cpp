// Answers the driver's queries about a pointer.
#include <cstring>
#include <optional>

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

// The value of one attribute: its bytes, little-endian, and their number.
struct Value {
  std::uint64_t bits = 0;
  std::size_t bytes = 8;
};

bool on_host(const Allocation& held) {
  return held.kind == Kind::kPinned || held.kind == Kind::kRegistered;
}

// Returns the null value of an attribute, for a pointer that the driver does not know.
std::optional<Value> unknown_value(CUpointer_attribute attribute) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return Value{static_cast<std::uint32_t>(CU_DEVICE_INVALID), 4};
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: return Value{0, 4};
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: return Value{0, 8};
    default: return std::nullopt;
  }
}

std::uint64_t known_bits(const Allocation& held, CUdeviceptr address, CUpointer_attribute attribute) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return held.kind == Kind::kPool || held.context == nullptr ? 0 : reinterpret_cast<std::uint64_t>(held.context->handle());
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: return on_host(held) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: return address;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER: return held.in_window() ? 0 : address;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: return held.sync_memops ? 1 : 0;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID: return held.buffer_id;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: return held.kind == Kind::kManaged ? 1 : 0;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return static_cast<std::uint32_t>(held.device);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: return held.kind == Kind::kDevice ? 1 : 0;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return held.base;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return held.size;
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: return held.base;
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE: return held.size;
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: return held.chunk != 0 ? held.chunk : held.buffer_id;
    case CU_POINTER_ATTRIBUTE_MAPPED: return 1;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: return held.handle_types;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: return CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
    // No pool object exists; its handle only tells pool memory from other memory.
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return held.kind == Kind::kPool ? reinterpret_cast<std::uint64_t>(held.context) : 0;
    default: return 0;
  }
}

// If `held` is null, the null value is returned.
CUresult give(const Allocation* held, CUdeviceptr address, CUpointer_attribute attribute, void* out) {
  std::optional<Value> value = unknown_value(attribute);
  if (!value.has_value() || out == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (held != nullptr) value->bits = known_bits(*held, address, attribute);
  std::memcpy(out, &value->bits, value->bytes);
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return call(Entry::cuPointerGetAttribute, [&] {
    Allocation held;
    if (!driver().memory.find(ptr, &held)) return CUDA_ERROR_INVALID_VALUE;
    if (attribute == CU_POINTER_ATTRIBUTE_HOST_POINTER && held.in_window()) return CUDA_ERROR_INVALID_VALUE;
    return give(&held, ptr, attribute, data);
  });
}

CUresult CUDAAPI cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data,
                                        CUdeviceptr ptr) {
  return call(Entry::cuPointerGetAttributes, [&] {
    if (numAttributes == 0 || attributes == nullptr || data == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Allocation held;
    const bool known = driver().memory.find(ptr, &held);
    for (unsigned i = 0; i < numAttributes; ++i) {
      const CUresult result = give(known ? &held : nullptr, ptr, attributes[i], data[i]);
      if (result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return call(Entry::cuPointerSetAttribute, [&] {
    if (value == nullptr || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) return CUDA_ERROR_INVALID_VALUE;
    int flag = 0;
    std::memcpy(&flag, value, sizeof flag);
    return driver().memory.set_sync_memops(ptr, flag != 0) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult CUDAAPI cuMemGetAddressRange(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  return call(Entry::cuMemGetAddressRange, [&] {
    Allocation held;
    if (!driver().memory.find(dptr, &held)) return CUDA_ERROR_NOT_FOUND;
    if (pbase != nullptr) *pbase = held.base;
    if (psize != nullptr) *psize = held.size;
    return CUDA_SUCCESS;
  });
}
}
