// HelperMemory has the kinds of memory that the public helper allocates.
#pragma once

#include <cstddef>
#include <map>

#include "accel/driver/driver.hpp"
#include "base/status.hpp"
#include "penstock_gpu.h"

namespace penstock::accel {

// Returns null for a kind that does not exist.
[[nodiscard]] const char* helper_kind_name(penstock_gpu_kind kind);
Status helper_kind_named(const char* name, penstock_gpu_kind* out);

// Works in the current context. Memory that was not released is left to the end of the process.
class HelperMemory {
 public:
  explicit HelperMemory(const Driver& driver) : driver_(driver) {}
  Status allocate(penstock_gpu_kind kind, std::size_t bytes, void** out);
  Status release(penstock_gpu_kind kind, void* memory);

 private:
  Status allocate_chunks(penstock_gpu_kind kind, std::size_t bytes, CUdeviceptr* out);
  Status map_chunks(CUdeviceptr address, std::size_t bytes, std::size_t chunk, const CUmemAllocationProp& wanted);
  Status map_chunk(CUdeviceptr address, std::size_t bytes, const CUmemAllocationProp& wanted);
  Status release_chunks(CUdeviceptr address);
  Status allocate_registered(std::size_t bytes, unsigned flags, void** out);
  Status release_registered(void* memory);

  const Driver& driver_;
  std::map<CUdeviceptr, std::size_t> ranges_;  // memory made of chunks: address and bytes, all mapped
  std::map<void*, std::size_t> registered_;    // address and bytes of pages that the helper allocated
};

}  // namespace penstock::accel
