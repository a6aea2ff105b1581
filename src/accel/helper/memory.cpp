#include "accel/helper/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>

namespace penstock::accel {
namespace {

constexpr const char* kNames[] = {"device",     "managed",     "pinned",     "pool",     "vmm",
                                  "vmm-chunks", "vmm-private", "registered", "read-only"};
static_assert(std::size(kNames) == PENSTOCK_GPU_KINDS);

std::size_t whole(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

CUmemAllocationProp chunk_properties(penstock_gpu_kind kind, CUdevice device) {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.location.id = device;
  wanted.requestedHandleTypes =
      kind == PENSTOCK_GPU_VMM_PRIVATE ? CU_MEM_HANDLE_TYPE_NONE : CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return wanted;
}

}  // namespace

const char* helper_kind_name(penstock_gpu_kind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < std::size(kNames) ? kNames[index] : nullptr;
}

Status helper_kind_named(const char* name, penstock_gpu_kind* out) {
  std::string known;
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (std::strcmp(name, kNames[i]) == 0) {
      *out = static_cast<penstock_gpu_kind>(i);
      return {};
    }
    known += (i == 0 ? "" : ", ") + std::string(kNames[i]);
  }
  return Status::error(Code::kArg, "'{}' is no kind of GPU memory: there are {}", name, known);
}

Status HelperMemory::allocate(penstock_gpu_kind kind, std::size_t bytes, void** out) {
  CUdeviceptr made = 0;
  *out = nullptr;
  switch (kind) {
    case PENSTOCK_GPU_DEVICE: PENSTOCK_TRY(driver_.cuMemAlloc(&made, bytes)); break;
    case PENSTOCK_GPU_MANAGED:
      PENSTOCK_TRY(driver_.cuMemAllocManaged(&made, bytes, static_cast<unsigned>(CU_MEM_ATTACH_GLOBAL)));
      break;
    case PENSTOCK_GPU_PINNED: return driver_.cuMemHostAlloc(out, bytes, static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE));
    case PENSTOCK_GPU_POOL:
      PENSTOCK_TRY(driver_.cuMemAllocAsync(&made, bytes, CU_STREAM_LEGACY));
      PENSTOCK_TRY(driver_.cuStreamSynchronize(CU_STREAM_LEGACY));
      break;
    case PENSTOCK_GPU_VMM:
    case PENSTOCK_GPU_VMM_CHUNKS:
    case PENSTOCK_GPU_VMM_PRIVATE: PENSTOCK_TRY(allocate_chunks(kind, bytes, &made)); break;
    case PENSTOCK_GPU_REGISTERED: return allocate_registered(bytes, CU_MEMHOSTREGISTER_PORTABLE, out);
    case PENSTOCK_GPU_READ_ONLY:
      return allocate_registered(bytes, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_READ_ONLY, out);
    default: return Status::error(Code::kArg, "unknown kind of memory {}", static_cast<int>(kind));
  }
  *out = reinterpret_cast<void*>(made);
  return {};
}

Status HelperMemory::release(penstock_gpu_kind kind, void* memory) {
  if (memory == nullptr) return {};
  const auto device = reinterpret_cast<CUdeviceptr>(memory);
  switch (kind) {
    case PENSTOCK_GPU_DEVICE:
    case PENSTOCK_GPU_MANAGED: return driver_.cuMemFree(device);
    case PENSTOCK_GPU_PINNED: return driver_.cuMemFreeHost(memory);
    case PENSTOCK_GPU_POOL:
      PENSTOCK_TRY(driver_.cuMemFreeAsync(device, CU_STREAM_LEGACY));
      return driver_.cuStreamSynchronize(CU_STREAM_LEGACY);
    case PENSTOCK_GPU_VMM:
    case PENSTOCK_GPU_VMM_CHUNKS:
    case PENSTOCK_GPU_VMM_PRIVATE: return release_chunks(device);
    case PENSTOCK_GPU_REGISTERED:
    case PENSTOCK_GPU_READ_ONLY: return release_registered(memory);
  }
  return Status::error(Code::kArg, "unknown kind of memory {}", static_cast<int>(kind));
}

Status HelperMemory::allocate_chunks(penstock_gpu_kind kind, std::size_t bytes, CUdeviceptr* out) {
  CUdevice device = 0;
  std::size_t unit = 0;
  PENSTOCK_TRY(driver_.cuCtxGetDevice(&device));
  const CUmemAllocationProp wanted = chunk_properties(kind, device);
  PENSTOCK_TRY(driver_.cuMemGetAllocationGranularity(&unit, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  const std::size_t all = whole(bytes, unit);
  CUdeviceptr address = 0;
  PENSTOCK_TRY(driver_.cuMemAddressReserve(&address, all, std::size_t{0}, CUdeviceptr{0}, 0ULL));
  Status mapped = map_chunks(address, all, kind == PENSTOCK_GPU_VMM_CHUNKS ? unit : all, wanted);
  if (!mapped.is_ok()) {
    PENSTOCK_TRY(driver_.cuMemAddressFree(address, all));
    return mapped;
  }
  ranges_.emplace(address, all);
  *out = address;
  return {};
}

// Maps all chunks with access for their device; a failure leaves none mapped.
Status HelperMemory::map_chunks(CUdeviceptr address, std::size_t bytes, std::size_t chunk, const CUmemAllocationProp& wanted) {
  Status done;
  std::size_t mapped = 0;
  for (; mapped < bytes && done.is_ok(); mapped += done.is_ok() ? chunk : 0) done = map_chunk(address + mapped, chunk, wanted);
  if (done.is_ok()) {
    CUmemAccessDesc access{};
    access.location = wanted.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    done = driver_.cuMemSetAccess(address, bytes, &access, std::size_t{1});
  }
  if (!done.is_ok() && mapped != 0) PENSTOCK_TRY(driver_.cuMemUnmap(address, mapped));
  return done;
}

// The mapping keeps the memory alive; its handle is not needed any more.
Status HelperMemory::map_chunk(CUdeviceptr address, std::size_t bytes, const CUmemAllocationProp& wanted) {
  CUmemGenericAllocationHandle handle = 0;
  PENSTOCK_TRY(driver_.cuMemCreate(&handle, bytes, &wanted, 0ULL));
  Status mapped = driver_.cuMemMap(address, bytes, std::size_t{0}, handle, 0ULL);
  Status released = driver_.cuMemRelease(handle);
  if (!mapped.is_ok() || released.is_ok()) return mapped;
  PENSTOCK_TRY(driver_.cuMemUnmap(address, bytes));
  return released;
}

Status HelperMemory::release_chunks(CUdeviceptr address) {
  const auto range = ranges_.find(address);
  if (range == ranges_.end()) return Status::error(Code::kArg, "{:#x} is no memory in chunks of this helper's", address);
  const std::size_t bytes = range->second;
  ranges_.erase(range);
  PENSTOCK_TRY(driver_.cuCtxSynchronize());  // unlike cuMemFree, unmapping does not wait for work on the device
  PENSTOCK_TRY(driver_.cuMemUnmap(address, bytes));
  return driver_.cuMemAddressFree(address, bytes);
}

Status HelperMemory::allocate_registered(std::size_t bytes, unsigned flags, void** out) {
  const std::size_t all = whole(bytes, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  void* pages = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return Status::error(Code::kNoMemory, "{} bytes of host memory: {}", all, std::strerror(errno));
  Status registered = driver_.cuMemHostRegister(pages, all, flags);
  if (!registered.is_ok()) {
    munmap(pages, all);
    return registered;
  }
  registered_.emplace(pages, all);
  *out = pages;
  return {};
}

Status HelperMemory::release_registered(void* memory) {
  const auto pages = registered_.find(memory);
  if (pages == registered_.end()) return Status::error(Code::kArg, "{} is no registered memory of this helper's", memory);
  PENSTOCK_TRY(driver_.cuMemHostUnregister(memory));
  const std::size_t bytes = pages->second;
  registered_.erase(pages);
  if (munmap(memory, bytes) == 0) return {};
  return Status::error(Code::kInternal, "unmapping {} bytes of host memory: {}", bytes, std::strerror(errno));
}

}  // namespace penstock::accel
