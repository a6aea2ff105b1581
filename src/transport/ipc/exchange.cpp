#include "transport/ipc/exchange.hpp"

namespace penstock::transport::ipc {

// The areas themselves go with the Accel, which knows whether there still is a driver to free them.
void DeviceSlots::let_go() {
  for (auto& [key, area] : theirs_) {
    for (const Mapped& mapped : area.mapped) environment_.accel.unpin_mapping(mapped.mapping);
  }
  theirs_.clear();
}

DeviceSlots::Mine* DeviceSlots::mine(int device) {
  for (const auto& each : mine_) {
    if (each->device == device) return each.get();
  }
  return nullptr;
}

Status DeviceSlots::make(int device, ExchangeArea* out) {
  const Config& config = environment_.config;
  const auto slots = static_cast<std::uint64_t>(config.exchange_slots);
  accel::Memory memory;
  PENSTOCK_TRY(environment_.accel.allocate(device, slots * config.exchange_slot_size, &memory));
  Status exported = environment_.accel.export_memory(memory, &out->memory);
  if (!exported.is_ok()) {
    if (Status freed = environment_.accel.release(memory); !freed.is_ok()) {
      environment_.log.warn("freeing exchange slots: {}", freed.message());
    }
    return exported;
  }
  out->slots = static_cast<std::uint32_t>(slots);
  out->slot_bytes = config.exchange_slot_size;
  return Status::ok();
}

Status DeviceSlots::area(int device, const ExchangeArea** out) {
  *out = nullptr;
  Mine* here = mine(device);
  if (here == nullptr) {
    if (mine_.size() == kMostAreas) return Status::ok();
    auto made = std::make_unique<Mine>();
    made->device = device;
    made->told.number = static_cast<std::uint32_t>(mine_.size());
    Status allocated = make(device, &made->told);
    made->failed = !allocated.is_ok();
    for (int slot = made->failed ? 0 : static_cast<int>(made->told.slots); slot-- > 0;) made->free.push_back(slot);
    here = made.get();
    mine_.push_back(std::move(made));
    PENSTOCK_TRY(std::move(allocated));
  }
  if (!here->failed) *out = &here->told;
  return Status::ok();
}

int DeviceSlots::acquire(int device) {
  Mine* here = mine(device);
  if (here == nullptr || here->free.empty()) return -1;
  const int slot = here->free.back();
  here->free.pop_back();
  return static_cast<int>(here->told.number) * kSlotStride + slot;
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
  accel::ProcessId process;
  PENSTOCK_TRY(process_of_(peer, &process));
  const bool sound = area.number < kMostAreas && area.slots > 0 && area.slots <= kSlotStride && area.slot_bytes > 0 &&
                     area.slot_bytes <= area.memory.size / area.slots && area.memory.owner == process;
  if (!sound) return Status::error(Code::kProtocol, "rank {} told of exchange slots that cannot be", peer);
  const auto [place, fresh] = theirs_.try_emplace({peer, area.number});
  if (!fresh) return Status::error(Code::kProtocol, "rank {} told twice of its exchange slots {}", peer, area.number);
  place->second.told = area;
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
