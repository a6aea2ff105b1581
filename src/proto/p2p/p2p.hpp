// Point-to-point messages: the operations, implemented by the protocols that README.md describes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proto/contract/messages.hpp"
#include "proto/p2p/ask.hpp"
#include "proto/p2p/cancel.hpp"
#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"
#include "proto/p2p/promise.hpp"
#include "proto/p2p/receives.hpp"
#include "proto/p2p/rendezvous.hpp"

namespace penstock::proto {

// The class is used by one thread at a time.
class P2p final : public Messages, private Arrivals {
 public:
  explicit P2p(const ProtocolParts& parts);
  ~P2p() override;
  P2p(const P2p&) = delete;
  P2p& operator=(const P2p&) = delete;

  Status send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) override;
  bool send_now(const Buffer& buffer, int peer, int tag, Context context) override;
  Status recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) override;
  bool recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) override;
  Status copy(const Buffer& destination, const Buffer& source, Operation** out) override;
  // Works as copy(), from inside a round of progress.
  Status start_copy(const Buffer& destination, const Buffer& source, Operation** out);
  void note(int peer, int tag, Context context, std::span<const std::byte> words) override;
  [[nodiscard]] bool read_note(const Operation& operation, std::span<std::byte> out) const override {
    const std::uint32_t number = static_cast<const Message&>(operation).note;
    return number != 0 && core_.notes.read(number, out);
  }
  void list_unread(std::vector<Unread>* out) override;
  bool cancel_recv(Operation* operation) override;
  void cancel_send(Operation* operation) override;
  [[nodiscard]] bool awaits_message(const Operation& operation) const override {
    return static_cast<const Message&>(operation).posted;
  }
  bool probe(int peer, int tag, Context context, Result* out) override;
  Unexpected* mprobe(int peer, int tag, Context context, Result* out) override;
  Status mrecv(Unexpected* message, const Buffer& buffer, Operation** out) override;
  [[nodiscard]] Census census() const noexcept override;

  // These are contracts of their own.
  [[nodiscard]] Promises& promises() noexcept { return promises_; }
  [[nodiscard]] Exports& exports() noexcept { return movers_.exports; }
  [[nodiscard]] RouteQuery& routes() noexcept { return routes_; }

  [[nodiscard]] Eager& eager() noexcept { return eager_; }
  [[nodiscard]] Rendezvous& rendezvous() noexcept { return rendezvous_; }
  [[nodiscard]] HostCopies& host_copies() noexcept { return rendezvous_.host_copies(); }

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
    promises_.list_awaited(out);
    out->push_back(probed_);
  }
  // Tells if an operation has begun and is not over, a posted receive included.
  [[nodiscard]] bool busy() const noexcept { return !idle() || core_.matcher.posted() != 0; }
  // Returns the time when the device work that ends first should be over; 0 if there is none.
  [[nodiscard]] std::uint64_t device_expected_ns() noexcept;

 private:
  static constexpr int kNobody = -2;
  Status start_send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out);
  void count_send();
  // Takes a note.
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;

  Core core_;
  Movers movers_{core_};
  Rendezvous rendezvous_{core_, movers_};
  Eager eager_{core_, rendezvous_};
  Cancellation cancellation_{core_, eager_};
  Receives receives_{core_, rendezvous_, eager_, cancellation_};
  Promises promises_{core_, receives_};
  RouteQuery routes_{core_, movers_, rendezvous_, eager_};
  unsigned sends_ = 0;
  unsigned receives_now_ = 0;
  int probed_ = kNobody;  // in vain
};

}  // namespace penstock::proto
