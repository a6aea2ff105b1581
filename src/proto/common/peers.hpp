// The other ranks: their addresses, the transport that carries messages to each, and the transports that reach each.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "boot/boot.hpp"
#include "proto/common/fence.hpp"
#include "proto/common/peer_table.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

// Makes the transports of an engine: transport::make_transports, or a test's replacement.
using TransportFactory =
    std::function<Status(const transport::Environment&, std::vector<std::unique_ptr<transport::Transport>>*)>;

class Peers final : public transport::AddressSource {
 public:
  struct Parts {
    const Config& config;
    Log& log;
    boot::Boot& boot;
    accel::Accel& accel;
  };
  explicit Peers(const Parts& parts) : parts_(parts), size_(parts.boot.size()) {}
  // Destroys the last transport first: it may ring the bell of one that was made before it.
  ~Peers() override {
    while (!transports_.empty()) transports_.pop_back();
  }
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  // Makes the transports and publishes this rank's address.
  Status publish(const TransportFactory& make);
  // Enters the fence of all ranks. Until then, looking up the address of a peer waits for it.
  Status fence();
  // Enters the fence in the background; rings `bell` when it is over.
  Status begin_fence(std::atomic<std::uint32_t>* bell) { return Fence::enter(parts_.boot, bell, &fence_); }
  [[nodiscard]] bool fence_is_over() const noexcept { return fence_->over(); }
  Status end_fence();

  // Fails where the job has no such rank.
  [[nodiscard]] Status check(int peer) const { return peer >= 0 && peer < size_ ? Status::ok() : no_such(peer); }
  [[nodiscard]] std::span<const std::unique_ptr<transport::Transport>> transports() const noexcept { return transports_; }
  // Finds the transport that carries messages to a peer: the first one that can send and reaches it. Both sides of a pair
  // choose the same one. It is looked up once for each peer.
  Status lane(int peer, transport::Transport** out) {
    *out = known_lane(peer);
    return *out != nullptr ? Status::ok() : connect(peer, out);
  }
  // Returns the peer's lane, if it has been found; else null.
  [[nodiscard]] transport::Transport* known_lane(int peer) const noexcept { return peers_.at(peer).lane; }
  // Returns a bit for each transport: bit i is set if transports()[i] reaches the peer. Call lane() first.
  [[nodiscard]] std::uint8_t mask(int peer) const noexcept { return peers_.at(peer).mask; }
  // Returns the transport's index in transports(), or their number if it is none of them.
  [[nodiscard]] std::size_t index_of(const transport::Transport* transport) const noexcept;

  Status address(int peer, const transport::WorkerAddress** out) override;
  // Records that the peer has failed for good. Returns false if that was known.
  bool lose(int peer, const Status& why) { return peer >= 0 && losses_.try_emplace(peer, why.clone()).second; }
  // Returns why the peer, or (kAnySource) any peer, is lost; null if it is not.
  [[nodiscard]] const Status* loss_of(int peer) const noexcept { return losses_.empty() ? nullptr : find_loss(peer); }
  // Returns the number of CPUs that the job may use on this host, as rank 0 sees it.
  Status job_cpus(int* out);

 private:
  struct Peer {
    transport::Transport* lane = nullptr;
    std::uint8_t mask = 0;
    std::unique_ptr<transport::WorkerAddress> address;  // set once it was asked for
  };
  Status connect(int peer, transport::Transport** out);
  [[nodiscard]] const Status* find_loss(int peer) const noexcept;
  [[nodiscard]] Status no_such(int peer) const;

  Parts parts_;
  int size_;
  bool fenced_ = false;
  std::unique_ptr<Fence> fence_;  // the fence under way
  std::vector<std::unique_ptr<transport::Transport>> transports_;
  PeerTable<Peer> peers_;
  std::map<int, Status> losses_;
};

}  // namespace penstock::proto
