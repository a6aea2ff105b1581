// Messages by streams: the receiver tells the sender of places for their bytes, and each place is filled by a
// stream of its own, whose movement is left to the transport. Contiguous host memory is streamed directly, and so
// is GPU memory if the network reaches it; other memory is streamed through slots, so that the devices at both
// ends and the network work at the same time.
#pragma once

#include <array>

#include "proto/p2p/core.hpp"

namespace penstock::proto {

// The places that a receiver has opened, in wire format.
struct Places {
  std::array<wire::Place, wire::kMostPlaces> at;
  std::size_t count = 0;
  [[nodiscard]] std::span<const std::byte> bytes(std::size_t from = 0) const noexcept {
    return std::as_bytes(std::span(at).first(count).subspan(from));
  }
};

// The class is used by one thread at a time.
class Streams final : public Arrivals, public Carrier {
 public:
  explicit Streams(Core& core) : core_(core) { core.parts.owners.own({wire::Kind::kPlace}, this); }

  // For a receiver: opens the first places, which the sender is then told. Returns false if no place could
  // be opened; the transfer then starts again.
  bool begin_receive(Transfer* transfer, Places* opened);
  // For a sender: begins with the first places. Returns false if they are invalid.
  [[nodiscard]] bool begin_send(Transfer* transfer, std::span<const std::byte> places);
  // Ends the transfer, since the peer has failed.
  static void give_up(Transfer* transfer, Status&& why);
  // Drops a transfer that is still under way when the engine ends.
  void forget(Transfer* transfer) noexcept;

  bool step(Transfer* transfer) override;
  void abandon(Transfer* transfer) override;
  [[nodiscard]] std::uint64_t expected_ns(Transfer& transfer) noexcept override;
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;

 private:
  [[nodiscard]] bool lies_still(const Transfer& transfer) const noexcept;
  static Status take_slot(Transfer* transfer, PageSlots& slots, int* out);
  [[nodiscard]] Mover::Where way_through(const Transfer& transfer, std::byte* slot);
  Status open_place(Transfer* transfer);
  Status open_places(Transfer* transfer, Places* opened);
  bool tell_places(Transfer* transfer);
  bool take_place(Transfer* transfer, const wire::Place& place);
  bool take_places(Transfer* transfer, std::span<const std::byte> places);
  bool start(Transfer* transfer);
  bool end(Transfer* transfer);
  void fail(Transfer* transfer, bool tell_peer);
  void stop(Transfer* transfer, Status&& why);
  bool step_sent(Transfer* transfer, StreamPiece* piece, Status* status);
  Status fill_piece(Transfer* transfer, StreamPiece* piece);
  bool step_received(Transfer* transfer, StreamPiece* piece, Status* status);
  [[nodiscard]] StreamPiece* add_piece(Transfer* transfer);
  void drop_piece(Transfer* transfer, StreamPiece* piece) noexcept;

  Core& core_;
  base::Pool<StreamPiece> pieces_;
  std::uint64_t last_token_ = 0;
};

}  // namespace penstock::proto
