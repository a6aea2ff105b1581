// The state that the point-to-point protocols share.
#pragma once

#include <string_view>
#include <utility>

#include "base/intrusive_list.hpp"
#include "base/pool.hpp"
#include "proto/common/blocks.hpp"
#include "proto/common/parts.hpp"
#include "proto/match/matcher.hpp"
#include "proto/p2p/explain.hpp"
#include "proto/p2p/mover.hpp"
#include "proto/p2p/notes.hpp"
#include "proto/p2p/page_slots.hpp"
#include "proto/p2p/paths.hpp"
#include "proto/p2p/transfers.hpp"

namespace penstock::proto {

// One per engine, used by one thread at a time.
struct Core {
  explicit Core(const ProtocolParts& all)
      : parts(all),
        process(accel::this_process(all.config)),
        send_slots(all.config.net_chunk, static_cast<int>(all.config.net_send_slots)),
        receive_slots(all.config.net_chunk, static_cast<int>(all.config.net_receive_slots)),
        mover(all.config, all.log, all.accel),
        paths(all.counters, all.peers),
        explainer(all.config, all.log, all.rank),
        transfers(all, paths) {}

  // Finds the kind and owner of the memory that a buffer lies in.
  Status query(const Buffer& buffer, accel::Memory* out) const {
    if (parts.accel.all_host() || buffer.bytes() == 0) return Status::ok();
    return parts.accel.query(static_cast<const std::byte*>(buffer.address) + buffer.layout->first_offset(), out);
  }
  // Returns the posted receive that matches an arrived message, and removes it; null if there is none.
  [[nodiscard]] Message* take_receive(const Envelope& from) noexcept {
    if (notes.waiting()) [[unlikely]] {
      arriving_note = notes.take(from);
    }
    if (matcher.posted() == 0) return nullptr;
    auto* receive = static_cast<Message*>(matcher.arrive(from));
    if (receive == nullptr) return nullptr;
    receive->posted = false;
    receive->note = std::exchange(arriving_note, 0);
    return receive;
  }
  // Matches a message that its sender may cancel. `gone`: the sender has cancelled it, and nothing is left of the message.
  [[nodiscard]] Message* take_receive(const Envelope& from, std::uint64_t id, bool* gone) {
    *gone = matcher.posted() != 0 && matcher.find_receive(from) != nullptr && !takes(from.source, id);
    if (!*gone) return take_receive(from);
    if (notes.waiting()) notes.drop(notes.take(from));
    return nullptr;
  }
  // Called when a receive is about to match a message whose sender waits for this rank's answer. Returns false where the sender
  // has cancelled it, and notifies the sender.
  [[nodiscard]] bool takes(int peer, std::uint64_t id) {
    transport::Transport* lane = nullptr;
    if (id == 0 || !parts.peers.lane(peer, &lane).is_ok() || lane->take(peer, id)) return true;
    tell_back(peer, id);
    return false;
  }
  void tell_back(int peer, std::uint64_t id) {
    wire::Fin answer;
    answer.kind = wire::Kind::kCancelled;
    answer.id = id;
    transfers.tell(peer, wire::bytes_of(answer));
  }
  // Tells if there is an unexpected message that a receive with this envelope would match.
  [[nodiscard]] bool keeps(const Envelope& wanted) noexcept {
    return matcher.unexpected() != 0 && matcher.peek(wanted) != nullptr;
  }
  // Keeps an unexpected message.
  void keep(Arrived* message) {
    message->note = std::exchange(arriving_note, 0);
    matcher.add_unexpected(*message);
    if (parts.events.wanted(observe::Event::kMessageKept)) [[unlikely]] {
      const Envelope& from = message->envelope;
      parts.events.raise(observe::Event::kMessageKept, {from.source, from.tag, static_cast<std::int64_t>(message->bytes)});
    }
  }
  // Leaves a message, unreceived, to a receive that only matches.
  void leave(Message* receive, Arrived* message) {
    probed.push_back(*message);
    receive->left = message;
    receive->outcome() = {message->envelope.source, message->envelope.tag, message->bytes, false};
    receive->finish();
  }
  // Tells if device work is still running; a failure is set in *status. An empty ticket is over.
  bool pending(const accel::Ticket& ticket, Status* status) const {
    if (ticket.sequence == 0) return false;
    accel::Progress progress = accel::Progress::kDone;
    *status = parts.accel.queues().test(ticket, &progress);
    return status->is_ok() && progress == accel::Progress::kPending;
  }
  void nonsense(int peer, std::string_view what) const { parts.failures.record_nonsense(peer, what); }

  const ProtocolParts parts;
  const accel::ProcessId process;
  Blocks blocks;
  Matcher matcher;
  PageSlots send_slots;  // these two outlive the mover, which pins them
  PageSlots receive_slots;
  Mover mover;
  Paths paths;
  Explainer explainer;
  Notes notes;
  std::uint32_t arriving_note = 0;  // note of the message that is arriving
  base::Pool<Arrived> arrived;
  base::IntrusiveList<Unexpected, &Unexpected::by_both> probed;  // messages that were probed and matched, but not yet received
  Transfers transfers;
  bool warned_refused = false;  // the warning that large messages go in pieces because a better method failed
};

}  // namespace penstock::proto
