#include "proto/p2p/mover.hpp"

#include <algorithm>

#include "transport/shape.hpp"

namespace penstock::proto {
namespace {

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

// Computes the footprint of all elements of the buffer.
transport::Footprint footprint_of(const Buffer& buffer) {
  const auto address =
      reinterpret_cast<std::uint64_t>(buffer.address) + static_cast<std::uint64_t>(buffer.layout->true_lower_bound());
  const std::int64_t last = static_cast<std::int64_t>(buffer.count - 1) * buffer.layout->extent();
  const std::uint64_t low = address + static_cast<std::uint64_t>(std::min<std::int64_t>(last, 0));
  const std::uint64_t high =
      address + static_cast<std::uint64_t>(std::max<std::int64_t>(last, 0) + buffer.layout->true_extent());
  return {low, high};
}

}  // namespace

Side side_of(const Buffer& buffer, const accel::Memory& memory) {
  Side side;
  side.buffer = buffer;
  side.memory = memory;
  side.one_run = buffer.layout->as_strided(reinterpret_cast<std::uint64_t>(buffer.address), buffer.count, &side.shape);
  side.contiguous = side.one_run && side.shape.dims == 0;
  return side;
}

// The buffers are unpinned before they are freed, so that the driver does not keep pages
// pinned which then belong to somebody else.
Mover::~Mover() {
  for (void* address : pinned_) {
    if (Status gone = accel_.allocations().unregister_host(address); !gone.is_ok())
      log_.warn("unpinning a staging buffer: {}", gone.message());
  }
}

bool Mover::pin(void* address, std::size_t bytes) {
  if (pinned_.contains(address)) return true;
  Status pinned = accel_.allocations().register_host(address, bytes);
  if (pinned.is_ok()) return pinned_.insert(address).second;
  if (!warned_pin_) log_.warn("pinning a staging buffer failed, GPU messages through it are slower: {}", pinned.message());
  warned_pin_ = true;
  return false;
}

int Mover::acquire_bounce() {
  const int index = bounces_.acquire(false);
  if (index < 0 || pin(bounces_.at(index), kBounceBytes)) return index;
  bounces_.release(index);
  return -1;
}

bool Mover::wants_device(const accel::Memory& memory) {
  if (memory.kind == accel::MemoryKind::kDevice) return true;
  return memory.kind == accel::MemoryKind::kManaged && (memory.device >= 0 || accel_.working_device() >= 0);
}

Status Mover::queue_on(int device, unsigned queue_index, accel::Queue** out) {
  PENSTOCK_TRY(accel_.queues().order_after_application(device));
  return accel_.queues().queue(device, queue_index, out);
}

Status Mover::settle(const accel::Memory& memory) {
  const bool ordered = config_.sync_stream != Config::SyncStream::kNone;
  if (memory.on_host() || !(ordered || config_.check) || !wants_device(memory)) return Status::ok();
  if (config_.check) PENSTOCK_TRY(accel_.queues().check_application(device_of(memory)));
  return ordered ? still_works(memory) : Status::ok();
}

// Brings the whole range of addresses that the message spans: bytes between its blocks share their pages.
void Mover::bring(const Side& side, std::uint64_t bytes) {
  if (side.memory.kind != accel::MemoryKind::kManaged || bytes == 0 || !wants_device(side.memory)) return;
  transport::Footprint whole = footprint_of(side.buffer);
  if (side.one_run && !transport::measure(side.shape, 0, bytes, &whole).is_ok()) return;
  Status begun = accel_.queues().bring(pointer(whole.low), whole.high - whole.low, device_of(side.memory));
  if (begun.is_ok() || warned_bring_) return;
  warned_bring_ = true;
  log_.warn("managed memory cannot be brought to the GPU before it is copied, its pages move one by one, more slowly: {}",
            begun.message());
}

Status Mover::still_works(const accel::Memory& memory) {
  if (!wants_device(memory)) return Status::ok();
  accel::Queue* queue = nullptr;
  accel::Ticket ticket;
  PENSTOCK_TRY(queue_on(device_of(memory), 0, &queue));
  PENSTOCK_TRY(queue->mark(&ticket));
  return accel_.queues().wait(ticket);
}

// The CPU moves pinned memory, unless the other side is memory that the CPU cannot reach.
bool Mover::by_device(const Side& side, const Where& where) {
  return where.staging == accel::MemoryKind::kDevice || wants_device(side.memory);
}

Status Mover::pack(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* to, const Where& where,
                   accel::Ticket* out) {
  *out = {};
  if (by_device(side, where)) return device_copy(side, first, bytes, to, true, where, out);
  pack_host(side.buffer, first, {to, bytes});
  return Status::ok();
}

Status Mover::unpack(const Side& side, std::uint64_t first, std::uint64_t bytes, const std::byte* from, const Where& where,
                     accel::Ticket* out) {
  *out = {};
  if (by_device(side, where)) {
    return device_copy(side, first, bytes, const_cast<std::byte*>(from), false, where, out);
  }
  unpack_host(side.buffer, first, {from, bytes});
  return Status::ok();
}

// Data that are not contiguous go through a pinned buffer, if there is one, because a kernel can reach it.
Status Mover::now_by_device(const Side& side, std::uint64_t bytes, std::byte* packed, bool packing) {
  const int index = bytes <= kBounceBytes ? acquire_bounce() : -1;
  accel::Ticket ticket;
  if (index < 0) {
    PENSTOCK_TRY(device_copy(side, 0, bytes, packed, packing, {}, &ticket));
    return accel_.queues().wait(ticket);
  }
  if (!packing) std::memcpy(bounce(index), packed, bytes);
  Status status = device_copy(side, 0, bytes, bounce(index), packing, {accel::MemoryKind::kPinned}, &ticket);
  if (status.is_ok()) status = accel_.queues().wait(ticket);
  if (packing && status.is_ok()) std::memcpy(packed, bounce(index), bytes);
  release_bounce(index);
  return status;
}

Status Mover::pack_now(const Side& side, std::uint64_t bytes, std::byte* to) {
  if (cpu_reaches(side.memory)) {
    pack_host(side.buffer, 0, {to, bytes});
    return Status::ok();
  }
  if (side.contiguous) return accel_.queues().copy_now(to, pointer(side.shape.base), bytes);
  return now_by_device(side, bytes, to, true);
}

Status Mover::unpack_now(const Side& side, std::uint64_t bytes, const std::byte* from) {
  PENSTOCK_TRY(settle(side.memory));
  if (cpu_reaches(side.memory)) {
    unpack_host(side.buffer, 0, {from, bytes});
    return Status::ok();
  }
  if (side.contiguous) return accel_.queues().copy_now(pointer(side.shape.base), from, bytes);
  return now_by_device(side, bytes, const_cast<std::byte*>(from), false);
}

}  // namespace penstock::proto
