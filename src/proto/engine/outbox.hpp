// Sends that keep their order when a transport is full.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/intrusive_list.hpp"
#include "base/pool.hpp"
#include "proto/engine/blocks.hpp"
#include "proto/engine/peers.hpp"
#include "proto/p2p/wire.hpp"

namespace penstock::proto {

// What becomes of a queued message.
class SendListener {
 public:
  virtual ~SendListener() = default;
  // A queued message left, or failed. `cookie` is the sender's own.
  virtual void sent(std::uint64_t cookie, Status&& status) = 0;
};

// One message to hand to the lane of a peer.
struct Parcel {
  int peer = 0;
  std::span<const std::byte> header;   // at most wire::kMaxHeader
  std::span<const std::byte> payload;  // copied if the message must wait
  std::uint64_t cookie = 0;            // 0: nobody wants to know of success
};

// Not thread-safe.
class Outbox {
 public:
  Outbox(Peers& peers, Blocks& blocks, SendListener& listener, int size);
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  // Sends now, or queues behind what waits for that peer (*queued is then true and the listener hears the end).
  Status send(const Parcel& parcel, bool* queued);
  // Sends only if it can be done now; Outcome as the transport's.
  transport::Outcome try_send(const Parcel& parcel, Status* why);
  // Queues what try_send() could not take.
  Status queue(const Parcel& parcel);
  // Retries what waits. True if something left.
  bool flush();
  [[nodiscard]] bool empty() const noexcept { return waiting_ == 0; }

 private:
  struct Pending {
    base::ListNode node;
    std::uint64_t cookie = 0;
    std::uint32_t header_bytes = 0;
    std::uint32_t payload_bytes = 0;
    std::array<std::byte, wire::kMaxHeader> header;
    Block payload;
  };
  struct Queue {
    int peer = 0;
    base::ListNode node;  // on the list of peers with something waiting
    base::IntrusiveList<Pending, &Pending::node> pending;
  };

  bool flush(Queue& queue);
  void drop(Pending* pending) noexcept;

  Peers& peers_;
  Blocks& blocks_;
  SendListener& listener_;
  std::vector<std::unique_ptr<Queue>> queues_;  // by peer; made when first needed
  base::IntrusiveList<Queue, &Queue::node> busy_;
  base::Pool<Pending> pool_;
  std::size_t waiting_ = 0;
};

}  // namespace penstock::proto
