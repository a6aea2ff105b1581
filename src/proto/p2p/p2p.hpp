// Point-to-point messages: eager, rendezvous by get or put, and pieces. The protocols are described in README.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/pool.hpp"
#include "proto/common/blocks.hpp"
#include "proto/common/id_table.hpp"
#include "proto/common/parts.hpp"
#include "proto/common/types.hpp"
#include "proto/match/matcher.hpp"
#include "proto/p2p/choose.hpp"
#include "proto/p2p/explain.hpp"
#include "proto/p2p/first_touch.hpp"
#include "proto/p2p/flow.hpp"
#include "proto/p2p/host_copies.hpp"
#include "proto/p2p/message.hpp"
#include "proto/p2p/mover.hpp"
#include "proto/p2p/offer_book.hpp"
#include "proto/p2p/paths.hpp"
#include "proto/p2p/slots.hpp"
#include "proto/p2p/stream_slots.hpp"

namespace penstock::proto {

// Used by one thread at a time. Verbs as in Engine.
class P2p final : public Protocol, public MessageOwner, private SendListener {
 public:
  explicit P2p(const ProtocolParts& parts);
  ~P2p() override;
  P2p(const P2p&) = delete;
  P2p& operator=(const P2p&) = delete;

  Status send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out);
  bool send_now(const Buffer& buffer, int peer, int tag, Context context);
  Status recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out);
  Status copy(const Buffer& destination, const Buffer& source, Operation** out);
  Status lend(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes, transport::RegionCard* out);
  [[nodiscard]] std::uint64_t regions_ended() const noexcept { return regions_ended_; }
  void borrow(int peer, const transport::RegionCard& region);
  bool cancel_recv(Operation* operation);
  bool probe(int peer, int tag, Context context, Result* out);
  Unexpected* mprobe(int peer, int tag, Context context, Result* out);
  Status mrecv(Unexpected* message, const Buffer& buffer, Operation** out);
  Status offer(const Buffer& buffer, int peer, std::vector<std::byte>* out);
  Status ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Way* out);
  [[nodiscard]] Explainer& explainer() noexcept { return explainer_; }
  [[nodiscard]] HostCopies& host_copies() noexcept { return host_copies_; }

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  void eager_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, bool synchronous);
  // One round over transfers and device work.
  bool progress() override;
  // The job ends: peers that may be gone are told of freed memory no more.
  void part() noexcept { parting_ = true; }
  // The last reference to an operation is gone.
  void recycle(Message* message) noexcept override { messages_.release(message); }

  // Posted receives and unread messages do not count.
  [[nodiscard]] bool idle() const noexcept override { return ids_.live() == 0 && slots_.idle() && incoming_.empty(); }
  // Something was begun and is not over, a posted receive included.
  [[nodiscard]] bool busy() const noexcept { return !idle() || !active_.empty() || matcher_.posted() != 0; }
  [[nodiscard]] bool needs_polling() const noexcept override {
    return !active_.empty() || slots_.waiting() || !incoming_.empty();
  }
  // When the device work that ends first should be over; 0 if there is none.
  [[nodiscard]] std::uint64_t device_expected_ns() noexcept;
  [[nodiscard]] Census census() const noexcept;
  // Every operation with the peer fails, those under way and those to come, and every receive from any source that is posted:
  // the message that it waits for may have been the peer's. Messages that have come already can still be received.
  void lost(int peer, const Status& why) override;

 private:
  // A piece that came through a slot and is on its way to the device.
  struct Incoming {
    base::ListNode node;
    Transfer* transfer = nullptr;
    int peer = 0;
    int slot = -1;
    std::uint8_t via = 0;
    std::uint8_t lane = 0;
    std::uint64_t bytes = 0;
    accel::Ticket ticket;
  };

  // eager.cpp
  [[nodiscard]] std::uint64_t eager_limit(const transport::Capabilities& can) const noexcept;
  [[nodiscard]] bool goes_eager(const Buffer& buffer, const accel::Memory& memory, const transport::Transport& lane) const;
  void take_at_once(Message* message, const Envelope& from, std::span<const std::byte> payload);
  void explain_eager(const Message& message, int peer, std::uint64_t bytes);
  Status send_small(Message* message, SendMode mode);
  Status send_eager(Message* message, std::span<const std::byte> payload);
  Status send_synchronous(Message* message, std::span<const std::byte> payload, bool held);
  Status send_held(Message* message, std::span<const std::byte> payload);
  Status packed(const Message& message, std::span<const std::byte>* out);
  void receive_eager(Message* message, const Envelope& from, wire::Kind kind, std::uint64_t sender,
                     std::span<const std::byte> payload);
  void sync_acknowledged(int peer, std::span<const std::byte> header);
  void add_unexpected(Arrived* arrived);
  void keep(Arrived* arrived);
  void tell_flow(int peer, wire::Kind kind);
  void flow_told(int peer, bool hold);
  void accept(Message* message, Arrived* arrived);
  void accept_rts(Message* message, const Arrived& arrived);

  // rendezvous.cpp: what travels
  Status send_rts(Message* message);
  // Ends a send that cannot read its buffer, and the receive that waits for it.
  void send_broken(Message* message, Status&& why);
  Status post_offer(Transfer* transfer, wire::Rts& header);
  void plain_arrived(int peer, const wire::Rts& rts, std::span<const std::byte> payload);
  // The receive that takes the message, no longer posted; null if there is none.
  [[nodiscard]] Message* take_receive(const Envelope& from) noexcept;
  void keep_rts(const Envelope& from, const wire::Rts& rts, Code broken, const wire::Offer* offer);
  [[nodiscard]] bool rts_payload(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer);
  [[nodiscard]] bool copied_twice(bool attended, std::uint64_t bytes) {
    return attended && host_copies_.attends() && host_copies_.twice(bytes);
  }
  bool pull_now(Message* message, const Envelope& from, std::uint64_t sender, std::uint64_t bytes,
                const wire::HostOffer& plain);
  void rts_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  static Status peer_failed(int peer, Code code);
  // Null: the receive is over, since it knows no memory.
  Transfer* begin_receive(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer* offer);
  // The same of contiguous host memory. `twice`: copied by both ranks.
  void begin_plain(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer& offer, bool twice);
  Status send_cts(Transfer* transfer, const Choice& choice, std::span<const std::byte> places = {});
  void cts_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  [[nodiscard]] const OffersMade::Entry* find_known(const Message& message) noexcept;
  bool known_offer(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer);
  bool worth_pushing(const Transfer& transfer, const Choice& choice);
  void leave_to_pull(Transfer* transfer);
  void pull_after_all(Transfer* transfer);
  void send_fin(int peer, std::uint64_t id, Code code, const transport::Transport* via);
  void fin_arrived(int peer, std::span<const std::byte> header);

  // lent.cpp: memory that peers may map
  // False: exporting failed.
  bool make_offer(const Side& side, int peer, wire::Offer* out);
  [[nodiscard]] bool mappable_by(int peer, const accel::Memory& memory);
  void borrow_area(int peer, const transport::ExchangeArea& area);
  void warn_of_export(const Status& why);
  [[nodiscard]] transport::Lending* find_lending() noexcept;
  bool recall();
  void forget_arrived(int peer, std::span<const std::byte> header);

  // transfer.cpp: what moves
  Transfer* begin(Message* message, int peer);          // takes the engine's reference
  Transfer* begin_matched(Message* message, int peer);  // has it already
  void activate(Transfer* transfer) noexcept;
  void deactivate(Transfer* transfer) noexcept;
  bool step(Transfer* transfer);
  bool start(Transfer* transfer);
  bool start_pull(Transfer* transfer);
  bool start_push(Transfer* transfer);
  bool start_local(Transfer* transfer);
  bool step_bulk(Transfer* transfer);
  bool step_copy(Transfer* transfer);
  void bulk_over(Transfer* transfer);
  void bulk_refused(Transfer* transfer, Status&& why);
  static void start_in_pieces(Transfer* transfer);
  void release_mapping(Transfer* transfer) noexcept;
  [[nodiscard]] transport::Bulk bulk_of(const Transfer& transfer);
  [[nodiscard]] Candidates candidates(int peer, bool exchange);
  [[nodiscard]] Choice decide_pull(Transfer* transfer);
  void follow(Transfer* transfer, const Choice& choice);
  void raise_choice(const Transfer& transfer, const Choice& choice);
  void explain_choice(const Transfer& transfer, const Choice& choice);
  void finish(Transfer* transfer, Status&& status);
  void fail(Transfer* transfer, Status&& status, bool tell_peer);

  // exchange.cpp: who may use exchange slots
  [[nodiscard]] transport::Transport* any_exchange() noexcept;
  [[nodiscard]] transport::Transport* exchange_with(int peer) noexcept;
  [[nodiscard]] const transport::ExchangeArea* area_for(const Transfer& transfer);
  [[nodiscard]] bool area_reached(const Transfer& transfer);
  [[nodiscard]] bool misses_area(const Transfer& transfer);
  [[nodiscard]] bool map_area(Transfer* transfer);
  [[nodiscard]] bool stays_unmapped(const Transfer& transfer, const Candidates& candidates, const Choice& choice);

  // stream.cpp: pieces as streams
  struct Places {
    std::array<wire::Place, wire::kMostPlaces> at;
    std::size_t count = 0;
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t from = 0) const noexcept {
      return std::as_bytes(std::span(at).first(count).subspan(from));
    }
  };
  void begin_stream(Transfer* transfer);
  void stream_refused(Transfer* transfer, Status&& why);
  static Status take_slot(Transfer* transfer, StreamSlots& slots, int* out);
  [[nodiscard]] Mover::Way way_through(const Transfer& transfer, std::byte* slot);
  Status open_place(Transfer* transfer);
  Status open_places(Transfer* transfer, Places* opened);
  [[nodiscard]] bool lies_still(const Transfer& transfer) const noexcept;
  bool tell_places(Transfer* transfer);
  bool take_place(Transfer* transfer, const wire::Place& place);
  bool take_places(Transfer* transfer, std::span<const std::byte> places);
  void place_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  bool start_stream(Transfer* transfer);
  bool step_stream(Transfer* transfer);
  bool end_of_stream(Transfer* transfer);
  void fail_streaming(Transfer* transfer, bool tell_peer);
  void stop_streaming(Transfer* transfer, Status&& why);
  [[nodiscard]] bool pending(const accel::Ticket& ticket, Status* status);
  bool step_sent(Transfer* transfer, StreamPiece* piece, Status* status);
  Status fill_piece(Transfer* transfer, StreamPiece* piece);
  bool step_received(Transfer* transfer, StreamPiece* piece, Status* status);
  void drop_piece(Transfer* transfer, StreamPiece* piece) noexcept;
  void end_stream(Transfer* transfer) noexcept;

  // staged.cpp: pieces
  [[nodiscard]] transport::Staging* staging_of(int peer, std::uint8_t via) noexcept;
  bool step_staging(Transfer* transfer);
  bool step_slot(Transfer* transfer, transport::Staging& staging);
  bool step_fragments(Transfer* transfer, transport::Transport& lane);
  void send_piece(SlotUse* use, int slot);
  bool poll_slots();
  void frag_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  Status take_piece(Transfer* transfer, const wire::Frag& frag, std::span<const std::byte> payload, bool* waits);
  [[nodiscard]] Mover::Way way_of_exchanged(std::uint64_t bytes) noexcept;
  void piece_taken(Transfer* transfer, std::uint64_t bytes, Status&& status);
  void send_ack(int peer, std::uint8_t via, int slot);
  void ack_arrived(int peer, std::span<const std::byte> header);
  bool poll_incoming();
  bool step_active();

  static Status truncated(const Envelope& from, std::uint64_t bytes, std::uint64_t room);
  void record_failure(Status&& failure) { parts_.failures.record(std::move(failure)); }
  void protocol_error(int peer, std::string_view what) { parts_.failures.record_nonsense(peer, what); }
  Transfer* find(int peer, std::uint64_t id, Message::Role role) noexcept;
  // Sends a message of the protocol; `id` is the transfer that fails with it, 0 for none.
  Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, std::uint64_t id);
  void sent(std::uint64_t cookie, Status&& status) override;
  Status query(const Buffer& buffer, accel::Memory* out);

  ProtocolParts parts_;
  accel::ProcessId process_;
  Blocks blocks_;
  Outbox& outbox_;
  Post post_;
  Matcher matcher_;
  Flow flow_;
  base::IntrusiveList<Unexpected, &Unexpected::by_source> probed_;  // taken by mprobe(), not yet received
  StreamSlots send_slots_;                                          // outlive mover_, which pins them
  StreamSlots receive_slots_;
  std::uint64_t last_token_ = 0;
  Mover mover_;
  Slots slots_;
  HostCopies host_copies_;
  FirstTouch first_touch_;
  OffersMade offers_made_;
  OffersHeard offers_heard_;
  FirstOffers first_offers_;
  Paths paths_;
  Explainer explainer_;
  base::Pool<Message> messages_;
  base::Pool<Arrived> arrived_;
  base::Pool<Transfer> transfers_;
  base::Pool<Incoming> pieces_;
  base::Pool<StreamPiece> stream_pieces_;
  IdTable<Transfer> ids_;
  base::IntrusiveList<Transfer, &Transfer::active> active_;
  base::IntrusiveList<Incoming, &Incoming::node> incoming_;
  std::vector<std::byte> scratch_;
  std::size_t active_count_ = 0;
  unsigned next_lane_ = 0;
  unsigned next_timed_ = 0;
  transport::Lending* lending_ = nullptr;  // once something was lent
  std::uint64_t regions_ended_ = 0;
  bool parting_ = false;
  bool warned_refused_ = false;
  bool warned_export_ = false;
  bool warned_exchange_ = false;
};

}  // namespace penstock::proto
