#include "transport/ipc/bounce_buffers.hpp"

#include <algorithm>

namespace penstock::transport::ipc {

// The pools are freed with the Accel, which knows if there still is a driver to free them.
void DeviceBounceBuffers::let_go() {
  for (auto& [key, pool] : theirs_) {
    for (const Mapped& mapped : pool.mapped) environment_.accel.imports().unpin_mapping(mapped.mapping);
  }
  theirs_.clear();
}

DeviceBounceBuffers::Mine* DeviceBounceBuffers::mine(int device, bool by_descriptor) {
  for (const auto& each : mine_) {
    if (each->device == device && each->by_descriptor == by_descriptor) return each.get();
  }
  return nullptr;
}

Status DeviceBounceBuffers::share(Mine* pool) {
  const accel::Memory& memory = pool->memory;
  if (!pool->by_descriptor) return environment_.accel.exports().export_memory(memory, &pool->told.memory);
  return environment_.accel.exports().export_range(memory, memory.base, memory.base + memory.size, &pool->told.memory);
}

Status DeviceBounceBuffers::make(Mine* pool) {
  const Config& config = environment_.config;
  const auto slots = static_cast<std::uint64_t>(config.bounce_buffers);
  const std::uint64_t bytes = slots * config.bounce_buffer_size;
  PENSTOCK_TRY(pool->by_descriptor ? environment_.accel.allocations().allocate_chunk(pool->device, bytes, &pool->memory)
                                   : environment_.accel.allocations().allocate(pool->device, bytes, &pool->memory));
  if (Status shared = share(pool); !shared.is_ok()) {
    if (Status freed = environment_.accel.allocations().release(pool->memory); !freed.is_ok()) {
      environment_.log.warn("freeing bounce buffers: {}", freed.message());
    }
    return shared;
  }
  pool->told.slots = static_cast<std::uint32_t>(slots);
  pool->told.slot_bytes = config.bounce_buffer_size;
  return Status::ok();
}

// Returns null if there are too many pools already.
Status DeviceBounceBuffers::add(int device, bool by_descriptor, Mine** out) {
  *out = nullptr;
  if (mine_.size() == kMostPools) return Status::ok();
  auto made = std::make_unique<Mine>();
  made->device = device;
  made->by_descriptor = by_descriptor;
  made->told.number = static_cast<std::uint32_t>(mine_.size());
  Status allocated = make(made.get());
  made->failed = !allocated.is_ok();
  for (int slot = made->failed ? 0 : static_cast<int>(made->told.slots); slot-- > 0;) made->free.push_back(slot);
  *out = made.get();
  mine_.push_back(std::move(made));
  return allocated;
}

// Runs once for each peer. The range is exported anew for each peer, because the list of exports is limited.
Status DeviceBounceBuffers::hand_over(int peer, Mine* pool) {
  if (std::find(pool->holders.begin(), pool->holders.end(), peer) != pool->holders.end()) return Status::ok();
  PENSTOCK_TRY(share(pool));
  PENSTOCK_TRY(descriptors_.hand_over(peer, pool->told.memory));
  pool->holders.push_back(peer);
  return Status::ok();
}

Status DeviceBounceBuffers::pool(int peer, int device, const BouncePool** out) {
  *out = nullptr;
  const bool by_descriptor = descriptors_.in_other_namespace(peer);
  Mine* here = mine(device, by_descriptor);
  if (here == nullptr) PENSTOCK_TRY(add(device, by_descriptor, &here));
  if (here == nullptr || here->failed) return Status::ok();
  Status handed = by_descriptor ? hand_over(peer, here) : Status::ok();
  if (handed.is_ok()) {
    *out = &here->told;
    return Status::ok();
  }
  if (handed.code() != Code::kTransport) {
    here->failed = true;
    return handed;
  }
  if (!std::exchange(told_handing_, true)) environment_.log.info("bounce buffers on a GPU: {}", handed.message());
  return Status::ok();
}

int DeviceBounceBuffers::acquire(int pool) {
  if (pool < 0 || static_cast<std::size_t>(pool) >= mine_.size()) return -1;
  Mine& here = *mine_[static_cast<std::size_t>(pool)];
  if (here.free.empty()) return -1;
  const int slot = here.free.back();
  here.free.pop_back();
  return pool * kSlotStride + slot;
}

void DeviceBounceBuffers::release(int slot) {
  mine_[static_cast<std::size_t>(slot / kSlotStride)]->free.push_back(slot % kSlotStride);
}

std::byte* DeviceBounceBuffers::local(int slot) {
  const BouncePool& pool = mine_[static_cast<std::size_t>(slot / kSlotStride)]->told;
  return reinterpret_cast<std::byte*>(pool.memory.base + static_cast<std::uint64_t>(slot % kSlotStride) * pool.slot_bytes);
}

DeviceBounceBuffers::Theirs* DeviceBounceBuffers::theirs(int peer, std::uint32_t number) {
  const auto known = theirs_.find({peer, number});
  return known == theirs_.end() ? nullptr : &known->second;
}

// A peer announces a pool once: a second announcement is an error, since data may be on their way in the first pool.
Status DeviceBounceBuffers::learn(int peer, const BouncePool& pool) {
  IpcAddress address;
  PENSTOCK_TRY(descriptors_.address_of(peer, &address));
  const bool sound = pool.number < kMostPools && pool.slots > 0 && pool.slots <= kSlotStride && pool.slot_bytes > 0 &&
                     pool.slot_bytes <= pool.memory.size / pool.slots && pool.memory.owner == address.process;
  if (!sound) return Status::error(Code::kProtocol, "rank {} told of bounce buffers that cannot be", peer);
  const auto [place, fresh] = theirs_.try_emplace({peer, pool.number});
  if (!fresh) return Status::error(Code::kProtocol, "rank {} told twice of its bounce buffers {}", peer, pool.number);
  place->second.told = pool;
  // Without the descriptors the pool cannot be accessed.
  if (pool.memory.token != 0) static_cast<void>(descriptors_.accept(peer, pool.memory));
  return Status::ok();
}

bool DeviceBounceBuffers::reaches(int peer, std::uint32_t number, int device) {
  const Theirs* pool = theirs(peer, number);
  return pool != nullptr && !pool->refused && environment_.accel.imports().importable(pool->told.memory, device);
}

const accel::Mapping* DeviceBounceBuffers::mapping_of(const Theirs& pool, int device) {
  for (const Mapped& mapped : pool.mapped) {
    if (mapped.device == device) return &mapped.mapping;
  }
  return nullptr;
}

Status DeviceBounceBuffers::map(int peer, std::uint32_t number, int device) {
  Theirs* pool = theirs(peer, number);
  if (pool == nullptr) return Status::error(Code::kProtocol, "rank {} has told of no bounce buffers {}", peer, number);
  if (pool->refused) return Status::error(Code::kTransport, "mapping the bounce buffers of rank {} failed before", peer);
  if (mapping_of(*pool, device) != nullptr) return Status::ok();
  Mapped made;
  made.device = device;
  if (Status opened = environment_.accel.imports().import_memory(pool->told.memory, device, &made.mapping); !opened.is_ok()) {
    pool->refused = true;
    return opened;
  }
  environment_.accel.imports().pin_mapping(made.mapping);
  pool->mapped.push_back(made);
  return Status::ok();
}

Status DeviceBounceBuffers::remote(int peer, int slot, std::uint64_t bytes, int device, std::byte** out) {
  const Theirs* pool = slot < 0 ? nullptr : theirs(peer, static_cast<std::uint32_t>(slot / kSlotStride));
  const auto index = static_cast<std::uint32_t>(slot % kSlotStride);
  const accel::Mapping* mapping = pool == nullptr ? nullptr : mapping_of(*pool, device);
  if (mapping == nullptr || index >= pool->told.slots || bytes > pool->told.slot_bytes) {
    return Status::error(Code::kProtocol, "rank {} named {} bytes in bounce buffer {}, which cannot be", peer, bytes, slot);
  }
  *out = reinterpret_cast<std::byte*>(mapping->address + index * pool->told.slot_bytes);
  return Status::ok();
}

}  // namespace penstock::transport::ipc
