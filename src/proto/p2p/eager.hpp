// Small messages: the packed bytes travel with the header, even if no receive is posted.
#pragma once

#include <vector>

#include "proto/p2p/core.hpp"
#include "proto/p2p/credits.hpp"
#include "proto/p2p/rendezvous.hpp"

namespace penstock::proto {

// The class is used by one thread at a time.
class Eager final : public Arrivals, public Carrier {
 public:
  Eager(Core& core, Rendezvous& rendezvous);

  [[nodiscard]] bool suits(const Buffer& buffer, const accel::Memory& memory, const transport::Transport& lane) const;
  Status send(Message* message, SendMode mode);
  // Works as Messages::send_now().
  bool send_now(const Buffer& buffer, int peer, int tag, Context context);
  // Works as Messages::recv_now().
  bool recv_now(const Buffer& buffer, const Envelope& wanted, Result* out);
  // Completes a receive with an unexpected message.
  void accept(Message* message, const Arrived& arrived);
  // Drops an unexpected message without receiving it.
  void forget(const Arrived& arrived);
  // Returns the bytes of memory that unexpected messages use.
  [[nodiscard]] std::uint64_t kept_bytes() const noexcept { return credits_.kept(); }

  // Handles kEager and kEagerSync; the engine's dispatcher calls it directly for kEager.
  void message_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload);
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  void over(const Transfer& transfer, bool well) override;

 private:
  void synchronous_arrived(const Envelope& from, std::uint64_t sender, std::span<const std::byte> payload);
  [[nodiscard]] std::uint64_t limit(const transport::Capabilities& can) const noexcept;
  // Tells if the buffer is one block of host memory, by a cheap check.
  [[nodiscard]] bool is_plain(const Buffer& buffer) const {
    return buffer.layout->is_contiguous(buffer.count) && (core_.parts.accel.all_host() || is_on_host(buffer));
  }
  [[nodiscard]] bool is_on_host(const Buffer& buffer) const;
  Status packed(const Message& message, std::span<const std::byte>* out);
  Status send_eager(Message* message, std::span<const std::byte> payload);
  Status send_synchronous(Message* message, std::span<const std::byte> payload, bool held);
  void hand_over(Message* taker, const Envelope& from, std::span<const std::byte> payload);
  void take_at_once(Message* message, const Envelope& from, std::span<const std::byte> payload);
  void put(int peer, void* to, std::span<const std::byte> payload);
  void receive(Message* message, const Envelope& from, wire::Kind kind, std::uint64_t sender,
               std::span<const std::byte> payload);
  [[nodiscard]] Arrived* copied(const Envelope& from, wire::Kind kind, std::uint64_t sender,
                                std::span<const std::byte> payload);
  void explain_eager(const Message& message, int peer, std::uint64_t bytes);
  void sync_acknowledged(int peer, std::span<const std::byte> header);
  void tell_credits(int peer, wire::Kind kind);
  void credits_told(int peer, bool hold);

  Core& core_;
  Rendezvous& rendezvous_;
  Credits credits_;
  std::vector<std::byte> scratch_;
  unsigned next_timed_ = 0;
};

}  // namespace penstock::proto
