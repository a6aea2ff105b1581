#include "memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "kernels/sync/standin.hpp"
#include "options.hpp"

namespace penstock::fakecuda {

Memory::Memory(const Devices& devices)
    : devices_(devices), arenas_(static_cast<std::size_t>(devices.count())), used_(arenas_.size(), 0) {}

CUresult Memory::open() {
  if (!window_.reserve()) {
    std::fprintf(stderr, "stand-in CUDA driver: its addresses are taken or limited (ulimit -v)\n");
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  for (int device = 0; device < devices_.count(); ++device) {
    if (!arenas_[static_cast<std::size_t>(device)].open(devices_.machine_number(device))) return CUDA_ERROR_OPERATING_SYSTEM;
  }
  return CUDA_SUCCESS;
}

CUdeviceptr Memory::add(Allocation allocation) {
  const std::uintptr_t base = allocation.base;
  if (allocation.buffer_id == 0) allocation.buffer_id = ++last_id_;
  table_.emplace(base, allocation);
  return base;
}

CUresult Memory::allocate(Context& context, std::size_t bytes, Kind kind, CUdeviceptr* out) {
  if (out == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  const auto device = static_cast<std::size_t>(context.device);
  settle();
  if (bytes > options().memory_bytes - used_[device]) return CUDA_ERROR_OUT_OF_MEMORY;
  Allocation made{.size = bytes, .kind = kind, .context = &context, .device = context.device, .buffer_id = ++last_id_};
  made.data = arenas_[device].extend(made.buffer_id, whole_pages(bytes));
  if (made.data < 0) return CUDA_ERROR_OUT_OF_MEMORY;
  made.base = window_.map(arenas_[device].fd(), made.data, whole_pages(bytes));
  if (made.base == 0) {
    arenas_[device].punch(made.data, whole_pages(bytes));
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  used_[device] += bytes;
  *out = add(made);
  return CUDA_SUCCESS;
}

CUresult Memory::allocate_host(Context& context, std::size_t bytes, Kind kind, void** out) {
  if (out == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  void* address = mmap(nullptr, whole_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  const std::lock_guard lock(mutex_);
  add({.base = reinterpret_cast<std::uintptr_t>(address),
       .size = bytes,
       .kind = kind,
       .context = &context,
       .device = context.device});
  *out = address;
  return CUDA_SUCCESS;
}

CUresult Memory::add_registered(Context& context, void* address, std::size_t bytes, bool read_only) {
  const auto base = reinterpret_cast<std::uintptr_t>(address);
  if (address == nullptr || bytes == 0 || kernels::standin::in_window(base)) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  if (overlaps(base, bytes)) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  add({.base = base,
       .size = bytes,
       .kind = Kind::kRegistered,
       .context = &context,
       .device = context.device,
       .read_only = read_only});
  return CUDA_SUCCESS;
}

CUresult Memory::add_import(Context& context, int device, int fd, off_t data, std::size_t bytes, CUdeviceptr* out) {
  const std::lock_guard lock(mutex_);
  const std::uintptr_t base = window_.map(fd, data, whole_pages(bytes));
  if (base == 0) return CUDA_ERROR_MAP_FAILED;
  *out = add({.base = base, .size = bytes, .kind = Kind::kImported, .context = &context, .device = device});
  return CUDA_SUCCESS;
}

bool Memory::take(std::uintptr_t base, std::initializer_list<Kind> kinds, Allocation* out) {
  const std::lock_guard lock(mutex_);
  const auto place = table_.find(base);
  if (place == table_.end() || std::ranges::find(kinds, place->second.kind) == kinds.end()) return false;
  *out = place->second;
  table_.erase(place);
  return true;
}

void Memory::release(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  if (!allocation.in_window()) {
    if (allocation.kind != Kind::kRegistered) munmap(reinterpret_cast<void*>(allocation.base), whole_pages(allocation.size));
    return;
  }
  window_.unmap(allocation.base, whole_pages(allocation.size));
  if (allocation.kind == Kind::kImported) return;
  const auto device = static_cast<std::size_t>(allocation.device);
  arenas_[device].punch(allocation.data, whole_pages(allocation.size));
  held_.push_back(allocation);
  settle();
}

void Memory::settle() {
  std::erase_if(held_, [this](const Allocation& freed) {
    const auto device = static_cast<std::size_t>(freed.device);
    if (held_elsewhere(arenas_[device].fd(), freed.data)) return false;
    used_[device] -= freed.size;
    return true;
  });
  std::erase_if(held_chunks_, [this](const HeldChunk& freed) {
    if (held_elsewhere(freed.fd, 0)) return false;
    used_[static_cast<std::size_t>(freed.device)] -= freed.bytes;
    if (freed.fd >= 0) ::close(freed.fd);
    return true;
  });
}

void Memory::forget(const Context& context) {
  std::vector<Allocation> mine;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [base, allocation] : table_) {
      if (allocation.context == &context) mine.push_back(allocation);
    }
    std::erase_if(table_, [&](const auto& entry) { return entry.second.context == &context; });
  }
  for (const Allocation& allocation : mine) release(allocation);
}

Memory::Table::iterator Memory::holder(std::uintptr_t address) {
  auto place = table_.upper_bound(address);
  if (place == table_.begin()) return table_.end();
  --place;
  return address - place->second.base < place->second.size ? place : table_.end();
}

bool Memory::overlaps(std::uintptr_t start, std::size_t bytes) {
  if (holder(start) != table_.end()) return true;
  const auto next = table_.upper_bound(start);
  return next != table_.end() && next->second.base - start < bytes;
}

bool Memory::find(std::uintptr_t address, Allocation* out) {
  const std::lock_guard lock(mutex_);
  const auto place = holder(address);
  if (place == table_.end()) return false;
  *out = place->second;
  return true;
}

bool Memory::set_prefetched(std::uintptr_t address, std::size_t bytes, int device) {
  const std::lock_guard lock(mutex_);
  const auto place = holder(address);
  if (place == table_.end() || place->second.kind != Kind::kManaged || bytes > place->second.end() - address) return false;
  place->second.prefetched = device;
  return true;
}

bool Memory::set_sync_memops(std::uintptr_t address, bool value) {
  const std::lock_guard lock(mutex_);
  const auto place = holder(address);
  if (place == table_.end() || place->second.kind != Kind::kDevice) return false;
  place->second.sync_memops = value;
  return true;
}

CUresult Memory::classify(int device, std::uintptr_t address, std::size_t bytes, Use use, Side* out) {
  Allocation held;
  if (!find(address, &held)) {
    *out = Side::kPageable;
    return kernels::standin::in_window(address) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  }
  if (held.kind == Kind::kVmm) {
    *out = Side::kDevice;
    return covered(device, address, bytes, use) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  }
  const bool whole = bytes <= held.size - (address - held.base);
  const bool host = held.kind == Kind::kPinned || held.kind == Kind::kRegistered;
  *out = host ? (whole ? Side::kPinned : Side::kPageable) : Side::kDevice;
  if (held.read_only && use == Use::kWrite) return CUDA_ERROR_INVALID_VALUE;
  return whole || host ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Several chunks may lie behind one range.
bool Memory::covered(int device, std::uintptr_t address, std::size_t bytes, Use use) {
  const std::lock_guard lock(mutex_);
  const std::uintptr_t end = address + bytes;
  while (address < end) {
    const auto place = holder(address);
    if (place == table_.end() || place->second.kind != Kind::kVmm) return false;
    const unsigned allowed = use == Use::kWrite ? place->second.writers : place->second.readers;
    if ((allowed & 1U << static_cast<unsigned>(device)) == 0) return false;
    address = place->second.end();
  }
  return true;
}

std::size_t Memory::used(int device) {
  const std::lock_guard lock(mutex_);
  settle();
  return used_[static_cast<std::size_t>(device)];
}

std::uint64_t Memory::next_id() {
  const std::lock_guard lock(mutex_);
  return ++last_id_;
}

bool Memory::take_room(int device, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  settle();
  std::size_t& used = used_[static_cast<std::size_t>(device)];
  if (bytes > options().memory_bytes - used) return false;
  used += bytes;
  return true;
}

void Memory::give_room_back(int device, std::size_t bytes, int fd) {
  const std::lock_guard lock(mutex_);
  held_chunks_.push_back({device, bytes, fd});
  settle();
}

CUresult Memory::claim(std::size_t bytes, std::size_t alignment, CUdeviceptr* out) {
  const std::lock_guard lock(mutex_);
  *out = window_.claim(bytes, alignment);
  return *out == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

void Memory::give_up(CUdeviceptr base) {
  const std::lock_guard lock(mutex_);
  window_.give_up(base);
}

bool Memory::occupied(CUdeviceptr start, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  return overlaps(start, bytes);
}

CUresult Memory::map_chunk(const Allocation& mapping, int fd) {
  const std::lock_guard lock(mutex_);
  if (overlaps(mapping.base, mapping.size)) return CUDA_ERROR_INVALID_VALUE;
  if (!window_.place(mapping.base, fd, mapping.data, mapping.size, PROT_NONE)) return CUDA_ERROR_OUT_OF_MEMORY;
  add(mapping);
  return CUDA_SUCCESS;
}

CUresult Memory::unmap_chunk(const Allocation& mapping) {
  const std::lock_guard lock(mutex_);
  if (!window_.clear(mapping.base, mapping.size)) return CUDA_ERROR_UNMAP_FAILED;
  table_.erase(mapping.base);
  return CUDA_SUCCESS;
}

std::vector<Allocation> Memory::mappings(CUdeviceptr start, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> found;
  std::uintptr_t next = start;
  for (auto place = table_.find(start); place != table_.end() && next < start + bytes; ++place) {
    if (place->second.kind != Kind::kVmm || place->first != next) break;
    found.push_back(place->second);
    next = place->second.end();
  }
  return next == start + bytes ? found : std::vector<Allocation>{};
}

CUresult Memory::set_access(const Allocation& mapping, int device, Access access) {
  const std::lock_guard lock(mutex_);
  const auto place = table_.find(mapping.base);
  if (place == table_.end()) return CUDA_ERROR_INVALID_VALUE;
  Allocation& chunk = place->second;
  const unsigned bit = 1U << static_cast<unsigned>(device);
  chunk.readers = access == Access::kNone ? chunk.readers & ~bit : chunk.readers | bit;
  chunk.writers = access == Access::kReadWrite ? chunk.writers | bit : chunk.writers & ~bit;
  const int protection = (chunk.readers != 0 ? PROT_READ : PROT_NONE) | (chunk.writers != 0 ? PROT_WRITE : PROT_NONE);
  return window_.protect(chunk.base, chunk.size, protection) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

}  // namespace penstock::fakecuda
