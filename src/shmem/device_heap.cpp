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

DeviceAllocation& DeviceHeap::add(DeviceAllocation&& allocation) {
  const std::uintptr_t base = allocation.memory.base;
  return allocations_.emplace(base, std::move(allocation)).first->second;
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

// Where kernels of this PE's GPU and its streams find the allocation of each PE.
void Pe::find_places(DeviceAllocation* allocation) const {
  for (std::size_t pe = 0; pe < allocation->targets.size(); ++pe) {
    const bool own = static_cast<int>(pe) == job_.rank();
    std::uint64_t place = own ? allocation->memory.base : 0;
    bool atomics = own;
    for (const transport::Remote& way : allocation->targets[pe]->attachment().ways) {
      if (place != 0 || way.device == 0) continue;
      place = way.device;
      atomics = way.atomics_device == allocation->memory.device;
    }
    allocation->places.push_back(place);
    allocation->atomics.push_back(atomics);
  }
}

// Where one PE has no memory all get none, since all learn it from the keys.
DeviceAllocation* Pe::share_device(const char* routine, std::uint64_t bytes, bool zeros) {
  DeviceAllocation made;
  Status status = make_device(bytes, &made);
  const std::vector<std::byte> image(zeros ? bytes : 0);
  if (status.is_ok() && zeros) {
    status = job_.accel().copy_now(reinterpret_cast<void*>(made.memory.base), image.data(), image.size());
  }
  if (!status.is_ok()) {
    job_.log().error("{}: {}", routine, status.message());
    end_device(&made);
    made = {};
  }
  std::vector<std::vector<std::byte>> keys;
  status = exchange_keys(made.region, &keys);
  if (!status.is_ok()) fail(routine, status);
  if (std::ranges::any_of(keys, [](const auto& key) { return key.empty(); })) {
    end_device(&made);
    return nullptr;
  }
  status = attach(keys, &made.targets);
  if (!status.is_ok()) fail(routine, status);
  find_places(&made);
  return &devices_.add(std::move(made));
}

// The first one brings the words by which PEs meet on streams: that needs all PEs, and no call on a stream waits for them.
void* Pe::allocate_device(std::uint64_t bytes) {
  constexpr const char* kRoutine = "shmemx_malloc_device";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) agree(kRoutine, bytes, 0);
  if (bytes == 0) return nullptr;
  remote_->complete(kRoutine);
  if (streams_->words().empty()) {
    const DeviceAllocation* const words =
        share_device(kRoutine, streams_->words().bytes(static_cast<std::size_t>(job_.size())), true);
    if (words == nullptr) return nullptr;
    streams_->words().use(words->places);
  }
  const DeviceAllocation* const made = share_device(kRoutine, bytes, false);
  if (made == nullptr) return nullptr;
  view_->far = view_->gpu = true;
  return reinterpret_cast<void*>(made->memory.base);
}

DevicePlace Pe::find_device(const Transfer& transfer) {
  const Spot spot = locate(transfer);
  std::uint64_t offset = 0;
  const DeviceAllocation* const allocation = devices_.find(reinterpret_cast<std::uintptr_t>(transfer.remote), &offset);
  if (allocation == nullptr) return {};
  const auto pe = static_cast<std::size_t>(spot.target->peer());
  const std::uint64_t place = allocation->places[pe];
  return {place == 0 ? 0 : place + offset, allocation->memory.device, allocation->atomics[pe]};
}

Status Pe::open_window(DeviceAllocation* allocation) {
  std::vector<runtime::DeviceWindow::Member> members(static_cast<std::size_t>(job_.size()));
  std::vector<int> world;
  Status found;
  for (int pe = 0; pe < job_.size(); ++pe) {
    auto& member = members[static_cast<std::size_t>(pe)];
    world.push_back(pe);
    member.bytes = allocation->bytes;
    if (pe == job_.rank()) {
      member.memory = {allocation->memory.base, true};
    } else if (found.is_ok()) {
      found = runtime::find_device_memory(*allocation->targets[static_cast<std::size_t>(pe)], 0, &member.memory);
    }
  }
  if (!device_watch_) device_watch_ = std::make_shared<runtime::DeviceWatch>(job_.engine());
  auto made = std::make_unique<runtime::DeviceWindow>(
      runtime::DeviceWindow::Parts{job_.engine(), device_watch_, std::move(world), job_.rank()});
  const auto exchange = [this](std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) {
    static const proto::Layout kByte = proto::Layout::bytes(1);
    coll::Arguments arguments;
    arguments.send = {const_cast<std::byte*>(sent.data()), cell, &kByte};
    arguments.recv = {got.data(), cell, &kByte};
    return teams_.world().run(coll::build_alltoall, arguments);
  };
  Status opened = made->open(std::move(found), std::move(members), exchange);
  if (!opened.is_ok()) {
    made->detach();
    static_cast<void>(barrier());  // the failure to report is the first
    return opened;
  }
  allocation->window = std::move(made);
  return Status::ok();
}

bool Pe::device_handle(const void* memory, penstock_device_window* out) {
  constexpr const char* kRoutine = "shmemx_get_device_handle";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) agree(kRoutine, 0, 0);
  DeviceAllocation* const allocation = devices_.at(reinterpret_cast<std::uintptr_t>(memory));
  if (allocation == nullptr) {
    fail(kRoutine, Status::error(Code::kBase, "{} is no memory that shmemx_malloc_device gave, or was freed before", memory));
  }
  remote_->complete(kRoutine);
  Status opened = allocation->window ? Status::ok() : open_window(allocation);
  if (opened.is_ok()) return *out = allocation->window->handle(), true;
  if (opened.code() != Code::kUnsupported) fail(kRoutine, opened);
  job_.log().error("{}: {}", kRoutine, opened.message());
  return false;
}

// Under the lock. Nobody has it attached when it goes.
void Pe::release_device(DeviceAllocation* allocation) {
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  for (auto& target : allocation->targets) job_.engine().rma().detach(target.get());
  if (allocation->window) allocation->window->detach();
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  const std::uintptr_t base = allocation->memory.base;
  if (allocation->window) {
    Status closed = allocation->window->close();
    if (!closed.is_ok()) job_.log().error("shmem_free: {}", closed.message());
  }
  end_device(allocation);
  devices_.remove(base);
}

// The same for all that are left, whose order by address is another on each PE.
Status Pe::release_devices() {
  if (devices_.empty()) return Status::ok();
  for (auto& [base, allocation] : devices_.all()) {
    for (auto& target : allocation.targets) job_.engine().rma().detach(target.get());
  }
  PENSTOCK_TRY(barrier());
  for (auto& [base, allocation] : devices_.all()) end_device(&allocation);
  devices_.clear();
  return Status::ok();
}

}  // namespace penstock::shmem
