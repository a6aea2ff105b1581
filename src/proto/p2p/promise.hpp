// Promised messages: early matching, on both sides.
#pragma once

#include <vector>

#include "proto/contract/early_matching.hpp"
#include "proto/p2p/receives.hpp"

namespace penstock::proto {

// Used by one thread at a time.
class Promises final : public EarlyMatching, private Arrivals, private PromiseTaker {
 public:
  Promises(Core& core, Receives& receives);

  Status promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place, Context* data) override;
  void listen(PromiseListener* listener) noexcept override { listener_ = listener; }
  Status expect(int peer, int tag, Context context, Operation** out) override;
  [[nodiscard]] Unexpected* expected(const Operation& operation) const noexcept override {
    return static_cast<const Message&>(operation).left;
  }
  [[nodiscard]] bool find_place(const Operation& operation, PromisedMessage* out) noexcept override;
  Status take_from_place(const Operation& operation) override;
  Status free_place(const PromisedMessage& message) override {
    return answer(message.source, message.tag, message.data, wire::kPlaceFree);
  }

  // The peer has failed for good.
  void lost(int peer, const Status& why) {
    if (listener_ != nullptr) listener_->promises_lost(peer, why);
  }
  // Appends the peers whose answers to promises are outstanding.
  void list_awaited(std::vector<int>* out) const {
    if (listener_ != nullptr) listener_->list_awaited(out);
  }

 private:
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  void promised(int peer, const wire::Promise& promise);
  void answered(int peer, const wire::PromiseAnswer& answer);
  void await_promised(Message* message, const Envelope& from, Context data, const PromisedPlace& place) override;
  Status answer(int peer, int tag, Context data, std::uint8_t what);

  Core& core_;
  Receives& receives_;
  std::uint64_t promises_ = 0;
  PromiseListener* listener_ = nullptr;
};

}  // namespace penstock::proto
