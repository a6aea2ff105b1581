#include "proto/p2p/mover.hpp"

#include <cstdlib>

#include "kernels/copy/strided.hpp"
#include "proto/layout/pack.hpp"
#include "proto/layout/shape.hpp"
#include "proto/layout/walk.hpp"
#include "transport/shape.hpp"

namespace penstock::proto {
namespace {

constexpr std::size_t kMostBounces = 8;
constexpr std::size_t kPageBytes = 4096;

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
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

void Mover::FreePages::operator()(std::byte* pages) const noexcept {
  std::free(pages);
}

// Before the memory goes: the driver must not keep pages pinned that are somebody else's by then.
Mover::~Mover() {
  for (void* address : pinned_) {
    if (Status gone = accel_.unregister_host(address); !gone.is_ok())
      log_.warn("unpinning a staging buffer: {}", gone.message());
  }
}

bool Mover::pin(void* address, std::size_t bytes) {
  if (pinned_.contains(address)) return true;
  Status pinned = accel_.register_host(address, bytes);
  if (pinned.is_ok()) return pinned_.insert(address).second;
  if (!warned_pin_) log_.warn("pinning a staging buffer failed, GPU messages through it are slower: {}", pinned.message());
  warned_pin_ = true;
  return false;
}

int Mover::acquire_bounce() {
  if (free_bounces_.empty()) {
    if (bounces_.size() == kMostBounces) return -1;
    auto* pages = static_cast<std::byte*>(std::aligned_alloc(kPageBytes, kBounceBytes));
    if (pages == nullptr) return -1;
    std::unique_ptr<std::byte, FreePages> owned(pages);
    if (!pin(pages, kBounceBytes)) return -1;
    free_bounces_.reserve(kMostBounces);
    bounces_.push_back(std::move(owned));
    free_bounces_.push_back(static_cast<int>(bounces_.size() - 1));
  }
  const int index = free_bounces_.back();
  free_bounces_.pop_back();
  return index;
}

void Mover::release_bounce(int bounce) noexcept {
  free_bounces_.push_back(bounce);
}

bool Mover::wants_device(const accel::Memory& memory) {
  if (memory.kind == accel::MemoryKind::kDevice) return true;
  return memory.kind == accel::MemoryKind::kManaged && (memory.device >= 0 || accel_.working_device() >= 0);
}

Status Mover::queue_for(const accel::Memory& memory, unsigned lane, accel::Queue** out) {
  const int device = device_of(memory);
  PENSTOCK_TRY(accel_.order_after_application(device));
  return accel_.queue(device, lane, out);
}

Status Mover::settle(const accel::Memory& memory) {
  const bool ordered = config_.sync_stream != Config::SyncStream::kNone;
  if (memory.on_host() || !(ordered || config_.check) || !wants_device(memory)) return Status::ok();
  if (config_.check) PENSTOCK_TRY(accel_.check_application(device_of(memory)));
  return ordered ? still_works(memory) : Status::ok();
}

// The whole stretch that the message lies in: what is between its blocks shares their pages.
void Mover::bring(const Side& side, std::uint64_t bytes) {
  if (side.memory.kind != accel::MemoryKind::kManaged || !side.one_run || !wants_device(side.memory)) return;
  transport::Footprint whole;
  if (!transport::measure(side.shape, 0, bytes, &whole).is_ok()) return;
  Status begun = accel_.bring(pointer(whole.low), whole.high - whole.low, device_of(side.memory));
  if (begun.is_ok() || warned_bring_) return;
  warned_bring_ = true;
  log_.warn("managed memory cannot be brought to the GPU before it is copied, its pages move one by one, more slowly: {}",
            begun.message());
}

Status Mover::still_works(const accel::Memory& memory) {
  if (!wants_device(memory)) return Status::ok();
  accel::Queue* queue = nullptr;
  accel::Ticket ticket;
  PENSTOCK_TRY(queue_for(memory, 0, &queue));
  PENSTOCK_TRY(queue->mark(&ticket));
  return accel_.wait(ticket);
}

Status Mover::device_copy(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* packed, bool packing,
                          const Way& way, accel::Ticket* out) {
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queue_for(side.memory, way.lane, &queue));
  Status status;
  if (side.one_run && (way.staging != accel::MemoryKind::kHost || side.contiguous)) {
    // The staging memory as the whole packed message, of which only this range exists.
    const kernels::Strided whole = contiguous(reinterpret_cast<std::uint64_t>(packed) - first, side.buffer.bytes());
    const bool kernel = accel::copied_by(side.memory.kind, way.staging, true, bytes) != accel::By::kEngine;
    const accel::By by = kernel ? way.by : accel::By::kEngine;
    return packing ? kernels::copy_strided(config_, *queue, whole, side.shape, first, bytes, by, out)
                   : kernels::copy_strided(config_, *queue, side.shape, whole, first, bytes, by, out);
  }
  // Several runs, or host memory that a kernel cannot reach: block by block, slow but never wrong.
  std::byte* at = packed;
  for_each_piece(side.buffer, first, bytes, [&](std::uint64_t address, std::uint64_t length) {
    if (!status.is_ok()) return;
    status = packing ? queue->copy(at, pointer(address), length) : queue->copy(pointer(address), at, length);
    at += length;
  });
  PENSTOCK_TRY(std::move(status));
  return queue->mark(out);
}

// Pinned memory is the CPU's to move, unless the other end is memory that the CPU cannot reach.
bool Mover::by_device(const Side& side, const Way& way) {
  return way.staging == accel::MemoryKind::kDevice || wants_device(side.memory);
}

Status Mover::pack(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* to, const Way& way,
                   accel::Ticket* out) {
  *out = {};
  if (by_device(side, way)) return device_copy(side, first, bytes, to, true, way, out);
  pack_host(side.buffer, first, {to, bytes});
  return Status::ok();
}

Status Mover::unpack(const Side& side, std::uint64_t first, std::uint64_t bytes, const std::byte* from, const Way& way,
                     accel::Ticket* out) {
  *out = {};
  if (by_device(side, way)) {
    return device_copy(side, first, bytes, const_cast<std::byte*>(from), false, way, out);
  }
  unpack_host(side.buffer, first, {from, bytes});
  return Status::ok();
}

Status Mover::unpack_now(const Side& side, std::uint64_t bytes, const std::byte* from) {
  PENSTOCK_TRY(settle(side.memory));
  if (cpu_reaches(side.memory)) {
    unpack_host(side.buffer, 0, {from, bytes});
    return Status::ok();
  }
  if (side.contiguous) return accel_.copy_now(pointer(side.shape.base), from, bytes);
  const int index = bytes <= kBounceBytes ? acquire_bounce() : -1;
  accel::Ticket ticket;
  if (index < 0) {
    PENSTOCK_TRY(device_copy(side, 0, bytes, const_cast<std::byte*>(from), false, {}, &ticket));
    return accel_.wait(ticket);
  }
  std::memcpy(bounce(index), from, bytes);
  Status status = device_copy(side, 0, bytes, bounce(index), false, {accel::MemoryKind::kPinned}, &ticket);
  if (status.is_ok()) status = accel_.wait(ticket);
  release_bounce(index);
  return status;
}

// A kernel reaches pinned and managed memory from any device, a device's own memory from there; another device's with peer
// access, which only memory that can be exported has without more.
bool Mover::one_kernel_reaches(const accel::Memory& worker, const accel::Memory& other) {
  using accel::MemoryKind;
  if (worker.kind == MemoryKind::kHost || other.kind == MemoryKind::kHost) return false;
  if (worker.kind != MemoryKind::kDevice || other.kind != MemoryKind::kDevice || worker.device == other.device) return true;
  accel::Export exported;
  if (!other.exportable || other.by_descriptors) return false;
  if (Status told = accel_.export_memory(other, &exported); !told.is_ok()) {
    if (!warned_reach_) log_.warn("copies between this process's GPUs go through staging buffers: {}", told.message());
    warned_reach_ = true;
    return false;
  }
  return accel_.importable(exported, worker.device);
}

Status Mover::copy_through_bounce(const Side& to, const Side& from, std::uint64_t bytes, unsigned lane) {
  const int index = acquire_bounce();
  Block plain;
  std::byte* middle = nullptr;
  if (index < 0) {
    plain.data = std::make_unique_for_overwrite<std::byte[]>(kBounceBytes);
    middle = plain.data.get();
  } else {
    middle = bounce(index);
  }
  const Way way{index >= 0 ? accel::MemoryKind::kPinned : accel::MemoryKind::kHost, lane};
  Status status;
  for (std::uint64_t done = 0; done < bytes && status.is_ok();) {
    const std::uint64_t piece = std::min<std::uint64_t>(kBounceBytes, bytes - done);
    accel::Ticket ticket;
    status = pack(from, done, piece, middle, way, &ticket);
    if (status.is_ok()) status = accel_.wait(ticket);
    if (status.is_ok()) status = unpack(to, done, piece, middle, way, &ticket);
    if (status.is_ok()) status = accel_.wait(ticket);
    done += piece;
  }
  if (index >= 0) release_bounce(index);
  return status;
}

namespace {

bool between_devices(const accel::Memory& one, const accel::Memory& other) noexcept {
  const bool both = one.kind == accel::MemoryKind::kDevice && other.kind == accel::MemoryKind::kDevice;
  return both && one.device != other.device;
}

// Chunks and pools are reached from the devices that the program has allowed, which need not be more than their own, and what
// is mapped of a peer from the one that it was mapped for; plain allocations from all. Where the bytes go to does the work.
bool only_own_device(const accel::Memory& memory) noexcept {
  return memory.by_descriptors || !memory.exportable;
}

}  // namespace

Status Mover::copy(const Side& to, const Side& from, std::uint64_t bytes, unsigned lane, accel::Ticket* out) {
  *out = {};
  if (bytes == 0) return Status::ok();
  const bool to_device = wants_device(to.memory);
  const bool from_device = wants_device(from.memory);
  if (!to_device && !from_device) {
    copy_host(to.buffer, from.buffer, 0, bytes);
    return Status::ok();
  }
  if (between_devices(to.memory, from.memory) && only_own_device(from.memory)) {
    return copy_through_bounce(to, from, bytes, lane);
  }
  const bool plain = to.contiguous && from.contiguous;
  const bool from_owner =
      !to_device || (from.memory.kind == accel::MemoryKind::kDevice && to.memory.kind != accel::MemoryKind::kDevice);
  const accel::Memory& worker = from_owner ? from.memory : to.memory;
  const bool one_operation =
      plain || (to.one_run && from.one_run && one_kernel_reaches(worker, from_owner ? to.memory : from.memory));
  if (!one_operation) return copy_through_bounce(to, from, bytes, lane);
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queue_for(worker, lane, &queue));
  const bool reaches = to_device != from_device || to.memory.device == from.memory.device;
  const accel::By by = accel::copied_by(to.memory.kind, from.memory.kind, reaches, bytes);
  return kernels::copy_strided(config_, *queue, to.shape, from.shape, 0, bytes, by, out);
}

}  // namespace penstock::proto
