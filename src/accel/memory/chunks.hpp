// This header maps memory made of chunks (cuMemCreate) to addresses of the library's or of the application's choice.
#pragma once

#include <cstdint>
#include <span>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/memory/chunk_descriptor.hpp"

namespace penstock::accel {

// Reserves addresses for at least `bytes`, or for as many bytes as the device has memory if that is 0. Returns
// Code::kUnsupported if the device or its driver has no chunks that can be shared by descriptors.
Status reserve_chunks(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* reserved);
// Makes one chunk of at least `bytes` and at most `most` bytes and maps it there, for work of `device`; `size` becomes its
// size. A failure leaves nothing mapped.
Status add_chunk(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                 std::uint64_t most, std::uint64_t* size);
// Maps chunks of other processes there, for work of the devices `allowed`, of which there is at least one. A failure leaves
// nothing mapped.
Status add_chunks(const Driver& driver, Devices& devices, std::span<const int> allowed, std::span<const ChunkDescriptor> chunks,
                  std::uintptr_t address);
// Makes one chunk of at least `bytes` and maps it, for work of `device`; `size` becomes its size. unmap_chunks() frees it.
Status allocate_chunk(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* size);
// Maps chunks in a row in one range of `reserved` addresses (0: as many as they need), for work of `device`. A failure leaves
// nothing mapped.
Status map_chunks(const Driver& driver, Devices& devices, int device, std::span<const ChunkDescriptor> chunks,
                  std::uint64_t reserved, std::uintptr_t* out);
// Gives another device access to the chunks there.
Status allow_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes);
// Unmaps `bytes` and frees `reserved` addresses, even if the driver fails; either may be 0. `device` is one that has access.
Status unmap_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes,
                    std::uint64_t reserved);

}  // namespace penstock::accel
