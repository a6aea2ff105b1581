// The other ranks: their cards, the transport that carries messages to each, and the transports that reach each.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "boot/boot.hpp"
#include "proto/engine/fence.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

// Makes the transports of an engine: transport::make_transports, or what a test puts in its place.
using TransportFactory =
    std::function<Status(const transport::Environment&, std::vector<std::unique_ptr<transport::Transport>>*)>;

class Peers final : public transport::CardSource {
 public:
  struct Parts {
    const Config& config;
    Log& log;
    boot::Boot& boot;
    accel::Accel& accel;
  };
  explicit Peers(const Parts& parts) : parts_(parts) {}
  // The last first: one may ring the bell of another that was made before it.
  ~Peers() override {
    while (!transports_.empty()) transports_.pop_back();
  }
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  // Makes the transports and publishes this rank's card.
  Status publish(const TransportFactory& make);
  // Collective over the job. Until then cards of others are waited for.
  Status fence();
  // The same, behind whatever this rank does meanwhile; rings `bell` when it is over.
  Status begin_fence(std::atomic<std::uint32_t>* bell) { return Fence::enter(parts_.boot, bell, &fence_); }
  [[nodiscard]] bool fence_is_over() const noexcept { return fence_->over(); }
  Status end_fence();

  [[nodiscard]] std::span<const std::unique_ptr<transport::Transport>> transports() const noexcept { return transports_; }
  // The transport that carries messages to a rank of the job: the first that can send and reaches it. Both sides of a pair
  // choose the same one. Found once per peer.
  Status lane(int peer, transport::Transport** out) {
    if (lanes_[static_cast<std::size_t>(peer)] == nullptr) PENSTOCK_TRY(connect(peer));
    *out = lanes_[static_cast<std::size_t>(peer)];
    return Status::ok();
  }
  // The same, if it has been found; else null.
  [[nodiscard]] transport::Transport* known_lane(int peer) const noexcept { return lanes_[static_cast<std::size_t>(peer)]; }
  // Bit i: transports()[i] reaches the peer and is worth asking about its memory. Call lane() first.
  [[nodiscard]] std::uint8_t mask(int peer) const noexcept { return masks_[static_cast<std::size_t>(peer)]; }
  // Its place in transports(); their number if it is none of them.
  [[nodiscard]] std::size_t index_of(const transport::Transport* transport) const noexcept;

  Status card(int peer, const transport::Card** out) override;
  // CPUs that the job may use on this host, as rank 0 sees it.
  Status job_cpus(int* out);

 private:
  Status connect(int peer);

  Parts parts_;
  bool fenced_ = false;
  std::unique_ptr<Fence> fence_;  // under way
  std::vector<std::unique_ptr<transport::Transport>> transports_;
  // Nine bytes and a pointer a peer; cards come when first asked for.
  std::vector<transport::Transport*> lanes_;
  std::vector<std::uint8_t> masks_;
  std::vector<std::unique_ptr<transport::Card>> cards_;
};

}  // namespace penstock::proto
