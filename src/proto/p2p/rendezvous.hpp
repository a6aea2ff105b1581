// Large messages: the ranks announce the message (RTS), its receive (CTS) and the end (FIN), and in between choose how the
// bytes move.
#pragma once

#include "proto/p2p/bounce.hpp"
#include "proto/p2p/choose.hpp"
#include "proto/p2p/core.hpp"
#include "proto/p2p/direct.hpp"
#include "proto/p2p/exports.hpp"
#include "proto/p2p/host_copies.hpp"
#include "proto/p2p/staged.hpp"
#include "proto/p2p/stream.hpp"

namespace penstock::proto {

// The protocols that move the bytes.
struct Movers {
  explicit Movers(Core& core) : exports(core), bounce(core, exports), direct(core, exports), staged(core), streams(core) {}
  Exports exports;
  BounceUse bounce;
  Direct direct;
  Staged staged;
  Streams streams;
};

// The class is used by one thread at a time.
class Rendezvous final : public Arrivals, public Carrier {
 public:
  Rendezvous(Core& core, Movers& movers);

  // Announces a message.
  Status send(Message* message);
  // Ends a send that cannot read its buffer, and the matching receive.
  void send_broken(Message* message, Status&& why);
  // Completes the matching of a receive with an announced message.
  void accept(Message* message, const Arrived& arrived);

  // Handles kRts and kFin, which the engine's dispatcher passes directly.
  void announced(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  void ended(int peer, std::span<const std::byte> header);
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  // Chooses the method by which the bytes move, and begins.
  bool step(Transfer* transfer) override;
  void over(const Transfer& transfer, bool well) override;

  [[nodiscard]] HostCopies& host_copies() noexcept { return host_copies_; }
  // Returns the methods by which bytes could move to or from the peer. `bounce`: both ranks can use bounce buffers.
  [[nodiscard]] Candidates candidates(int peer, bool bounce);

 private:
  // Defined in rendezvous.cpp: the messages.
  Status post_offer(Transfer* transfer, wire::Rts& header);
  [[nodiscard]] const OffersMade::Entry* find_known(const Message& message) noexcept;
  [[nodiscard]] bool rts_payload(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer);
  bool known_offer(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer);
  Status learn_pool(int peer, const wire::Rts& rts, std::span<const std::byte> payload);
  void plain_arrived(int peer, const wire::Rts& rts, std::span<const std::byte> payload);
  [[nodiscard]] Arrived* kept(const Envelope& from, const wire::Rts& rts, const wire::Offer* offer);
  // Tells if messages beside the current one have arrived or are waited for.
  [[nodiscard]] bool among_others() const noexcept { return core_.matcher.posted() + core_.matcher.unexpected() != 0; }
  [[nodiscard]] bool copied_twice(bool attended, std::uint64_t bytes) {
    if (attended && host_copies_.attends()) return host_copies_.twice(bytes, among_others());
    host_copies_.once_anyway();
    return false;
  }
  bool pull_now(Message* message, const Envelope& from, std::uint64_t sender, std::uint64_t bytes,
                const wire::HostOffer& plain);
  // Returns null if the receive is over because its memory is unknown.
  Transfer* begin_receive(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer* offer);
  // Begins the receive of contiguous host memory. `twice`: both ranks copy.
  void begin_plain(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer& offer, bool twice);
  Status send_cts(Transfer* transfer, Method method, std::span<const std::byte> places = {});
  void cts_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  void take_clearance(Transfer* transfer, const wire::Cts& cts, const wire::Offer* offer);
  void ready(Transfer* transfer) noexcept;

  // Defined in decide.cpp: the choices.
  void start_pull(Transfer* transfer);
  void start_push(Transfer* transfer);
  [[nodiscard]] Choice decide_pull(Transfer* transfer);
  bool worth_pushing(const Transfer& transfer, const Choice& choice);
  void follow(Transfer* transfer, const Choice& choice);
  [[nodiscard]] static Status check_memory(Transfer* transfer);
  void clear(Transfer* transfer, const Choice& choice);
  void raise_choice(const Transfer& transfer, const Choice& choice);
  void explain_choice(const Transfer& transfer, const Choice& choice);
  void leave_to_pull(Transfer* transfer);
  void pull_after_all(Transfer* transfer);

  Core& core_;
  Movers& movers_;
  HostCopies host_copies_;
  OffersHeard offers_heard_;
  unsigned next_timed_ = 0;
};

[[nodiscard]] Status peer_failed(int peer, Code code);

}  // namespace penstock::proto
