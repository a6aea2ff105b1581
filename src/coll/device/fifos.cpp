#include "coll/device/fifos.hpp"

#include <algorithm>
#include <utility>

namespace penstock::coll {
namespace {

constexpr std::uint64_t kAlignment = 512;
constexpr unsigned kQueue = 1;

}  // namespace

Status Fifos::make(accel::Accel& accel, Workspace& workspace, int device, int rank, int size, std::uint64_t bytes,
                   unsigned most_blocks, std::unique_ptr<Fifos>* out) {
  out->reset();
  if (size < 2 || size > static_cast<int>(kernels::kMostPipelined) || bytes < kHeadBytes) return Status::ok();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel.queues().queue(device, kQueue, &queue));
  const std::uint32_t channels = kernels::pipeline_channels(queue->limits(), most_blocks);
  const std::uint64_t slot = (bytes - kHeadBytes) / static_cast<std::uint64_t>(size - 1) / kAlignment * kAlignment;
  if (kernels::fifo_shape(channels, slot, 1).channels == 0) return Status::ok();
  Workspace::Slice slice = workspace.take(accel.allocations(), device, bytes);
  if (!slice) return Status::ok();
  std::unique_ptr<Fifos> made(new Fifos(accel, std::move(slice), device, rank, size, bytes));
  made->channels_ = channels;
  made->slot_bytes_ = slot;
  PENSTOCK_TRY(made->clear());
  *out = std::move(made);
  return Status::ok();
}

Fifos::Fifos(accel::Accel& accel, Workspace::Slice&& slice, int device, int rank, int size, std::uint64_t bytes)
    : queues_(accel.queues()),
      slice_(std::move(slice)),
      abort_(accel.queues(), device, own()),
      device_(device),
      rank_(rank),
      bytes_(bytes),
      theirs_(static_cast<std::size_t>(size)),
      mappings_(accel.imports()) {}

// A peer's kernel may still write there.
Fifos::~Fifos() {
  if (abort_.given_up()) slice_.keep();
}

// The abort word, and those at the head of each slot, which tell how far a call is: with fewer channels they are fewer.
Status Fifos::clear() {
  const std::vector<std::byte> zero(std::max<std::uint64_t>(kHeadBytes, channels_ * kernels::FifoShape::kWordBytes));
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queues_.queue(device_, kQueue, &queue));
  PENSTOCK_TRY(queue->copy(slice_.address(), zero.data(), kHeadBytes));
  for (std::uint64_t at = kHeadBytes; at + slot_bytes_ <= bytes_; at += slot_bytes_) {
    PENSTOCK_TRY(queue->copy(slice_.address() + at, zero.data(), channels_ * kernels::FifoShape::kWordBytes));
  }
  accel::Ticket ticket;
  PENSTOCK_TRY(queue->mark(&ticket));
  return queues_.wait(ticket);
}

}  // namespace penstock::coll
