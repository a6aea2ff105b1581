#include "coll/device/ll_buffers.hpp"

#include <algorithm>
#include <utility>

#include "kernels/ll/ll_arguments.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kPacketBytes = 16;
constexpr std::uint64_t kLlBuffers = 4;  // of `most`: packets are twice as long as their data, and have room for two rounds
constexpr std::size_t kZeroBytes = 64 << 10;
constexpr unsigned kQueue = 1;

}  // namespace

Status LlBuffers::make(accel::Accel& accel, Workspace& workspace, int device, int rank, int size, std::uint64_t most,
                       std::unique_ptr<LlBuffers>* out, std::uint32_t calls) {
  out->reset();
  if (size > static_cast<int>(kernels::kMostExchanging) || most < kPacketBytes * static_cast<std::uint64_t>(size))
    return Status::ok();
  Workspace::Slice slice = workspace.take(accel.allocations(), device, most * kLlBuffers);
  if (!slice) return Status::ok();
  std::unique_ptr<LlBuffers> made(new LlBuffers(accel, std::move(slice), device, rank, size, most, calls));
  PENSTOCK_TRY(made->clear());
  *out = std::move(made);
  return Status::ok();
}

LlBuffers::LlBuffers(accel::Accel& accel, Workspace::Slice&& slice, int device, int rank, int size, std::uint64_t most,
                     std::uint32_t calls) noexcept
    : queues_(accel.queues()),
      slice_(std::move(slice)),
      device_(device),
      rank_(rank),
      most_(most),
      slot_bytes_(most * kLlBuffers / static_cast<std::uint64_t>(size) / kPacketBytes * kPacketBytes),
      calls_(calls),
      abort_(accel.queues(), device, slot_of(rank)),
      theirs_(static_cast<std::size_t>(size)),
      mappings_(accel.imports()) {
  theirs_[static_cast<std::size_t>(rank)] = own();
}

// A peer may still write packets that nobody takes.
LlBuffers::~LlBuffers() {
  if (abort_.given_up()) slice_.keep();
}

// Whatever lay there could be taken for packets.
Status LlBuffers::clear() {
  const std::vector<std::byte> zero(std::min<std::size_t>(kZeroBytes, bytes()));
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queues_.queue(device_, kQueue, &queue));
  for (std::uint64_t at = 0; at < bytes(); at += zero.size()) {
    PENSTOCK_TRY(queue->copy(slice_.address() + at, zero.data(), std::min<std::uint64_t>(zero.size(), bytes() - at)));
  }
  accel::Ticket ticket;
  PENSTOCK_TRY(queue->mark(&ticket));
  return queues_.wait(ticket);
}

// Members are here at the same number, and use the LL buffers again when all have been.
Status LlBuffers::next(std::uint32_t* number) {
  *number = ++number_;
  if (number_ != calls_) return Status::ok();
  *number = number_ = 0;
  return clear();
}

}  // namespace penstock::coll
