// The table of transfers: how each begins, gets its turns and ends, whatever its protocol.
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

// Used by one thread at a time.
class Transfers final : private SendListener {
 public:
  Transfers(const ProtocolParts& parts, Paths& paths) : parts_(parts), post_(parts.outbox, *this), paths_(paths) {}

  // For a message that is new, or (matched) one that has the engine's reference already. `owner`: hears of its end.
  Transfer* begin(Message* message, int peer, Carrier* owner);
  Transfer* begin_matched(Message* message, int peer, Carrier* owner);
  // Spreads independent work over device queues.
  [[nodiscard]] unsigned next_lane() noexcept { return next_queue_index_++; }

  // Null: there is none of this id, with this peer and role.
  [[nodiscard]] Transfer* find(std::uint64_t id) const noexcept { return ids_.find(id); }
  [[nodiscard]] Transfer* find(int peer, std::uint64_t id, Message::Role role) const noexcept;
  [[nodiscard]] bool was_valid(std::uint64_t id) const noexcept { return ids_.was_valid(id); }
  // All for which `holds`.
  template <typename Holds>
  [[nodiscard]] std::vector<Transfer*> all(Holds&& holds) const {
    std::vector<Transfer*> out;
    ids_.for_each([&](Transfer* transfer) {
      if (holds(*transfer)) out.push_back(transfer);
    });
    return out;
  }
  [[nodiscard]] std::size_t live() const noexcept { return ids_.live(); }

  // Its carrier takes a step in each round, or no longer.
  void activate(Transfer* transfer) noexcept;
  void deactivate(Transfer* transfer) noexcept;
  [[nodiscard]] std::size_t active() const noexcept { return active_count_; }
  // One round of those.
  bool step();
  // When the device work that ends first should be over; 0 if there is none.
  [[nodiscard]] std::uint64_t expected_ns() noexcept;

  // Sends a message of a protocol; `id` is the transfer that fails with it, 0 for none.
  Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, std::uint64_t id) {
    return post_.post(peer, header, payload, id);
  }
  // The same of one that no transfer fails with: the failure is recorded.
  void tell(int peer, std::span<const std::byte> header);
  void tell_end(int peer, std::uint64_t id, Code code, const transport::Transport* via);
  // An eager message waits for the transport, which was full: the transfer is over when it leaves.
  Status queue(Transfer* transfer, std::span<const std::byte> header, std::span<const std::byte> payload);

  // Nothing of it has moved after all: its owner chooses again.
  static void start_again(Transfer* transfer) noexcept;
  void finish(Transfer* transfer, Status&& status);
  void fail(Transfer* transfer, Status&& status, bool tell_peer);
  // A send ends as cancelled, though its message may be on its way: the peer does not take it, and says so once it sees it.
  void take_back(Transfer* transfer);
  // The peer has said so. False: there was no such message.
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
