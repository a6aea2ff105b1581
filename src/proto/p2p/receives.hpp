// Receives and the messages that they match. All operations of messages come from here.
#pragma once

#include "base/pool.hpp"
#include "proto/p2p/cancel.hpp"
#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"
#include "proto/p2p/rendezvous.hpp"

namespace penstock::proto {

// Continues a receive that has matched the promise of a message.
class PromiseTaker {
 public:
  virtual void await_promised(Message* message, const Envelope& from, Context data, const PromisedPlace& place) = 0;

 protected:
  ~PromiseTaker() = default;
};

// Used by one thread at a time.
class Receives final : public MessageOwner {
 public:
  Receives(Core& core, Rendezvous& rendezvous, Eager& eager, Cancellation& cancellation) noexcept
      : core_(core), rendezvous_(rendezvous), eager_(eager), cancellation_(cancellation) {}
  // Called by the constructor of that object.
  void set_promise_taker(PromiseTaker* taker) noexcept { taker_ = taker; }

  // Makes the operation of any send, receive or copy.
  [[nodiscard]] Message* make(Message::Role role, const Buffer& buffer, const Envelope& envelope) {
    return messages_.acquire(this, role, buffer, envelope);
  }
  // Makes that of a receive.
  [[nodiscard]] Message* make_receive(const Buffer& buffer, const Envelope& wanted);
  // Returns and removes the first unexpected message that such a receive matches; null if there is none.
  [[nodiscard]] Arrived* take_kept(const Envelope& wanted);
  // A receive matches a message that came before it.
  void accept(Message* message, Arrived* arrived);
  // Posts a receive that no arrived message matches.
  void post(Message* message, bool cancellable) {
    const int peer = message->wanted.source;
    if (const Status* why = peer == kAnySource ? nullptr : core_.parts.peers.loss_of(peer)) {
      return message->finish(why->clone());
    }
    message->posted = cancellable;
    core_.matcher.post(*message);
  }
  // Called when the last reference to an operation is gone.
  void recycle(Message* message) noexcept override {
    if (message->note != 0) [[unlikely]] {
      core_.notes.drop(message->note);
    }
    messages_.release(message);
  }

 private:
  void accept_special(Message* message, const Arrived& arrived);

  Core& core_;
  Rendezvous& rendezvous_;
  Eager& eager_;
  Cancellation& cancellation_;
  base::Pool<Message> messages_;
  PromiseTaker* taker_ = nullptr;
};

}  // namespace penstock::proto
