#include "accel/memory/chunks.hpp"

#include <algorithm>
#include <utility>

namespace penstock::accel {
namespace {

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

// The mapping keeps the memory alive, so the handle is released in any case.
Status map_handle(const Driver& driver, CUmemGenericAllocationHandle handle, CUdeviceptr address, std::uint64_t bytes) {
  Status mapped = driver.cuMemMap(address, bytes, std::size_t{0}, handle, 0ULL);
  Status released = driver.cuMemRelease(handle);
  if (!mapped.is_ok() || released.is_ok()) return mapped;
  PENSTOCK_TRY(driver.cuMemUnmap(address, bytes));
  return released;
}

Status map_one(const Driver& driver, const ChunkDescriptor& chunk, CUdeviceptr address) {
  CUmemGenericAllocationHandle handle = 0;
  PENSTOCK_TRY(driver.cuMemImportFromShareableHandle(&handle, pointer(static_cast<std::uint64_t>(chunk.fd.get())),
                                                     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  return map_handle(driver, handle, address, chunk.bytes);
}

Status allow(const Driver& driver, int device, CUdeviceptr address, std::uint64_t bytes) {
  CUmemAccessDesc access{};
  access.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return driver.cuMemSetAccess(address, bytes, &access, std::size_t{1});
}

// Lets `fill` map memory at the address and report the mapped size, then gives the devices access. A failure leaves nothing
// mapped.
template <typename Fill>
Status fill_range(const Driver& driver, std::span<const int> allowed, CUdeviceptr address, const Fill& fill) {
  std::uint64_t done = 0;
  Status status = fill(address, &done);
  for (const int device : allowed) {
    if (status.is_ok()) status = allow(driver, device, address, done);
  }
  if (!status.is_ok() && done != 0) static_cast<void>(driver.cuMemUnmap(address, done));  // the first failure is reported
  return status;
}

// Reserves addresses and fills them. A failure leaves nothing mapped.
template <typename Fill>
Status map_range(const Driver& driver, int device, std::uint64_t reserved, const Fill& fill, std::uintptr_t* out) {
  CUdeviceptr address = 0;
  PENSTOCK_TRY(driver.cuMemAddressReserve(&address, reserved, std::size_t{0}, CUdeviceptr{0}, 0ULL));
  Status status = fill_range(driver, {&device, 1}, address, fill);
  if (status.is_ok()) *out = static_cast<std::uintptr_t>(address);
  if (!status.is_ok()) static_cast<void>(driver.cuMemAddressFree(address, reserved));  // the first failure is reported
  return status;
}

CUmemAllocationProp shareable(const Devices& devices, int device) {
  CUmemAllocationProp out{};
  out.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  out.location = {CU_MEM_LOCATION_TYPE_DEVICE, devices.handle(device)};
  out.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return out;
}

Status round_up(const Driver& driver, const CUmemAllocationProp& wanted, std::uint64_t bytes, std::uint64_t* out) {
  std::size_t unit = 0;
  PENSTOCK_TRY(driver.cuMemGetAllocationGranularity(&unit, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  *out = (bytes + unit - 1) / unit * unit;
  return {};
}

// Returns a function for `fill` that makes one new chunk of `size` bytes.
auto new_chunk(const Driver& driver, const CUmemAllocationProp& wanted, std::uint64_t size) {
  return [&driver, wanted, size](CUdeviceptr address, std::uint64_t* done) -> Status {
    CUmemGenericAllocationHandle handle = 0;
    PENSTOCK_TRY(driver.cuMemCreate(&handle, size, &wanted, 0ULL));
    PENSTOCK_TRY(map_handle(driver, handle, address, size));
    *done = size;
    return {};
  };
}

// Returns a function for `fill` that maps chunks of other processes.
auto their_chunks(const Driver& driver, std::span<const ChunkDescriptor> chunks) {
  return [&driver, chunks](CUdeviceptr address, std::uint64_t* done) -> Status {
    for (const ChunkDescriptor& chunk : chunks) {
      PENSTOCK_TRY(map_one(driver, chunk, address + *done));
      *done += chunk.bytes;
    }
    return {};
  };
}

Status need_shareable_chunks(const Driver& driver, CUdevice device) {
  for (const CUdevice_attribute needed : {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                                          CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED}) {
    int has = 0;
    PENSTOCK_TRY(driver.cuDeviceGetAttribute(&has, needed, device));
    if (has == 0) return Status::error(Code::kUnsupported, "the device has no memory in chunks that processes can share");
  }
  return {};
}

}  // namespace

Status reserve_chunks(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* reserved) {
  return devices.within(device, [&]() -> Status {
    PENSTOCK_TRY(need_shareable_chunks(driver, devices.handle(device)));
    std::size_t all = bytes;
    if (bytes == 0) PENSTOCK_TRY(driver.cuDeviceTotalMem(&all, devices.handle(device)));
    PENSTOCK_TRY(round_up(driver, shareable(devices, device), all, reserved));
    CUdeviceptr address = 0;
    PENSTOCK_TRY(driver.cuMemAddressReserve(&address, *reserved, std::size_t{0}, CUdeviceptr{0}, 0ULL));
    *out = static_cast<std::uintptr_t>(address);
    return {};
  });
}

Status add_chunk(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                 std::uint64_t most, std::uint64_t* size) {
  const CUmemAllocationProp wanted = shareable(devices, device);
  return devices.within(device, [&]() -> Status {
    PENSTOCK_TRY(round_up(driver, wanted, bytes, size));
    if (*size > most) return Status::error(Code::kNoMemory, "{} bytes more do not fit into the heap", *size);
    return fill_range(driver, {&device, 1}, static_cast<CUdeviceptr>(address), new_chunk(driver, wanted, *size));
  });
}

Status add_chunks(const Driver& driver, Devices& devices, std::span<const int> allowed, std::span<const ChunkDescriptor> chunks,
                  std::uintptr_t address) {
  return devices.within(allowed.front(), [&] {
    return fill_range(driver, allowed, static_cast<CUdeviceptr>(address), their_chunks(driver, chunks));
  });
}

Status allocate_chunk(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* size) {
  const CUmemAllocationProp wanted = shareable(devices, device);
  return devices.within(device, [&]() -> Status {
    PENSTOCK_TRY(round_up(driver, wanted, bytes, size));
    return map_range(driver, device, *size, new_chunk(driver, wanted, *size), out);
  });
}

Status map_chunks(const Driver& driver, Devices& devices, int device, std::span<const ChunkDescriptor> chunks,
                  std::uint64_t reserved, std::uintptr_t* out) {
  std::uint64_t bytes = 0;
  for (const ChunkDescriptor& chunk : chunks) bytes += chunk.bytes;
  return devices.within(
      device, [&] { return map_range(driver, device, std::max(bytes, reserved), their_chunks(driver, chunks), out); });
}

Status allow_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes) {
  return devices.within(device, [&] { return allow(driver, device, static_cast<CUdeviceptr>(address), bytes); });
}

Status unmap_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                    std::uint64_t reserved) {
  return devices.within(device, [&] {
    Status unmapped = bytes == 0 ? Status::ok() : driver.cuMemUnmap(static_cast<CUdeviceptr>(address), bytes);
    Status freed = reserved == 0 ? Status::ok() : driver.cuMemAddressFree(static_cast<CUdeviceptr>(address), reserved);
    return unmapped.is_ok() ? std::move(freed) : std::move(unmapped);
  });
}

}  // namespace penstock::accel
