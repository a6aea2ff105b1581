#include "coll/device/rings.hpp"

#include <algorithm>
#include <utility>

namespace penstock::coll {
namespace {

constexpr std::uint64_t kAlignment = 512;
constexpr unsigned kLane = 1;

}  // namespace

Status Rings::make(accel::Accel& accel, Scratch& scratch, int device, int rank, int size, std::uint64_t bytes,
                   unsigned most_blocks, std::unique_ptr<Rings>* out) {
  out->reset();
  if (size < 2 || size > static_cast<int>(kernels::kMostFlowing) || bytes < kHeadBytes) return Status::ok();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel.queue(device, kLane, &queue));
  const std::uint32_t channels = kernels::flow_channels(queue->limits(), most_blocks);
  const std::uint64_t slot = (bytes - kHeadBytes) / static_cast<std::uint64_t>(size - 1) / kAlignment * kAlignment;
  if (kernels::flow_shape(channels, slot, 1).channels == 0) return Status::ok();
  Scratch::Area area = scratch.take(accel, device, bytes);
  if (!area) return Status::ok();
  std::unique_ptr<Rings> made(new Rings(accel, std::move(area), device, rank, size, bytes));
  made->channels_ = channels;
  made->slot_bytes_ = slot;
  PENSTOCK_TRY(made->clear());
  *out = std::move(made);
  return Status::ok();
}

Rings::Rings(accel::Accel& accel, Scratch::Area&& area, int device, int rank, int size, std::uint64_t bytes)
    : accel_(accel),
      area_(std::move(area)),
      abort_(accel, device, own()),
      device_(device),
      rank_(rank),
      bytes_(bytes),
      theirs_(static_cast<std::size_t>(size)),
      mappings_(accel) {}

// A peer's kernel may still write there.
Rings::~Rings() {
  if (abort_.given_up()) area_.keep();
}

// The abort word, and those at the head of each slot, which tell how far a call is: with fewer channels they are fewer.
Status Rings::clear() {
  const std::vector<std::byte> zero(std::max<std::uint64_t>(kHeadBytes, channels_ * kernels::FlowShape::kWordBytes));
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel_.queue(device_, kLane, &queue));
  PENSTOCK_TRY(queue->copy(area_.address(), zero.data(), kHeadBytes));
  for (std::uint64_t at = kHeadBytes; at + slot_bytes_ <= bytes_; at += slot_bytes_) {
    PENSTOCK_TRY(queue->copy(area_.address() + at, zero.data(), channels_ * kernels::FlowShape::kWordBytes));
  }
  accel::Ticket ticket;
  PENSTOCK_TRY(queue->mark(&ticket));
  return accel_.wait(ticket);
}

}  // namespace penstock::coll
