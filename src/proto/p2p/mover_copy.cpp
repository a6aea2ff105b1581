// Copies that a GPU makes: by its kernels, its copy engine, or block by block.
#include <cstring>

#include "kernels/copy/strided.hpp"
#include "kernels/pack/list.hpp"
#include "proto/layout/pack.hpp"
#include "proto/layout/shape.hpp"
#include "proto/layout/walk.hpp"
#include "proto/p2p/mover.hpp"

namespace penstock::proto {
namespace {

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

bool between_devices(const accel::Memory& one, const accel::Memory& other) noexcept {
  const bool both = one.kind == accel::MemoryKind::kDevice && other.kind == accel::MemoryKind::kDevice;
  return both && one.device != other.device;
}

// Chunks and pools are reachable only from the devices that the application has allowed, perhaps only from their own; a
// mapping of a peer's memory is reachable only from the device that it was made for. Plain allocations are reachable from all
// devices. The destination's device does the work.
bool only_own_device(const accel::Memory& memory) noexcept {
  return memory.by_descriptors || !memory.exportable;
}

}  // namespace

Mover::End Mover::end_of(const Side& side) {
  return {side.one_run ? nullptr : &side.buffer, side.shape};
}

Status Mover::copy_by_kernel(const End& to, const End& from, const Work& work, bool* begun, accel::Ticket* out) {
  *begun = false;
  kernels::List lists[2];
  kernels::CopySide sides[2] = {{nullptr, to.shape}, {nullptr, from.shape}};
  DeviceLists::Held held[2];
  unsigned queue_index = work.queue_index;
  const Buffer* const buffers[2] = {to.buffer, from.buffer};
  for (int i = 0; i < 2; ++i) {
    if (buffers[i] == nullptr) continue;
    bool arrived = false;
    Status found = lists_.find(*buffers[i], work.device, &lists[i], &arrived, &held[i]);
    if (!found.is_ok()) return warn_of_lists(found), Status::ok();
    if (!arrived) queue_index = DeviceLists::kQueue;
    sides[i].list = &lists[i];
  }
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queue_on(work.device, queue_index, &queue));
  const bool strided = to.buffer == nullptr && from.buffer == nullptr;
  Status status = strided ? kernels::copy_strided(config_, *queue, to.shape, from.shape, work.first, work.bytes, work.by, out)
                          : kernels::copy_list(config_, *queue, sides[0], sides[1], work.first, work.bytes, out);
  if (!strided && status.code() == Code::kUnsupported) return warn_of_lists(status), Status::ok();
  PENSTOCK_TRY(std::move(status));
  for (DeviceLists::Held& each : held) each.used(*out);
  *begun = true;
  return Status::ok();
}

void Mover::warn_of_lists(const Status& why) {
  if (std::exchange(warned_lists_, true)) return;
  log_.warn("indexed and struct types in GPU memory are copied block by block, slowly, without room for their lists: {}",
            why.message());
}

Status Mover::list_of(const Side& side, kernels::List* out, int* queue_index, DeviceLists::Held* held) {
  bool arrived = false;
  PENSTOCK_TRY(accel_.queues().order_after_application(side.memory.device));
  Status found = lists_.find(side.buffer, side.memory.device, out, &arrived, held);
  if (!found.is_ok()) warn_of_lists(found);
  *queue_index = arrived ? -1 : static_cast<int>(DeviceLists::kQueue);
  return found;
}

Status Mover::device_copy(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* packed, bool packing,
                          const Where& where, accel::Ticket* out) {
  if (where.staging != accel::MemoryKind::kHost || side.contiguous) {
    // The staging memory is described as the whole packed message, of which only this range exists.
    const End whole{nullptr, contiguous(reinterpret_cast<std::uint64_t>(packed) - first, side.buffer.bytes())};
    const bool kernel = accel::copied_by(side.memory.kind, where.staging, true, bytes) != accel::By::kEngine;
    const accel::By by = kernel ? where.by : accel::By::kEngine;
    const Work work{device_of(side.memory), where.queue_index, by, first, bytes};
    bool begun = false;
    PENSTOCK_TRY(packing ? copy_by_kernel(whole, end_of(side), work, &begun, out)
                         : copy_by_kernel(end_of(side), whole, work, &begun, out));
    if (begun) return Status::ok();
  }
  return copy_by_blocks(side, first, bytes, packed, packing, where.queue_index, out);
}

// Copies block by block where there is no room for lists, or where a kernel cannot
// reach the host memory: slow, but never wrong.
Status Mover::copy_by_blocks(const Side& side, std::uint64_t first, std::uint64_t bytes, std::byte* packed, bool packing,
                             unsigned queue_index, accel::Ticket* out) {
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queue_on(device_of(side.memory), queue_index, &queue));
  Status status;
  std::byte* at = packed;
  for_each_piece(side.buffer, first, bytes, [&](std::uint64_t address, std::uint64_t length) {
    if (!status.is_ok()) return;
    status = packing ? queue->copy(at, pointer(address), length) : queue->copy(pointer(address), at, length);
    at += length;
  });
  PENSTOCK_TRY(std::move(status));
  return queue->mark(out);
}

// A kernel reaches pinned and managed memory from any device, and a device's memory from that device; it reaches another
// device's memory with peer access, which only exportable memory allows without further calls.
bool Mover::one_kernel_reaches(const accel::Memory& worker, const accel::Memory& other) {
  using accel::MemoryKind;
  if (worker.kind == MemoryKind::kHost || other.kind == MemoryKind::kHost) return false;
  if (worker.kind != MemoryKind::kDevice || other.kind != MemoryKind::kDevice || worker.device == other.device) return true;
  accel::Export exported;
  if (!other.exportable || other.by_descriptors) return false;
  if (Status told = accel_.exports().export_memory(other, &exported); !told.is_ok()) {
    if (!warned_reach_) log_.warn("copies between this process's GPUs go through staging buffers: {}", told.message());
    warned_reach_ = true;
    return false;
  }
  return accel_.imports().importable(exported, worker.device);
}

// Uses two buffers in turn: one is packed while the other is unpacked.
Status Mover::copy_through_bounce(const Side& to, const Side& from, std::uint64_t bytes, unsigned queue_index) {
  struct Middle {
    int index = -1;
    Block plain;
    std::byte* at = nullptr;
    accel::Ticket packed;
    accel::Ticket unpacked;
    std::uint64_t first = 0;
    std::uint64_t bytes = 0;  // bytes that are packed, or are being packed
  };
  Middle middles[2];
  for (Middle& middle : middles) {
    middle.index = acquire_bounce();
    if (middle.index < 0) middle.plain.data = std::make_unique_for_overwrite<std::byte[]>(kBounceBytes);
    middle.at = middle.index < 0 ? middle.plain.data.get() : bounce(middle.index);
  }
  const auto where = [queue_index](const Middle& middle) {
    return Where{middle.index >= 0 ? accel::MemoryKind::kPinned : accel::MemoryKind::kHost, queue_index};
  };
  const auto begin = [&](Middle* middle, std::uint64_t first) -> Status {
    PENSTOCK_TRY(accel_.queues().wait(middle->unpacked));
    middle->first = first;
    middle->bytes = std::min<std::uint64_t>(kBounceBytes, bytes - first);
    return pack(from, first, middle->bytes, middle->at, where(*middle), &middle->packed);
  };
  const auto deliver = [&](Middle* middle) -> Status {
    if (middle->bytes == 0) return Status::ok();
    PENSTOCK_TRY(accel_.queues().wait(middle->packed));
    return unpack(to, middle->first, std::exchange(middle->bytes, 0), middle->at, where(*middle), &middle->unpacked);
  };
  Status status;
  int turn = 0;
  for (std::uint64_t done = 0; done < bytes && status.is_ok(); done += kBounceBytes, turn ^= 1) {
    status = begin(&middles[turn], done);
    if (status.is_ok()) status = deliver(&middles[turn ^ 1]);
  }
  if (status.is_ok()) status = deliver(&middles[turn ^ 1]);
  for (Middle& middle : middles) {
    for (const accel::Ticket& ticket : {middle.packed, middle.unpacked}) {
      Status ended = accel_.queues().wait(ticket);
      if (status.is_ok()) status = std::move(ended);
    }
    if (middle.index >= 0) release_bounce(middle.index);
  }
  return status;
}

Status Mover::copy(const Side& to, const Side& from, std::uint64_t bytes, unsigned queue_index, accel::Ticket* out) {
  *out = {};
  if (bytes == 0) return Status::ok();
  const bool to_device = wants_device(to.memory);
  const bool from_device = wants_device(from.memory);
  if (!to_device && !from_device) {
    copy_host(to.buffer, from.buffer, 0, bytes);
    return Status::ok();
  }
  if (between_devices(to.memory, from.memory) && only_own_device(from.memory)) {
    return copy_through_bounce(to, from, bytes, queue_index);
  }
  const bool plain = to.contiguous && from.contiguous;
  const bool from_owner =
      !to_device || (from.memory.kind == accel::MemoryKind::kDevice && to.memory.kind != accel::MemoryKind::kDevice);
  const accel::Memory& worker = from_owner ? from.memory : to.memory;
  if (!plain && !one_kernel_reaches(worker, from_owner ? to.memory : from.memory)) {
    return copy_through_bounce(to, from, bytes, queue_index);
  }
  const bool reaches = to_device != from_device || to.memory.device == from.memory.device;
  const Work work{device_of(worker), queue_index, accel::copied_by(to.memory.kind, from.memory.kind, reaches, bytes), 0, bytes};
  bool begun = false;
  PENSTOCK_TRY(copy_by_kernel(end_of(to), end_of(from), work, &begun, out));
  return begun ? Status::ok() : copy_through_bounce(to, from, bytes, queue_index);
}

}  // namespace penstock::proto
