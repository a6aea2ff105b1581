#include "shmem/device_heap.hpp"

#include <cstdlib>
#include <iterator>
#include <utility>

#include "shmem/pe_memory.hpp"

namespace penstock::shmem {

void DeviceHeap::settle_on(const accel::Memory& memory, std::uint64_t bytes) {
  DeviceExtent made;
  made.memory = memory;
  made.allocator.emplace(bytes);
  heap_ = &add(std::move(made));
  settled_ = true;
}

DeviceExtent* DeviceHeap::find(std::uintptr_t address, std::uint64_t* offset) noexcept {
  const auto next = extents_.upper_bound(address);
  if (next == extents_.begin()) return nullptr;
  auto& [base, extent] = *std::prev(next);
  *offset = address - base;
  return *offset < extent.reach.bytes ? &extent : nullptr;
}

DeviceExtent* DeviceHeap::at(std::uintptr_t address, std::uint64_t* offset) noexcept {
  DeviceExtent* const extent = find(address, offset);
  return extent != nullptr && extent->size_of(*offset) != 0 ? extent : nullptr;
}

DeviceExtent& DeviceHeap::add(DeviceExtent&& extent) {
  const std::uintptr_t base = extent.memory.base;
  return extents_.emplace(base, std::move(extent)).first->second;
}

void DeviceHeap::clear() noexcept {
  extents_.clear();
  heap_ = nullptr;
  settled_ = false;
}

SymmetricDeviceMemory::SymmetricDeviceMemory(Team& world, Failure& failure)
    : job_(world.job()), world_(world), failure_(failure) {}

// The compiler does not take a virtual function's word that it never returns.
void SymmetricDeviceMemory::fail(const char* routine, const Status& why) {
  failure_.fail(routine, why);
  std::abort();
}

Status SymmetricDeviceMemory::find_working_device(int* out) {
  accel::Accel& accel = job_.accel();
  *out = accel.live() ? accel.working_device() : -1;
  if (*out >= 0) return Status::ok();
  return Status::error(Code::kConfig, "this process has no context on a GPU: choose one (cudaSetDevice) and use it first");
}

Status SymmetricDeviceMemory::expose_device(std::uintptr_t base, std::uint64_t bytes, DeviceReach* out) {
  out->bytes = bytes;
  out->memory = make_pe_memory(world_);
  return out->memory->expose(reinterpret_cast<void*>(base), bytes);
}

void SymmetricDeviceMemory::hide_device(DeviceReach* reach) {
  if (reach->memory) static_cast<void>(reach->memory->close());  // only memory that it allocates itself could fail
}

void SymmetricDeviceMemory::detach_device(DeviceReach* reach) {
  if (reach->memory) reach->memory->detach();
}

void SymmetricDeviceMemory::free_device(const accel::Memory& memory) {
  Status released = job_.accel().allocations().release(memory);
  if (!released.is_ok()) job_.log().error("symmetric memory of a GPU: {}", released.message());
}

void SymmetricDeviceMemory::end_device(DeviceExtent* extent) {
  for (DeviceReach& reach : extent->earlier) hide_device(&reach);
  hide_device(&extent->reach);
  if (extent->memory.base != 0) free_device(extent->memory);
}

// Kernels of this PE's GPU and its streams find the memory of each PE at these places.
void SymmetricDeviceMemory::find_places(const accel::Memory& mine, DeviceReach* reach) const {
  for (std::size_t pe = 0; pe < reach->memory->size(); ++pe) {
    const bool own = static_cast<int>(pe) == job_.rank();
    std::uint64_t place = own ? mine.base : 0;
    bool atomics = own;
    for (const transport::Remote& way : reach->memory->target(pe).attachment().ways) {
      if (place != 0 || way.device == 0) continue;
      place = way.device;
      atomics = way.atomics_device == mine.device;
    }
    reach->places.push_back(place);
    reach->atomics.push_back(atomics);
  }
}

// If one PE has no memory, all get none, since all learn it with the keys.
bool SymmetricDeviceMemory::reach_devices(const char* routine, Status&& exposed, const accel::Memory& mine,
                                          DeviceReach* reach) {
  if (!reach->memory) reach->memory = make_pe_memory(world_);
  runtime::TeamMemory& memory = *reach->memory;
  if (Status met = memory.hand_keys(world_.carrier(), std::move(exposed)); !met.is_ok()) fail(routine, met);
  if (!memory.parts().is_ok()) {
    job_.log().error("{}: {}", routine, memory.parts().message());
    return false;
  }
  if (Status met = attach_pe_memory(world_, &memory); !met.is_ok()) fail(routine, met);
  find_places(mine, reach);
  return true;
}

Status SymmetricDeviceMemory::fill_device(std::uintptr_t address, std::uint64_t bytes) {
  const std::vector<std::byte> image(bytes);
  return job_.accel().queues().copy_now(reinterpret_cast<void*>(address), image.data(), image.size());
}

// Without a heap each PE makes an allocation of its own.
std::uintptr_t SymmetricDeviceMemory::take_alone(const char* routine, std::uint64_t bytes, bool zeros) {
  DeviceExtent made;
  int device = -1;
  Status status = find_working_device(&device);
  if (status.is_ok()) status = job_.accel().allocations().allocate(device, bytes, &made.memory);
  if (status.is_ok()) status = expose_device(made.memory.base, bytes, &made.reach);
  if (status.is_ok() && zeros) status = fill_device(made.memory.base, bytes);
  if (reach_devices(routine, std::move(status), made.memory, &made.reach)) return devices_.add(std::move(made)).memory.base;
  end_device(&made);
  return 0;
}

std::uintptr_t SymmetricDeviceMemory::take(const char* routine, std::uint64_t bytes, bool zeros) {
  if (!find_device_heap(routine)) return 0;
  return devices_.heap() != nullptr ? take_from_heap(routine, bytes, zeros) : take_alone(routine, bytes, zeros);
}

Status SymmetricDeviceMemory::open_window(DeviceExtent* extent, std::uint64_t offset) {
  std::vector<runtime::DeviceWindow::Member> members(static_cast<std::size_t>(job_.size()));
  std::vector<int> world;
  Status found;
  for (int pe = 0; pe < job_.size(); ++pe) {
    auto& member = members[static_cast<std::size_t>(pe)];
    world.push_back(pe);
    member.bytes = extent->size_of(offset);
    if (pe == job_.rank()) {
      member.memory = {extent->memory.base + offset, true};
    } else if (found.is_ok()) {
      found = runtime::find_device_memory(extent->reach.memory->target(static_cast<std::size_t>(pe)), offset, &member.memory);
    }
  }
  if (!device_watch_) device_watch_ = std::make_shared<runtime::DeviceWatch>(job_.engine());
  auto made = std::make_unique<runtime::DeviceWindow>(
      runtime::DeviceWindow::Parts{job_.engine(), device_watch_, std::move(world), job_.rank()});
  Status opened = made->open(std::move(found), std::move(members), world_.carrier());
  if (!opened.is_ok()) {
    made->detach();
    static_cast<void>(barrier());  // the failure to report is the first
    return opened;
  }
  extent->windows[offset] = std::move(made);
  return Status::ok();
}

Status SymmetricDeviceMemory::describe(DeviceExtent* extent, std::uint64_t offset, penstock_device_window* out) {
  if (!extent->windows.contains(offset)) PENSTOCK_TRY(open_window(extent, offset));
  *out = extent->windows.at(offset)->handle();
  return Status::ok();
}

// All have detached the window before it goes.
void SymmetricDeviceMemory::close_window(DeviceExtent* extent, std::uint64_t offset) {
  const auto window = extent->windows.find(offset);
  if (window == extent->windows.end()) return;
  window->second->detach();
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  Status closed = window->second->close();
  if (!closed.is_ok()) job_.log().error("shmem_free: {}", closed.message());
  extent->windows.erase(window);
}

// A place in the heap is free for later allocations and stays mapped. All PEs have detached an extent of its own before it
// goes.
void SymmetricDeviceMemory::release(DeviceExtent* extent, std::uint64_t offset) {
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  close_window(extent, offset);
  if (extent->allocator) {
    extent->allocator->release(offset);
    return;
  }
  detach_device(&extent->reach);
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  const std::uintptr_t base = extent->memory.base;
  end_device(extent);
  devices_.remove(base);
}

// PEs release all extents together, since their order by address differs from PE to PE.
Status SymmetricDeviceMemory::release_all() {
  if (devices_.empty()) return Status::ok();
  for (auto& [base, extent] : devices_.all()) {
    for (DeviceReach& reach : extent.earlier) detach_device(&reach);
    detach_device(&extent.reach);
  }
  PENSTOCK_TRY(barrier());
  for (auto& [base, extent] : devices_.all()) end_device(&extent);
  devices_.clear();
  return Status::ok();
}

}  // namespace penstock::shmem
