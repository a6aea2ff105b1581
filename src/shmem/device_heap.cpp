#include "shmem/device_heap.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "shmem/pe.hpp"

namespace penstock::shmem {

DeviceAllocation* DeviceHeap::find(std::uintptr_t address, std::uint64_t* offset) noexcept {
  const auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return nullptr;
  auto& [base, allocation] = *std::prev(next);
  *offset = address - base;
  return *offset < allocation.bytes ? &allocation : nullptr;
}

DeviceAllocation* DeviceHeap::at(std::uintptr_t base) noexcept {
  const auto found = allocations_.find(base);
  return found == allocations_.end() ? nullptr : &found->second;
}

void DeviceHeap::add(DeviceAllocation&& allocation) {
  const std::uintptr_t base = allocation.memory.base;
  allocations_.emplace(base, std::move(allocation));
}

Status Pe::make_device(std::uint64_t bytes, DeviceAllocation* out) {
  accel::Accel& accel = job_.accel();
  const int device = accel.live() ? accel.working_device() : -1;
  if (device < 0) {
    return Status::error(Code::kConfig, "this process has no context on a GPU: choose one (cudaSetDevice) and use it first");
  }
  out->bytes = bytes;
  PENSTOCK_TRY(accel.allocate(device, bytes, &out->memory));
  return job_.engine().memory_registry().register_memory(reinterpret_cast<void*>(out->memory.base), bytes, transport::kUseAll,
                                                         &out->region);
}

void Pe::end_device(DeviceAllocation* allocation) {
  if (allocation->region != nullptr) job_.engine().memory_registry().deregister(allocation->region);
  if (allocation->memory.base == 0) return;
  Status released = job_.accel().release(allocation->memory);
  if (!released.is_ok()) job_.log().error("shmem_free: {}", released.message());
}

// Where one PE has no memory all get none, since all learn it from the keys.
void* Pe::allocate_device(std::uint64_t bytes) {
  constexpr const char* kRoutine = "shmemx_malloc_device";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) agree(kRoutine, bytes, 0);
  if (bytes == 0) return nullptr;
  remote_->complete(kRoutine);
  DeviceAllocation made;
  if (Status status = make_device(bytes, &made); !status.is_ok()) {
    job_.log().error("{}: {}", kRoutine, status.message());
    end_device(&made);
    made = {};
  }
  std::vector<std::vector<std::byte>> keys;
  Status status = exchange_keys(made.region, &keys);
  if (!status.is_ok()) fail(kRoutine, status);
  if (std::ranges::any_of(keys, [](const auto& key) { return key.empty(); })) {
    end_device(&made);
    return nullptr;
  }
  status = attach(keys, &made.targets);
  if (!status.is_ok()) fail(kRoutine, status);
  view_->far = view_->gpu = true;
  void* const memory = reinterpret_cast<void*>(made.memory.base);
  devices_.add(std::move(made));
  return memory;
}

// Under the lock. Nobody has it attached when it goes.
void Pe::release_device(DeviceAllocation* allocation) {
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  for (auto& target : allocation->targets) job_.engine().rma().detach(target.get());
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  const std::uintptr_t base = allocation->memory.base;
  end_device(allocation);
  devices_.remove(base);
}

}  // namespace penstock::shmem
