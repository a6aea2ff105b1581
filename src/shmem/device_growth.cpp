// The symmetric heap on GPUs: one range of addresses on each PE's GPU, with memory behind them as it is needed. All PEs grow,
// and map what the others have grown by, or none does.
#include <algorithm>
#include <utility>

#include "shmem/device_heap.hpp"

namespace penstock::shmem {
namespace {

constexpr std::uint64_t kAlign = 512;                      // as the driver aligns an allocation, and more
constexpr std::uint64_t kChunk = std::uint64_t{64} << 20;  // one growth costs a message among all PEs and a mapping on each
constexpr std::uint64_t kShare = 16;                       // of what is there: so that chunks stay few whatever the size
enum HeapAnswer : std::uint64_t { kNoDevice, kNoHeap, kLeastHeap };  // or the bytes of the heap's addresses

}  // namespace

// Returns the least of the numbers of all PEs.
std::uint64_t SymmetricDeviceMemory::least_of_all(const char* routine, std::uint64_t mine) {
  std::vector<std::uint64_t> all;
  if (Status met = runtime::all_say(world_.carrier(), mine, &all); !met.is_ok()) fail(routine, met);
  return std::ranges::min(all);
}

// A device or driver without such memory leaves all PEs with an allocation for each call.
bool SymmetricDeviceMemory::find_device_heap(const char* routine) {
  if (devices_.settled()) return true;
  accel::Memory memory;
  int device = -1;
  Status found = find_working_device(&device);
  std::uint64_t mine = found.is_ok() ? kNoHeap : kNoDevice;
  if (!found.is_ok()) job_.log().error("{}: {}", routine, found.message());
  if (found.is_ok()) found = job_.accel().allocations().reserve_heap(device, job_.config().shmem_device_heap, &memory);
  if (found.is_ok()) mine = std::max<std::uint64_t>(memory.size, kLeastHeap);
  if (mine == kNoHeap) job_.log().info("{}: no heap on the GPU, an allocation for each call: {}", routine, found.message());
  const std::uint64_t found_by_all = least_of_all(routine, mine);
  if (found_by_all >= kLeastHeap) return devices_.settle_on(memory, found_by_all), true;
  if (memory.base != 0) free_device(memory);
  if (found_by_all == kNoHeap) devices_.settle_without();
  return found_by_all == kNoHeap;
}

// Where memory is short, as much as is needed will do.
Status SymmetricDeviceMemory::add_chunk(DeviceExtent* heap, std::uint64_t need) {
  if (heap->mapped >= need) return Status::ok();
  const std::uint64_t least = need - heap->mapped;
  const std::uint64_t good = std::max({least, kChunk, heap->mapped / kShare});
  const std::uint64_t chunk = std::min(good, heap->memory.size - heap->mapped);
  Status grown = job_.accel().allocations().grow_heap(heap->memory.base, chunk, &heap->mapped);
  if (grown.is_ok() || chunk <= least) return grown;
  return job_.accel().allocations().grow_heap(heap->memory.base, least, &heap->mapped);
}

// A chunk that no PE knows of goes back at once. A chunk that some PEs have mapped and others could not stays: the next call
// tries again.
bool SymmetricDeviceMemory::grow_device_heap(const char* routine, std::uint64_t need) {
  DeviceExtent& heap = *devices_.heap();
  const std::uint64_t before = heap.mapped;
  if (Status grown = add_chunk(&heap, need); !grown.is_ok()) {
    job_.log().error("{}: the symmetric heap on the GPU does not grow: {}", routine, grown.message());
  }
  const std::uint64_t all_have = least_of_all(routine, heap.mapped);
  if (all_have >= need) return share_device_heap(routine, all_have);
  if (heap.mapped == before) return false;
  Status shrunk = job_.accel().allocations().shrink_heap(heap.memory.base, before);
  if (!shrunk.is_ok()) job_.log().error("{}: {}", routine, shrunk.message());
  if (shrunk.is_ok()) heap.mapped = before;
  return false;
}

// Streams, graphs and kernels have addresses in the memory that was there before, so these have to stay.
bool SymmetricDeviceMemory::keeps_places(const char* routine, const DeviceReach& before, const DeviceReach& now) {
  for (std::size_t pe = 0; pe < before.places.size(); ++pe) {
    if (before.places[pe] == 0 || before.places[pe] == now.places[pe]) continue;
    job_.log().error("{}: memory that PE {} has added to its heap on the GPU could not be mapped behind the rest", routine, pe);
    return false;
  }
  return true;
}

// Other threads may be using the former mapping, which therefore stays until the end.
bool SymmetricDeviceMemory::share_device_heap(const char* routine, std::uint64_t bytes) {
  DeviceExtent& heap = *devices_.heap();
  DeviceReach made;
  Status exposed = expose_device(heap.memory.base, bytes, &made);
  const bool reached = reach_devices(routine, std::move(exposed), heap.memory, &made);
  if (!reached || !all_can(routine, keeps_places(routine, heap.reach, made))) {
    detach_device(&made);
    if (Status met = barrier(); !met.is_ok()) fail(routine, met);
    hide_device(&made);
    return false;
  }
  heap.earlier.push_back(std::exchange(heap.reach, std::move(made)));
  return true;
}

// All PEs have the same allocations, so there is room on all or on none.
std::uintptr_t SymmetricDeviceMemory::take_from_heap(const char* routine, std::uint64_t bytes, bool zeros) {
  DeviceExtent& heap = *devices_.heap();
  const auto place = heap.allocator->allocate(bytes, kAlign);
  if (!place) {
    job_.log().error("{}: {} bytes do not fit into the heap on the GPU, whose addresses PENSTOCK_SHMEM_DEVICE_HEAP bounds",
                     routine, bytes);
    return 0;
  }
  bool good = *place + bytes <= heap.reach.bytes || grow_device_heap(routine, *place + bytes);
  const std::uintptr_t out = heap.memory.base + *place;
  if (good) {
    const Status filled = zeros ? fill_device(out, bytes) : Status::ok();
    if (!filled.is_ok()) job_.log().error("{}: {}", routine, filled.message());
    good = all_can(routine, filled.is_ok());
  }
  if (!good) heap.allocator->release(*place);
  return good ? out : 0;
}

}  // namespace penstock::shmem
