// The table of transfers: it begins, schedules and ends them for all protocols.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/pool.hpp"
#include "proto/common/id_table.hpp"
#include "proto/common/parts.hpp"
#include "proto/p2p/paths.hpp"
#include "proto/p2p/transfer.hpp"

namespace penstock::proto {

[[nodiscard]] Status truncated(int source, int tag, std::uint64_t bytes, std::uint64_t room);

// The class is used by one thread at a time.
class Transfers final : private SendListener {
 public:
  Transfers(const ProtocolParts& parts, Paths& paths) : parts_(parts), post_(parts.outbox, *this), paths_(paths) {}

  // begin() takes a new message; begin_matched() takes a message that already has the engine's reference.
  // `owner` is notified of the transfer's end.
  Transfer* begin(Message* message, int peer, Carrier* owner);
  Transfer* begin_matched(Message* message, int peer, Carrier* owner);
  // Spreads independent work over device queues.
  [[nodiscard]] unsigned next_lane() noexcept { return next_queue_index_++; }

  // Both return null if there is no transfer with this id (and peer and role).
  [[nodiscard]] Transfer* find(std::uint64_t id) const noexcept { return ids_.find(id); }
  [[nodiscard]] Transfer* find(int peer, std::uint64_t id, Message::Role role) const noexcept;
  [[nodiscard]] bool was_valid(std::uint64_t id) const noexcept { return ids_.was_valid(id); }
  // Returns all transfers for which `holds`.
  template <typename Holds>
  [[nodiscard]] std::vector<Transfer*> all(Holds&& holds) const {
    std::vector<Transfer*> out;
    ids_.for_each([&](Transfer* transfer) {
      if (holds(*transfer)) out.push_back(transfer);
    });
    return out;
  }
  [[nodiscard]] std::size_t live() const noexcept { return ids_.live(); }

  // activate() makes the carrier perform a step in each round, until deactivate().
  void activate(Transfer* transfer) noexcept;
  void deactivate(Transfer* transfer) noexcept;
  [[nodiscard]] std::size_t active() const noexcept { return active_count_; }
  // Runs one round of the active transfers.
  bool step();
  // Returns the time when the device work that ends first should be over; 0 if there is none.
  [[nodiscard]] std::uint64_t expected_ns() noexcept;

  // Sends a message of a protocol; `id` is the transfer that fails if the message does, 0 for none.
  Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, std::uint64_t id) {
    return post_.post(peer, header, payload, id);
  }
  // Sends a message whose failure is recorded, since no transfer depends on it.
  void tell(int peer, std::span<const std::byte> header);
  void tell_end(int peer, std::uint64_t id, Code code, const transport::Transport* via);
  // Queues an eager message because the transport was full: the transfer is over when the message has left.
  Status queue(Transfer* transfer, std::span<const std::byte> header, std::span<const std::byte> payload);

  // Called if no byte has moved after all: the owner chooses again.
  static void start_again(Transfer* transfer) noexcept;
  void finish(Transfer* transfer, Status&& status);
  void fail(Transfer* transfer, Status&& status, bool tell_peer);
  // Completes a send as cancelled, though its message may be on its way: the peer drops it, and confirms that once it sees it.
  void take_back(Transfer* transfer);
  // Records the peer's confirmation. Returns false if no such message was taken back.
  bool came_back(std::uint64_t id) noexcept { return ids_.give_back(id); }

 private:
  void sent(std::uint64_t cookie, Status&& status) override;
  void settle_result(Transfer* transfer, Status* status);

  ProtocolParts parts_;
  Post post_;
  Paths& paths_;
  base::Pool<Transfer> pool_;
  IdTable<Transfer> ids_;
  base::IntrusiveList<Transfer, &Transfer::active> active_;
  std::size_t active_count_ = 0;
  unsigned next_queue_index_ = 0;
};

}  // namespace penstock::proto
