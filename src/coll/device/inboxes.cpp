#include "coll/device/inboxes.hpp"

#include <algorithm>
#include <utility>

#include "kernels/exchange/exchange_arguments.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kPacketBytes = 16;
constexpr std::uint64_t kInboxes = 4;  // of `most`: packets are twice as long as their data, and have room for two rounds
constexpr std::size_t kZeroBytes = 64 << 10;
constexpr unsigned kLane = 1;

}  // namespace

Status Inboxes::make(accel::Accel& accel, Scratch& scratch, int device, int rank, int size, std::uint64_t most,
                     std::unique_ptr<Inboxes>* out, std::uint32_t calls) {
  out->reset();
  if (size > static_cast<int>(kernels::kMostExchanging) || most < kPacketBytes * static_cast<std::uint64_t>(size))
    return Status::ok();
  Scratch::Area area = scratch.take(accel, device, most * kInboxes);
  if (!area) return Status::ok();
  std::unique_ptr<Inboxes> made(new Inboxes(accel, std::move(area), device, rank, size, most, calls));
  PENSTOCK_TRY(made->clear());
  *out = std::move(made);
  return Status::ok();
}

Inboxes::Inboxes(accel::Accel& accel, Scratch::Area&& area, int device, int rank, int size, std::uint64_t most,
                 std::uint32_t calls) noexcept
    : accel_(accel),
      area_(std::move(area)),
      device_(device),
      rank_(rank),
      most_(most),
      slot_bytes_(most * kInboxes / static_cast<std::uint64_t>(size) / kPacketBytes * kPacketBytes),
      calls_(calls),
      abort_(accel, device, slot_of(rank)),
      theirs_(static_cast<std::size_t>(size)),
      mappings_(accel) {
  theirs_[static_cast<std::size_t>(rank)] = own();
}

// A peer may still write packets that nobody takes.
Inboxes::~Inboxes() {
  if (abort_.given_up()) area_.keep();
}

// Whatever lay there could be taken for packets.
Status Inboxes::clear() {
  const std::vector<std::byte> zero(std::min<std::size_t>(kZeroBytes, bytes()));
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel_.queue(device_, kLane, &queue));
  for (std::uint64_t at = 0; at < bytes(); at += zero.size()) {
    PENSTOCK_TRY(queue->copy(area_.address() + at, zero.data(), std::min<std::uint64_t>(zero.size(), bytes() - at)));
  }
  accel::Ticket ticket;
  PENSTOCK_TRY(queue->mark(&ticket));
  return accel_.wait(ticket);
}

// Members are here at the same number, and use the inboxes again when all have been.
Status Inboxes::next(std::uint32_t* number) {
  *number = ++number_;
  if (number_ != calls_) return Status::ok();
  *number = number_ = 0;
  return clear();
}

}  // namespace penstock::coll
