#include "proto/common/outbox.hpp"

namespace penstock::proto {

using transport::Outcome;

Outbox::~Outbox() {
  while (Queue* queue = busy_.pop_front()) {
    while (Pending* pending = queue->pending.pop_front()) drop(pending);
  }
}

Outcome Outbox::try_behind(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) {
  transport::Transport* lane = nullptr;
  if (Status found = peers_.lane(peer, &lane); !found.is_ok()) {
    *why = std::move(found);
    return Outcome::kError;
  }
  if (waiting_ != 0) {
    const Queue* queue = queues_.find(peer);
    if (queue != nullptr && !queue->pending.empty()) return Outcome::kFull;
  }
  return lane->send(peer, header, payload, why);
}

Status Outbox::queue(const Parcel& parcel) {
  if (parcel.header.size() > wire::kMaxHeader) {
    return Status::error(Code::kInternal, "a header of {} bytes is longer than any", parcel.header.size());
  }
  Pending* pending = pool_.acquire();
  pending->cookie = parcel.cookie;
  pending->listener = parcel.listener;
  pending->header_bytes = static_cast<std::uint32_t>(parcel.header.size());
  pending->payload_bytes = static_cast<std::uint32_t>(parcel.payload.size());
  std::memcpy(pending->header.data(), parcel.header.data(), parcel.header.size());
  if (!parcel.payload.empty()) {
    pending->payload = blocks_.acquire(parcel.payload.size());
    std::memcpy(pending->payload.data.get(), parcel.payload.data(), parcel.payload.size());
  }
  Queue& queue = queues_.get(parcel.peer);
  queue.peer = parcel.peer;
  if (!queue.node.linked()) busy_.push_back(queue);
  queue.pending.push_back(*pending);
  ++waiting_;
  return Status::ok();
}

void Outbox::drop(Pending* pending) noexcept {
  blocks_.release(std::move(pending->payload));
  pool_.release(pending);
  --waiting_;
}

bool Outbox::flush(Queue& queue) {
  bool moved = false;
  while (Pending* pending = queue.pending.front()) {
    transport::Transport* lane = nullptr;
    Status why = peers_.lane(queue.peer, &lane);
    const Outcome outcome = why.is_ok() ? lane->send(queue.peer, {pending->header.data(), pending->header_bytes},
                                                     {pending->payload.data.get(), pending->payload_bytes}, &why)
                                        : Outcome::kError;
    if (outcome == Outcome::kFull) return moved;
    moved = true;
    const std::uint64_t cookie = pending->cookie;
    SendListener* listener = pending->listener;
    base::IntrusiveList<Pending, &Pending::node>::erase(*pending);
    drop(pending);
    if (cookie != 0) {
      listener->sent(cookie, std::move(why));
    } else if (outcome == Outcome::kError) {
      failures_.record(std::move(why));
    }
  }
  base::IntrusiveList<Queue, &Queue::node>::erase(queue);
  return moved;
}

bool Outbox::flush() {
  bool moved = false;
  for (auto at = busy_.begin(); at != busy_.end();) {
    Queue& queue = *at;
    ++at;
    moved |= flush(queue);
  }
  return moved;
}

}  // namespace penstock::proto
