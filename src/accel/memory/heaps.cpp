#include "accel/memory/heaps.hpp"

#include <iterator>

#include "accel/memory/chunks.hpp"

namespace penstock::accel {

Status ChunkHeaps::reserve(int device, std::uint64_t most, Memory* out) {
  Heap made;
  made.device = device;
  std::uintptr_t address = 0;
  PENSTOCK_TRY(reserve_chunks(driver_, devices_, device, most, &address, &made.reserved));
  made.base = address;
  heaps_.emplace(address, made);
  *out = {.kind = MemoryKind::kDevice,
          .exportable = true,
          .by_descriptors = true,
          .device = device,
          .base = address,
          .size = made.reserved};
  return {};
}

Status ChunkHeaps::need(std::uintptr_t base, Heap** out) {
  const auto found = heaps_.find(base);
  if (found == heaps_.end()) return Status::error(Code::kInternal, "no heap begins at {:#x}", base);
  *out = &found->second;
  return {};
}

Status ChunkHeaps::grow(std::uintptr_t base, std::uint64_t bytes, std::uint64_t* mapped) {
  Heap* heap = nullptr;
  PENSTOCK_TRY(need(base, &heap));
  if (heap->ends.size() == kMostChunks) return Status::error(Code::kNoMemory, "a heap has {} chunks at most", kMostChunks);
  std::uint64_t size = 0;
  PENSTOCK_TRY(add_chunk(driver_, devices_, heap->device, base + heap->mapped, bytes, heap->reserved - heap->mapped, &size));
  heap->mapped += size;
  heap->ends.push_back(heap->mapped);
  *mapped = heap->mapped;
  return {};
}

// Memory that the driver could not free stays mapped and is the first to be used again.
Status ChunkHeaps::shrink(std::uintptr_t base, std::uint64_t mapped) {
  Heap* heap = nullptr;
  PENSTOCK_TRY(need(base, &heap));
  if (heap->mapped <= mapped) return {};
  PENSTOCK_TRY(unmap_chunks(driver_, devices_, heap->device, base + mapped, heap->mapped - mapped, 0));
  heap->mapped = mapped;
  while (!heap->ends.empty() && heap->ends.back() > mapped) heap->ends.pop_back();
  return {};
}

Status ChunkHeaps::release(std::uintptr_t base) {
  Heap* heap = nullptr;
  PENSTOCK_TRY(need(base, &heap));
  const Heap gone = *heap;
  heaps_.erase(base);
  return unmap_chunks(driver_, devices_, gone.device, base, gone.mapped, gone.reserved);
}

const ChunkHeaps::Heap* ChunkHeaps::find(std::uintptr_t address) const noexcept {
  const auto next = heaps_.upper_bound(address);
  if (next == heaps_.begin()) return nullptr;
  const auto& [base, heap] = *std::prev(next);
  return address - base < heap.mapped ? &heap : nullptr;
}

const ChunkHeaps::Heap* ChunkHeaps::at(std::uintptr_t base) const noexcept {
  const auto found = heaps_.find(base);
  return found == heaps_.end() ? nullptr : &found->second;
}

void ChunkHeaps::widen(std::uintptr_t address, Memory* memory) const noexcept {
  const Heap* const heap = memory->by_descriptors ? find(address) : nullptr;
  if (heap == nullptr) return;
  memory->base = heap->base;
  memory->size = heap->mapped;
}

}  // namespace penstock::accel
