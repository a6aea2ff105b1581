#include "shmem/device_heap.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "shmem/pe.hpp"

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

Status Pe::find_working_device(int* out) {
  accel::Accel& accel = job_.accel();
  *out = accel.live() ? accel.working_device() : -1;
  if (*out >= 0) return Status::ok();
  return Status::error(Code::kConfig, "this process has no context on a GPU: choose one (cudaSetDevice) and use it first");
}

Status Pe::expose_device(std::uintptr_t base, std::uint64_t bytes, DeviceReach* out) {
  out->bytes = bytes;
  out->memory = new_team_memory();
  return out->memory->expose(reinterpret_cast<void*>(base), bytes);
}

void Pe::hide_device(DeviceReach* reach) {
  if (reach->memory) static_cast<void>(reach->memory->close());  // only memory that it allocates itself could fail
}

void Pe::detach_device(DeviceReach* reach) {
  if (reach->memory) reach->memory->detach();
}

void Pe::free_device(const accel::Memory& memory) {
  Status released = job_.accel().allocations().release(memory);
  if (!released.is_ok()) job_.log().error("symmetric memory of a GPU: {}", released.message());
}

void Pe::end_device(DeviceExtent* extent) {
  for (DeviceReach& reach : extent->earlier) hide_device(&reach);
  hide_device(&extent->reach);
  if (extent->memory.base != 0) free_device(extent->memory);
}

// Where kernels of this PE's GPU and its streams find the memory of each PE.
void Pe::find_places(const accel::Memory& mine, DeviceReach* reach) const {
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

// Where one PE has no memory all get none, since all learn it with the keys.
bool Pe::reach_devices(const char* routine, Status&& exposed, const accel::Memory& mine, DeviceReach* reach) {
  if (!reach->memory) reach->memory = new_team_memory();
  runtime::TeamMemory& memory = *reach->memory;
  if (Status met = memory.hand_keys(teams_.world().carrier(), std::move(exposed)); !met.is_ok()) fail(routine, met);
  if (!memory.parts().is_ok()) {
    job_.log().error("{}: {}", routine, memory.parts().message());
    return false;
  }
  if (Status met = attach_all(&memory); !met.is_ok()) fail(routine, met);
  find_places(mine, reach);
  return true;
}

Status Pe::fill_device(std::uintptr_t address, std::uint64_t bytes) {
  const std::vector<std::byte> image(bytes);
  return job_.accel().queues().copy_now(reinterpret_cast<void*>(address), image.data(), image.size());
}

// Without a heap: an allocation of its own on each PE.
std::uintptr_t Pe::take_alone(const char* routine, std::uint64_t bytes, bool zeros) {
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

std::uintptr_t Pe::take_device(const char* routine, std::uint64_t bytes, bool zeros) {
  if (!find_device_heap(routine)) return 0;
  return devices_.heap() != nullptr ? take_from_heap(routine, bytes, zeros) : take_alone(routine, bytes, zeros);
}

bool Pe::find_meeting_words(const char* routine) {
  if (streams_->has_words()) return true;
  const std::uintptr_t words = take_device(routine, streams_->word_bytes(), true);
  std::uint64_t offset = 0;
  const DeviceExtent* const extent = words == 0 ? nullptr : devices_.find(words, &offset);
  if (extent == nullptr) return false;
  if (Status met = streams_->use_words(extent->memory.device, extent->reach, offset); !met.is_ok()) fail(routine, met);
  return true;
}

// The first one brings the words by which PEs meet on streams: that needs all PEs, and no call on a stream waits for them.
void* Pe::allocate_device(std::uint64_t bytes) {
  constexpr const char* kRoutine = "shmemx_malloc_device";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) compare_calls(kRoutine, bytes, 0);
  if (bytes == 0) return nullptr;
  remote_->complete(kRoutine);
  const std::uintptr_t made = find_meeting_words(kRoutine) ? take_device(kRoutine, bytes, false) : 0;
  if (made != 0) view_->far = view_->gpu = true;
  return reinterpret_cast<void*>(made);
}

DevicePlace Pe::find_device(const Transfer& transfer) {
  const Spot spot = locate(transfer);
  std::uint64_t offset = 0;
  const DeviceExtent* const extent = devices_.find(reinterpret_cast<std::uintptr_t>(transfer.remote), &offset);
  if (extent == nullptr) return {};
  const auto pe = static_cast<std::size_t>(spot.target->peer());
  const std::uint64_t place = extent->reach.places[pe];
  return {place == 0 ? 0 : place + offset, extent->memory.device, extent->reach.atomics[pe]};
}

int Pe::device_of(const void* address) noexcept {
  std::uint64_t offset = 0;
  const DeviceExtent* const extent = devices_.find(reinterpret_cast<std::uintptr_t>(address), &offset);
  return extent == nullptr ? -1 : extent->memory.device;
}

Status Pe::open_window(DeviceExtent* extent, std::uint64_t offset) {
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
  Status opened = made->open(std::move(found), std::move(members), teams_.world().carrier());
  if (!opened.is_ok()) {
    made->detach();
    static_cast<void>(barrier());  // the failure to report is the first
    return opened;
  }
  extent->windows[offset] = std::move(made);
  return Status::ok();
}

bool Pe::device_handle(const void* memory, penstock_device_window* out) {
  constexpr const char* kRoutine = "shmemx_get_device_handle";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) compare_calls(kRoutine, 0, 0);
  std::uint64_t offset = 0;
  DeviceExtent* const extent = devices_.at(reinterpret_cast<std::uintptr_t>(memory), &offset);
  if (extent == nullptr) {
    fail(kRoutine, Status::error(Code::kBase, "{} is no memory that shmemx_malloc_device gave, or was freed before", memory));
  }
  remote_->complete(kRoutine);
  Status opened = extent->windows.contains(offset) ? Status::ok() : open_window(extent, offset);
  if (opened.is_ok()) return *out = extent->windows.at(offset)->handle(), true;
  if (opened.code() != Code::kUnsupported) fail(kRoutine, opened);
  job_.log().error("{}: {}", kRoutine, opened.message());
  return false;
}

// Nobody has the window when it goes.
void Pe::close_window(DeviceExtent* extent, std::uint64_t offset) {
  const auto window = extent->windows.find(offset);
  if (window == extent->windows.end()) return;
  window->second->detach();
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  Status closed = window->second->close();
  if (!closed.is_ok()) job_.log().error("shmem_free: {}", closed.message());
  extent->windows.erase(window);
}

// Under the lock. A place in the heap is free for later allocations, and stays mapped; what is alone is attached by nobody when
// it goes.
void Pe::release_device(DeviceExtent* extent, std::uint64_t offset) {
  if (checks_ && extent->allocator) compare_calls("shmem_free", extent->size_of(offset), offset);
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

// The same for all that are left, whose order by address is another on each PE.
Status Pe::release_devices() {
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
