#include "vmm.hpp"

#include <unistd.h>

#include "chunk_file.hpp"

namespace penstock::fakecuda {
namespace {

bool whole_chunks(std::size_t bytes) {
  return bytes != 0 && bytes % kGranularity == 0;
}

Access access_of(const CUmemAccessDesc& wanted) {
  if (wanted.flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE) return Access::kReadWrite;
  return wanted.flags == CU_MEM_ACCESS_FLAGS_PROT_READ ? Access::kRead : Access::kNone;
}

}  // namespace

CUmemGenericAllocationHandle Vmm::add(const Chunk& chunk) {
  chunks_.emplace(++last_, chunk);
  return last_;
}

CUresult Vmm::create(const CUmemAllocationProp& wanted, std::size_t bytes, CUmemGenericAllocationHandle* out) {
  if (!whole_chunks(bytes)) return CUDA_ERROR_INVALID_VALUE;
  const int device = wanted.location.id;
  if (!memory_.take_room(device, bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
  ChunkLabel label;
  label.bytes = bytes;
  label.handle_types = wanted.requestedHandleTypes;
  label.machine_number = devices_.machine_number(device);
  const int fd = make_chunk_file(label);
  if (fd < 0) {
    memory_.give_room_back(device, bytes, fd);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  const std::lock_guard lock(mutex_);
  *out = add({.device = device, .bytes = bytes, .properties = wanted, .buffer_id = memory_.next_id(), .fd = fd});
  return CUDA_SUCCESS;
}

void Vmm::settle(Chunks::iterator place) {
  const Chunk chunk = place->second;
  if (chunk.handles > 0 || chunk.mappings > 0) return;
  chunks_.erase(place);
  if (chunk.created_here) {
    memory_.give_room_back(chunk.device, chunk.bytes, chunk.fd);
  } else {
    ::close(chunk.fd);
  }
}

CUresult Vmm::release(CUmemGenericAllocationHandle handle) {
  const std::lock_guard lock(mutex_);
  const auto place = chunks_.find(handle);
  if (place == chunks_.end() || place->second.handles == 0) return CUDA_ERROR_INVALID_VALUE;
  --place->second.handles;
  settle(place);
  return CUDA_SUCCESS;
}

CUresult Vmm::retain(CUdeviceptr address, CUmemGenericAllocationHandle* out) {
  const std::lock_guard lock(mutex_);
  Allocation held;
  if (!memory_.find(address, &held) || held.kind != Kind::kVmm) return CUDA_ERROR_INVALID_VALUE;
  ++chunks_.at(held.chunk).handles;
  *out = held.chunk;
  return CUDA_SUCCESS;
}

CUresult Vmm::properties(CUmemGenericAllocationHandle handle, CUmemAllocationProp* out) {
  const std::lock_guard lock(mutex_);
  const auto place = chunks_.find(handle);
  if (place == chunks_.end() || place->second.handles == 0) return CUDA_ERROR_INVALID_VALUE;
  *out = place->second.properties;
  return CUDA_SUCCESS;
}

CUresult Vmm::reserve(std::size_t bytes, std::size_t alignment, CUdeviceptr* out) {
  if (!whole_chunks(bytes) || (alignment & (alignment - 1)) != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  const CUresult result = memory_.claim(bytes, alignment > kGranularity ? alignment : kGranularity, out);
  if (result == CUDA_SUCCESS) reservations_.emplace(*out, bytes);
  return result;
}

CUresult Vmm::unreserve(CUdeviceptr address, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto place = reservations_.find(address);
  if (place == reservations_.end() || place->second != bytes) return CUDA_ERROR_INVALID_VALUE;
  if (memory_.occupied(address, bytes)) return CUDA_ERROR_INVALID_VALUE;  // something is mapped there
  memory_.give_up(address);
  reservations_.erase(place);
  return CUDA_SUCCESS;
}

bool Vmm::reserved(CUdeviceptr address, std::size_t bytes) const {
  auto place = reservations_.upper_bound(address);
  if (place == reservations_.begin()) return false;
  --place;
  return address - place->first <= place->second && bytes <= place->second - (address - place->first);
}

CUresult Vmm::map(CUdeviceptr address, std::size_t bytes, CUmemGenericAllocationHandle handle) {
  const std::lock_guard lock(mutex_);
  const auto place = chunks_.find(handle);
  if (place == chunks_.end() || place->second.handles == 0 || place->second.bytes != bytes) return CUDA_ERROR_INVALID_VALUE;
  if (address % kGranularity != 0 || !reserved(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  Chunk& chunk = place->second;
  const Allocation mapping{.base = address,
                           .size = bytes,
                           .kind = Kind::kVmm,
                           .device = chunk.device,
                           .buffer_id = chunk.buffer_id,
                           .data = chunk_data(),
                           .chunk = handle,
                           .handle_types = chunk.properties.requestedHandleTypes};
  const CUresult result = memory_.map_chunk(mapping, chunk.fd);
  if (result == CUDA_SUCCESS) ++chunk.mappings;
  return result;
}

// As in a real driver, it does not wait for work in flight.
CUresult Vmm::unmap(CUdeviceptr address, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::vector<Allocation> mapped = memory_.mappings(address, bytes);
  if (mapped.empty()) return CUDA_ERROR_INVALID_VALUE;
  for (const Allocation& mapping : mapped) {
    if (const CUresult result = memory_.unmap_chunk(mapping); result != CUDA_SUCCESS) return result;
    const auto place = chunks_.find(mapping.chunk);
    --place->second.mappings;
    settle(place);
  }
  return CUDA_SUCCESS;
}

CUresult Vmm::allowed(const Allocation& mapping, const CUmemAccessDesc& wanted) const {
  if (wanted.location.type != CU_MEM_LOCATION_TYPE_DEVICE || !devices_.valid(wanted.location.id)) {
    return CUDA_ERROR_INVALID_DEVICE;
  }
  const bool known = access_of(wanted) != Access::kNone || wanted.flags == CU_MEM_ACCESS_FLAGS_PROT_NONE;
  if (!known) return CUDA_ERROR_INVALID_VALUE;
  const bool reached = wanted.location.id == mapping.device || devices_.reaches(wanted.location.id, mapping.device);
  return reached ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult Vmm::set_access(CUdeviceptr address, std::size_t bytes, const CUmemAccessDesc* wanted, std::size_t count) {
  const std::lock_guard lock(mutex_);
  const std::vector<Allocation> mapped = memory_.mappings(address, bytes);
  if (mapped.empty() || count == 0) return CUDA_ERROR_INVALID_VALUE;
  for (const Allocation& mapping : mapped) {
    for (std::size_t i = 0; i < count; ++i) {
      if (const CUresult result = allowed(mapping, wanted[i]); result != CUDA_SUCCESS) return result;
      const CUresult set = memory_.set_access(mapping, wanted[i].location.id, access_of(wanted[i]));
      if (set != CUDA_SUCCESS) return set;
    }
  }
  return CUDA_SUCCESS;
}

CUresult Vmm::export_fd(CUmemGenericAllocationHandle handle, int* out) {
  const std::lock_guard lock(mutex_);
  const auto place = chunks_.find(handle);
  if (place == chunks_.end() || place->second.handles == 0) return CUDA_ERROR_INVALID_VALUE;
  if ((place->second.properties.requestedHandleTypes & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  ChunkLabel label;
  *out = open_chunk_file(place->second.fd, &label);
  return *out < 0 ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}

CUresult Vmm::import_fd(int fd, CUmemGenericAllocationHandle* out) {
  ChunkLabel label;
  const int opened = open_chunk_file(fd, &label);
  if (opened < 0) return CUDA_ERROR_INVALID_VALUE;
  const int device = devices_.ordinal_of(label.machine_number);
  if (device < 0) {
    ::close(opened);
    return CUDA_ERROR_INVALID_DEVICE;
  }
  Chunk chunk{.device = device, .bytes = label.bytes, .buffer_id = memory_.next_id(), .fd = opened, .created_here = false};
  chunk.properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  chunk.properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  chunk.properties.requestedHandleTypes = static_cast<CUmemAllocationHandleType>(label.handle_types);
  const std::lock_guard lock(mutex_);
  *out = add(chunk);
  return CUDA_SUCCESS;
}

}  // namespace penstock::fakecuda
