// Point-to-point messages: the operations, implemented by the protocols that README.md describes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/pool.hpp"
#include "proto/common/operation.hpp"
#include "proto/common/parts.hpp"
#include "proto/p2p/cancel.hpp"
#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"
#include "proto/p2p/rendezvous.hpp"

namespace penstock::proto {

// The class is used by one thread at a time. Its verbs work as in Engine.
class P2p final : public MessageOwner, private Arrivals {
 public:
  explicit P2p(const ProtocolParts& parts) : core_(parts) {
    core_.parts.owners.own({wire::Kind::kPromise, wire::Kind::kPromiseAnswer, wire::Kind::kNote}, this);
  }
  ~P2p() override;
  P2p(const P2p&) = delete;
  P2p& operator=(const P2p&) = delete;

  Status send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out);
  bool send_now(const Buffer& buffer, int peer, int tag, Context context) {
    return eager_.send_now(buffer, peer, tag, context);
  }
  Status recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out);
  bool recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) {
    return eager_.recv_now(buffer, {context, peer, tag}, out);
  }
  Status copy(const Buffer& destination, const Buffer& source, Operation** out);
  // These two work as in Engine.
  void note(int peer, int tag, Context context, std::span<const std::byte> words);
  [[nodiscard]] bool read_note(const Operation& operation, std::span<std::byte> out) const {
    const std::uint32_t number = static_cast<const Message&>(operation).note;
    return number != 0 && core_.notes.read(number, out);
  }
  void list_unread(std::vector<Unread>* out);
  bool cancel_recv(Operation* operation);
  void cancel_send(Operation* operation) { cancellation_.ask(static_cast<Message*>(operation)); }
  // Tells if the operation is a receive that no message has matched yet.
  [[nodiscard]] static bool awaits_message(const Operation& operation) noexcept {
    return static_cast<const Message&>(operation).posted;
  }
  bool probe(int peer, int tag, Context context, Result* out);
  Unexpected* mprobe(int peer, int tag, Context context, Result* out);
  Status mrecv(Unexpected* message, const Buffer& buffer, Operation** out);
  // These work as in EarlyMatching.
  Status promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place, Context* data);
  void listen(PromiseListener* listener) noexcept { listener_ = listener; }
  bool find_place(const Operation& operation, PromisedMessage* out) noexcept;
  Status take_from_place(const Operation& operation);
  Status free_place(const PromisedMessage& message) {
    return answer(message.source, message.tag, message.data, wire::kPlaceFree);
  }
  Status expect(int peer, int tag, Context context, Operation** out);
  [[nodiscard]] static Unexpected* expected(const Operation& operation) noexcept {
    return static_cast<const Message&>(operation).left;
  }
  Status offer(const Buffer& buffer, int peer, std::vector<std::byte>* out);
  Status ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out);

  [[nodiscard]] Eager& eager() noexcept { return eager_; }
  [[nodiscard]] Rendezvous& rendezvous() noexcept { return rendezvous_; }
  [[nodiscard]] Exports& exports() noexcept { return movers_.exports; }
  [[nodiscard]] const Exports& exports() const noexcept { return movers_.exports; }
  [[nodiscard]] Explainer& explainer() noexcept { return core_.explainer; }
  [[nodiscard]] HostCopies& host_copies() noexcept { return rendezvous_.host_copies(); }
  [[nodiscard]] Census census() const noexcept;

  // Called when the last reference to an operation is gone.
  void recycle(Message* message) noexcept override {
    if (message->note != 0) [[unlikely]] {
      core_.notes.drop(message->note);
    }
    messages_.release(message);
  }

  // These work as in Protocol, for all protocols of this folder together: each gets its messages from the dispatcher. Posted
  // receives and unexpected messages do not count as work that waits.
  bool progress();
  [[nodiscard]] bool idle() const noexcept { return core_.transfers.live() == 0 && movers_.staged.idle(); }
  [[nodiscard]] bool needs_polling() const noexcept {
    return core_.transfers.active() != 0 || movers_.staged.waits_for_device();
  }
  // Fails every operation with the peer, present and future, and every posted receive from any source, since its message may
  // have been the peer's. Messages that have arrived can still be received.
  void lost(int peer, const Status& why);
  // Appends the sources that posted receives name, the peers whose answers to promises are outstanding, and the
  // source of the last probe that found nothing.
  void list_expected(std::vector<int>* out) {
    core_.matcher.list_sources(out);
    if (listener_ != nullptr) listener_->list_awaited(out);
    out->push_back(probed_);
  }
  // Tells if an operation has begun and is not over, a posted receive included.
  [[nodiscard]] bool busy() const noexcept { return !idle() || core_.matcher.posted() != 0; }
  // Returns the time when the device work that ends first should be over; 0 if there is none.
  [[nodiscard]] std::uint64_t device_expected_ns() noexcept;

 private:
  static constexpr int kNobody = -2;
  Message* new_receive(const Buffer& buffer, const Envelope& wanted);
  // Returns and removes the first unexpected message that a receive with this envelope matches; null if there is none.
  [[nodiscard]] Arrived* take_kept(const Envelope& wanted);
  void accept(Message* message, Arrived* arrived);
  void accept_special(Message* message, const Arrived& arrived);
  // The following functions are defined in promise.cpp.
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  void promised(int peer, const wire::Promise& promise);
  void answered(int peer, const wire::PromiseAnswer& answer);
  void await_promised(Message* message, const Envelope& from, Context data, const PromisedPlace& place);
  Status answer(int peer, int tag, Context data, std::uint8_t what);
  // Posts a receive that no arrived message matches.
  void post(Message* message, bool cancellable) {
    const int peer = message->wanted.source;
    if (const Status* why = peer == kAnySource ? nullptr : core_.parts.peers.loss_of(peer)) {
      return message->finish(why->clone());
    }
    message->posted = cancellable;
    core_.matcher.post(*message);
  }
  [[nodiscard]] bool reaches_pool(int peer, const accel::Memory& memory, std::uint64_t bytes,
                                  std::span<const std::byte> offered);
  void fill(const Choice& choice, bool receives, const transport::Bulk& bulk, Route* out);

  Core core_;
  Movers movers_{core_};
  Rendezvous rendezvous_{core_, movers_};
  Eager eager_{core_, rendezvous_};
  Cancellation cancellation_{core_, eager_};
  base::Pool<Message> messages_;
  std::uint64_t promises_ = 0;
  int probed_ = kNobody;  // source of the last probe that found no message
  PromiseListener* listener_ = nullptr;
};

}  // namespace penstock::proto
