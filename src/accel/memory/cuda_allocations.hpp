// CudaAllocations implements Allocations over the CUDA driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "accel/driver/holds.hpp"
#include "accel/driver/presence.hpp"
#include "accel/memory/allocations.hpp"
#include "accel/memory/heaps.hpp"
#include "accel/memory/memory_query.hpp"

namespace penstock::accel {

class CudaAllocations final : public Allocations {
 public:
  // While `holds` has any stream, nothing is freed.
  CudaAllocations(Presence& presence, MemoryQuery& memory, ChunkHeaps& heaps, const Holds& holds)
      : presence_(presence), memory_(memory), heaps_(heaps), holds_(holds) {}

  Status register_host(void* address, std::size_t bytes) override;
  Status unregister_host(void* address) override;
  Status allocate(int device, std::size_t bytes, Memory* out) override;
  Status allocate_managed(int device, std::size_t bytes, Memory* out) override;
  Status allocate_chunk(int device, std::size_t bytes, Memory* out) override;
  Status release(const Memory& memory) override;
  Status reserve_heap(int device, std::uint64_t most, Memory* out) override;
  Status grow_heap(std::uintptr_t base, std::uint64_t bytes, std::uint64_t* mapped) override {
    return heaps_.grow(base, bytes, mapped);
  }
  Status shrink_heap(std::uintptr_t base, std::uint64_t mapped) override { return heaps_.shrink(base, mapped); }

  // Frees memory whose release was deferred, unless a stream still waits. Returns the first failure.
  Status catch_up();
  // Frees and unregisters everything; returns the first failure.
  Status close();

 private:
  // Classifies and registers memory that the driver has allocated; frees it if it cannot be classified.
  Status keep(int device, CUdeviceptr made, Memory* out);
  Status free(const Memory& memory);

  Presence& presence_;
  MemoryQuery& memory_;
  ChunkHeaps& heaps_;
  const Holds& holds_;
  std::map<std::uintptr_t, std::size_t> registered_;
  std::map<std::uintptr_t, Memory> allocated_;
  std::vector<Memory> unfreed_;  // released while a stream was waiting
};

}  // namespace penstock::accel
