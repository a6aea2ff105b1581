#include "accel/memory/cuda_allocations.hpp"

#include <utility>

#include "accel/memory/chunks.hpp"

namespace penstock::accel {

Status CudaAllocations::register_host(void* address, std::size_t bytes) {
  if (!presence_.live()) return presence_.unusable().clone();
  const auto key = reinterpret_cast<std::uintptr_t>(address);
  if (auto known = registered_.find(key); known != registered_.end() && known->second == bytes) return {};
  int device = -1;
  PENSTOCK_TRY(presence_.need_working(&device));
  PENSTOCK_TRY(presence_.devices().within(device, [&] {
    return presence_.driver().cuMemHostRegister(
        address, bytes, static_cast<unsigned>(CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP));
  }));
  registered_[key] = bytes;
  return {};
}

Status CudaAllocations::unregister_host(void* address) {
  if (registered_.erase(reinterpret_cast<std::uintptr_t>(address)) == 0) return {};
  int device = -1;
  PENSTOCK_TRY(presence_.need_working(&device));
  return presence_.devices().within(device, [&] { return presence_.driver().cuMemHostUnregister(address); });
}

Status CudaAllocations::allocate(int device, std::size_t bytes, Memory* out) {
  PENSTOCK_TRY(presence_.need_live());
  if (!unfreed_.empty()) PENSTOCK_TRY(catch_up());
  CUdeviceptr made = 0;
  PENSTOCK_TRY(presence_.devices().within(device, [&] { return presence_.driver().cuMemAlloc(&made, bytes); }));
  return keep(device, made, out);
}

Status CudaAllocations::allocate_managed(int device, std::size_t bytes, Memory* out) {
  PENSTOCK_TRY(presence_.need_live());
  CUdeviceptr made = 0;
  PENSTOCK_TRY(presence_.devices().within(
      device, [&] { return presence_.driver().cuMemAllocManaged(&made, bytes, static_cast<unsigned>(CU_MEM_ATTACH_GLOBAL)); }));
  return keep(device, made, out);
}

Status CudaAllocations::keep(int device, CUdeviceptr made, Memory* out) {
  if (Status known = memory_.query_new(reinterpret_cast<void*>(made), out); !known.is_ok()) {
    // The first failure is reported.
    static_cast<void>(presence_.devices().within(device, [&] { return presence_.driver().cuMemFree(made); }));
    return known;
  }
  allocated_.emplace(out->base, *out);
  return {};
}

// The extent that the driver reports may include neighbouring chunks.
Status CudaAllocations::allocate_chunk(int device, std::size_t bytes, Memory* out) {
  PENSTOCK_TRY(presence_.need_live());
  std::uintptr_t made = 0;
  std::uint64_t size = 0;
  PENSTOCK_TRY(accel::allocate_chunk(presence_.driver(), presence_.devices(), device, bytes, &made, &size));
  if (Status known = memory_.query_new(reinterpret_cast<void*>(made), out); !known.is_ok()) {
    // The first failure is reported.
    static_cast<void>(unmap_chunks(presence_.driver(), presence_.devices(), device, made, size, size));
    return known;
  }
  out->base = made;
  out->size = size;
  allocated_.emplace(made, *out);
  return {};
}

Status CudaAllocations::reserve_heap(int device, std::uint64_t most, Memory* out) {
  PENSTOCK_TRY(presence_.need_live());
  PENSTOCK_TRY(heaps_.reserve(device, most, out));
  allocated_.emplace(out->base, *out);
  return {};
}

// The driver waits for all streams before it frees the memory.
Status CudaAllocations::release(const Memory& memory) {
  PENSTOCK_TRY(presence_.need_live());
  if (holds_.any()) {
    unfreed_.push_back(memory);
    return {};
  }
  Status freed = catch_up();
  Status done = free(memory);
  return freed.is_ok() ? std::move(done) : std::move(freed);
}

Status CudaAllocations::catch_up() {
  Status first;
  if (unfreed_.empty() || holds_.any()) return first;
  for (const Memory& memory : std::exchange(unfreed_, {})) {
    Status freed = free(memory);
    if (first.is_ok()) first = std::move(freed);
  }
  return first;
}

// The memory is forgotten even if the driver fails, since it must not be used again.
Status CudaAllocations::free(const Memory& memory) {
  const Driver& driver = presence_.driver();
  Devices& devices = presence_.devices();
  allocated_.erase(memory.base);
  if (heaps_.at(memory.base) != nullptr) return heaps_.release(memory.base);
  if (memory.by_descriptors) return unmap_chunks(driver, devices, memory.device, memory.base, memory.size, memory.size);
  return devices.within(memory.device, [&] { return driver.cuMemFree(static_cast<CUdeviceptr>(memory.base)); });
}

Status CudaAllocations::close() {
  Status first;
  const auto then = [&first](Status next) {
    if (first.is_ok()) first = std::move(next);
  };
  while (!allocated_.empty()) then(free(Memory(allocated_.begin()->second)));
  while (!registered_.empty()) then(unregister_host(reinterpret_cast<void*>(registered_.begin()->first)));
  return first;
}

}  // namespace penstock::accel
