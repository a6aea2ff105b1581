// Physical memory in chunks, which the application maps where it likes: cuMemCreate and its related functions.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "device.hpp"
#include "memory.hpp"

namespace penstock::fakecuda {

inline constexpr std::size_t kGranularity = 2 << 20;

// Any thread may call these functions. They take the memory's mutex within their own.
class Vmm {
 public:
  Vmm(const Devices& devices, Memory& memory) : devices_(devices), memory_(memory) {}

  CUresult create(const CUmemAllocationProp& wanted, std::size_t bytes, CUmemGenericAllocationHandle* out);
  // A chunk lives until every handle to it is released and every mapping undone.
  CUresult release(CUmemGenericAllocationHandle handle);
  // Returns a handle of the chunk that is mapped at `address`.
  CUresult retain(CUdeviceptr address, CUmemGenericAllocationHandle* out);
  CUresult properties(CUmemGenericAllocationHandle handle, CUmemAllocationProp* out);

  CUresult reserve(std::size_t bytes, std::size_t alignment, CUdeviceptr* out);
  CUresult unreserve(CUdeviceptr address, std::size_t bytes);
  CUresult map(CUdeviceptr address, std::size_t bytes, CUmemGenericAllocationHandle handle);
  CUresult unmap(CUdeviceptr address, std::size_t bytes);
  CUresult set_access(CUdeviceptr address, std::size_t bytes, const CUmemAccessDesc* wanted, std::size_t count);

  // The caller closes the descriptor.
  CUresult export_fd(CUmemGenericAllocationHandle handle, int* out);
  CUresult import_fd(int fd, CUmemGenericAllocationHandle* out);

 private:
  struct Chunk {
    int device = 0;
    std::size_t bytes = 0;
    CUmemAllocationProp properties{};
    std::uint64_t buffer_id = 0;
    int fd = -1;
    bool created_here = true;
    unsigned handles = 1;
    unsigned mappings = 0;
  };
  using Chunks = std::map<CUmemGenericAllocationHandle, Chunk>;

  CUmemGenericAllocationHandle add(const Chunk& chunk);
  void settle(Chunks::iterator place);
  [[nodiscard]] bool reserved(CUdeviceptr address, std::size_t bytes) const;
  [[nodiscard]] CUresult allowed(const Allocation& mapping, const CUmemAccessDesc& wanted) const;

  std::mutex mutex_;
  const Devices& devices_;
  Memory& memory_;
  Chunks chunks_;
  CUmemGenericAllocationHandle last_ = 0;
  std::map<CUdeviceptr, std::size_t> reservations_;
};

}  // namespace penstock::fakecuda
