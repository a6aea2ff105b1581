// Messages in pieces: through slots that the receiver has mapped, in the lane's host memory or in GPU memory (bounce buffers),
// or as message payloads where there are no slots.
#pragma once

#include <vector>

#include "proto/p2p/core.hpp"
#include "proto/p2p/slots.hpp"

namespace penstock::proto {

// The class is used by one thread at a time.
class Staged final : public Arrivals, public Carrier {
 public:
  explicit Staged(Core& core) : core_(core) { core.parts.owners.own({wire::Kind::kFrag, wire::Kind::kFragAck}, this); }
  ~Staged() override {
    while (Incoming* piece = incoming_.pop_front()) pieces_.release(piece);
  }
  Staged(const Staged&) = delete;
  Staged& operator=(const Staged&) = delete;

  // Begins for a sender that the receiver has cleared. `bounce`: the transport whose bounce buffers are used;
  // null: the lane's slots, or message payloads.
  void begin(Transfer* transfer, transport::Transport* bounce);
  // For a receiver that has cleared the sender: waits until the sender has moved the data, in pieces if not otherwise.
  void await(Transfer* transfer);

  bool step(Transfer* transfer) override;
  void abandon(Transfer* transfer) override;
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  // Progresses pieces that a device packs or unpacks.
  bool progress();
  [[nodiscard]] bool idle() const noexcept { return slots_.idle() && incoming_.empty(); }
  [[nodiscard]] bool waits_for_device() const noexcept { return slots_.waiting() || !incoming_.empty(); }

 private:
  // A piece that arrived through a slot and is on its way to the device.
  struct Incoming {
    base::ListNode node;
    Transfer* transfer = nullptr;
    int peer = 0;
    int slot = -1;
    std::uint8_t via = 0;
    std::uint8_t queue_index = 0;
    std::uint64_t bytes = 0;
    accel::Ticket ticket;
  };

  [[nodiscard]] transport::Staging* staging_of(int peer, std::uint8_t via) noexcept;
  bool step_slot(Transfer* transfer, transport::Staging& staging);
  bool step_fragments(Transfer* transfer, transport::Transport& lane);
  Status pack_fragment(const Transfer& transfer, std::uint64_t bytes);
  void send_piece(SlotUse* use, int slot);
  bool poll_slots();
  bool poll_incoming();
  void frag_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  void ack_arrived(int peer, std::span<const std::byte> header);
  Status take_piece(Transfer* transfer, const wire::Frag& frag, std::span<const std::byte> payload, bool* waits);
  [[nodiscard]] Mover::Where way_of_bounced(std::uint64_t bytes) noexcept;
  void piece_taken(Transfer* transfer, std::uint64_t bytes, Status&& status);
  void send_ack(int peer, std::uint8_t via, int slot);

  Core& core_;
  Slots slots_;
  base::Pool<Incoming> pieces_;
  base::IntrusiveList<Incoming, &Incoming::node> incoming_;
  std::vector<std::byte> scratch_;
};

}  // namespace penstock::proto
