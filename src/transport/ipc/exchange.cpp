#include "transport/ipc/exchange.hpp"

#include <algorithm>

namespace penstock::transport::ipc {

// The areas themselves go with the Accel, which knows whether there still is a driver to free them.
void DeviceSlots::let_go() {
  for (auto& [key, area] : theirs_) {
    for (const Mapped& mapped : area.mapped) environment_.accel.unpin_mapping(mapped.mapping);
  }
  theirs_.clear();
}

DeviceSlots::Mine* DeviceSlots::mine(int device, bool by_descriptor) {
  for (const auto& each : mine_) {
    if (each->device == device && each->by_descriptor == by_descriptor) return each.get();
  }
  return nullptr;
}

Status DeviceSlots::share(Mine* area) {
  const accel::Memory& memory = area->memory;
  if (!area->by_descriptor) return environment_.accel.export_memory(memory, &area->told.memory);
  return environment_.accel.export_range(memory, memory.base, memory.base + memory.size, &area->told.memory);
}

Status DeviceSlots::make(Mine* area) {
  const Config& config = environment_.config;
  const auto slots = static_cast<std::uint64_t>(config.exchange_slots);
  const std::uint64_t bytes = slots * config.exchange_slot_size;
  PENSTOCK_TRY(area->by_descriptor ? environment_.accel.allocate_chunk(area->device, bytes, &area->memory)
                                   : environment_.accel.allocate(area->device, bytes, &area->memory));
  if (Status shared = share(area); !shared.is_ok()) {
    if (Status freed = environment_.accel.release(area->memory); !freed.is_ok()) {
      environment_.log.warn("freeing exchange slots: {}", freed.message());
    }
    return shared;
  }
  area->told.slots = static_cast<std::uint32_t>(slots);
  area->told.slot_bytes = config.exchange_slot_size;
  return Status::ok();
}

// Null: there are too many already.
Status DeviceSlots::add(int device, bool by_descriptor, Mine** out) {
  *out = nullptr;
  if (mine_.size() == kMostAreas) return Status::ok();
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

// Once for each peer. The range is exported anew for each: the list of what is exported has an end.
Status DeviceSlots::hand_over(int peer, Mine* area) {
  if (std::find(area->holders.begin(), area->holders.end(), peer) != area->holders.end()) return Status::ok();
  PENSTOCK_TRY(share(area));
  PENSTOCK_TRY(descriptors_.hand_over(peer, area->told.memory));
  area->holders.push_back(peer);
  return Status::ok();
}

Status DeviceSlots::area(int peer, int device, const ExchangeArea** out) {
  *out = nullptr;
  const bool by_descriptor = descriptors_.apart(peer);
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
  if (!std::exchange(told_handing_, true)) environment_.log.info("exchange slots on a GPU: {}", handed.message());
  return Status::ok();
}

int DeviceSlots::acquire(int area) {
  if (area < 0 || static_cast<std::size_t>(area) >= mine_.size()) return -1;
  Mine& here = *mine_[static_cast<std::size_t>(area)];
  if (here.free.empty()) return -1;
  const int slot = here.free.back();
  here.free.pop_back();
  return area * kSlotStride + slot;
}

void DeviceSlots::release(int slot) {
  mine_[static_cast<std::size_t>(slot / kSlotStride)]->free.push_back(slot % kSlotStride);
}

std::byte* DeviceSlots::local(int slot) {
  const ExchangeArea& area = mine_[static_cast<std::size_t>(slot / kSlotStride)]->told;
  return reinterpret_cast<std::byte*>(area.memory.base + static_cast<std::uint64_t>(slot % kSlotStride) * area.slot_bytes);
}

DeviceSlots::Theirs* DeviceSlots::theirs(int peer, std::uint32_t number) {
  const auto known = theirs_.find({peer, number});
  return known == theirs_.end() ? nullptr : &known->second;
}

// An area is told once: a second telling is a mistake, since pieces may lie in the first.
Status DeviceSlots::learn(int peer, const ExchangeArea& area) {
  IpcCard card;
  PENSTOCK_TRY(descriptors_.card_of(peer, &card));
  const bool sound = area.number < kMostAreas && area.slots > 0 && area.slots <= kSlotStride && area.slot_bytes > 0 &&
                     area.slot_bytes <= area.memory.size / area.slots && area.memory.owner == card.process;
  if (!sound) return Status::error(Code::kProtocol, "rank {} told of exchange slots that cannot be", peer);
  const auto [place, fresh] = theirs_.try_emplace({peer, area.number});
  if (!fresh) return Status::error(Code::kProtocol, "rank {} told twice of its exchange slots {}", peer, area.number);
  place->second.told = area;
  // Without them it cannot be reached.
  if (area.memory.token != 0) static_cast<void>(descriptors_.accept(peer, area.memory));
  return Status::ok();
}

bool DeviceSlots::reaches(int peer, std::uint32_t number, int device) {
  const Theirs* area = theirs(peer, number);
  return area != nullptr && !area->refused && environment_.accel.importable(area->told.memory, device);
}

const accel::Mapping* DeviceSlots::mapping_of(const Theirs& area, int device) {
  for (const Mapped& mapped : area.mapped) {
    if (mapped.device == device) return &mapped.mapping;
  }
  return nullptr;
}

Status DeviceSlots::map(int peer, std::uint32_t number, int device) {
  Theirs* area = theirs(peer, number);
  if (area == nullptr) return Status::error(Code::kProtocol, "rank {} has told of no exchange slots {}", peer, number);
  if (area->refused) return Status::error(Code::kTransport, "mapping the exchange slots of rank {} failed before", peer);
  if (mapping_of(*area, device) != nullptr) return Status::ok();
  Mapped made;
  made.device = device;
  if (Status opened = environment_.accel.import_memory(area->told.memory, device, &made.mapping); !opened.is_ok()) {
    area->refused = true;
    return opened;
  }
  environment_.accel.pin_mapping(made.mapping);
  area->mapped.push_back(made);
  return Status::ok();
}

Status DeviceSlots::remote(int peer, int slot, std::uint64_t bytes, int device, std::byte** out) {
  const Theirs* area = slot < 0 ? nullptr : theirs(peer, static_cast<std::uint32_t>(slot / kSlotStride));
  const auto index = static_cast<std::uint32_t>(slot % kSlotStride);
  const accel::Mapping* mapping = area == nullptr ? nullptr : mapping_of(*area, device);
  if (mapping == nullptr || index >= area->told.slots || bytes > area->told.slot_bytes) {
    return Status::error(Code::kProtocol, "rank {} named {} bytes in exchange slot {}, which cannot be", peer, bytes, slot);
  }
  *out = reinterpret_cast<std::byte*>(mapping->address + index * area->told.slot_bytes);
  return Status::ok();
}

}  // namespace penstock::transport::ipc
