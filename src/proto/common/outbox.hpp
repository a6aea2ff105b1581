// An outbox keeps sends in order while a transport is full.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/intrusive_list.hpp"
#include "base/pool.hpp"
#include "proto/common/blocks.hpp"
#include "proto/common/failures.hpp"
#include "proto/common/peer_table.hpp"
#include "proto/common/peers.hpp"
#include "proto/wire/protocol.hpp"

namespace penstock::proto {

// One message to hand to the lane of a peer.
struct Parcel {
  int peer = 0;
  std::span<const std::byte> header;   // at most wire::kMaxHeader
  std::span<const std::byte> payload;  // copied if the message must wait
  std::uint64_t cookie = 0;            // 0: the sender needs no notification of success
  SendListener* listener = nullptr;    // notified if there is a cookie
};

// Not thread-safe.
class Outbox {
 public:
  Outbox(Peers& peers, Failures& failures) noexcept : peers_(peers), failures_(failures) {}
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  // Sends now, or queues behind messages that wait for that peer; the listener is then notified of the end.
  Status send(const Parcel& parcel) {
    Status why;
    const transport::Outcome outcome = try_send(parcel.peer, parcel.header, parcel.payload, &why);
    if (outcome == transport::Outcome::kDone) [[likely]] {
      return Status::ok();
    }
    return outcome == transport::Outcome::kFull ? queue(parcel) : std::move(why);
  }
  // Sends only if it can be done now; returns the transport's Outcome.
  transport::Outcome try_send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) {
    transport::Transport* lane = peers_.known_lane(peer);
    if (lane == nullptr || waiting_ != 0) [[unlikely]] {
      return try_behind(peer, header, payload, why);
    }
    return lane->send(peer, header, payload, why);
  }
  // Queues a parcel that try_send() could not send.
  Status queue(const Parcel& parcel);
  // Retries queued sends. Returns true if one left.
  bool flush();
  [[nodiscard]] bool empty() const noexcept { return waiting_ == 0; }

 private:
  struct Pending {
    base::ListNode node;
    std::uint64_t cookie = 0;
    SendListener* listener = nullptr;
    std::uint32_t header_bytes = 0;
    std::uint32_t payload_bytes = 0;
    std::array<std::byte, wire::kMaxHeader> header;
    Block payload;
  };
  struct Queue {
    int peer = 0;
    base::ListNode node;  // in the list of peers with queued messages
    base::IntrusiveList<Pending, &Pending::node> pending;
  };

  // Sends to a peer without queued messages; returns kFull if it has some.
  transport::Outcome try_behind(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why);
  bool flush(Queue& queue);
  void drop(Pending* pending) noexcept;

  Peers& peers_;
  Failures& failures_;
  Blocks blocks_;
  PeerTable<Queue> queues_;  // queues that are not empty are linked
  base::IntrusiveList<Queue, &Queue::node> busy_;
  base::Pool<Pending> pool_;
  std::size_t waiting_ = 0;
};

// The interface by which a protocol sends: it posts to the outbox and names itself as the listener of queued messages.
class Post {
 public:
  Post(Outbox& outbox, SendListener& listener) noexcept : outbox_(outbox), listener_(listener) {}
  // Sends the message now, or after the messages queued for that peer. `cookie` works as in Parcel.
  // After a failure the message is never sent.
  Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, std::uint64_t cookie) {
    return outbox_.send({peer, header, payload, cookie, &listener_});
  }

 private:
  Outbox& outbox_;
  SendListener& listener_;
};

}  // namespace penstock::proto
