// Membership in a job of several ranks: how they meet at its start, wait for each other, and part.
#pragma once

#include "boot/boot.hpp"
#include "proto/common/parts.hpp"
#include "proto/contract/membership.hpp"
#include "proto/engine/dispatcher.hpp"
#include "proto/engine/progress_engine.hpp"
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {

class JobMembership final : public Membership {
 public:
  struct Parts {
    ProtocolParts engine;
    boot::Boot& boot;
    P2p& p2p;
    Dispatcher& dispatcher;
    ProgressEngine& progress;
    ProgressThread& thread;
  };
  // All of it outlives this.
  explicit JobMembership(const Parts& parts) : parts_(parts), rank_(parts.boot.rank()), size_(parts.boot.size()) {}

  Status fence() override { return parts_.engine.peers.fence(); }
  Status meet(int most_on_a_host) override;
  [[nodiscard]] const Status* loss_of(int peer) const override { return parts_.engine.peers.loss_of(peer); }
  [[nodiscard]] bool is_there(int peer) override;
  [[nodiscard]] transport::ShmBuffers* shm_buffers() noexcept override { return parts_.progress.shm_buffers(); }
  Status synchronize() override;
  Status leave() override;
  Status shut_down() override;

 private:
  void wait_until_settled();
  Status synchronize_living();
  Status exchange(int to, int from, int round);
  Status stand_in_fence();
  void unmap_peers();

  Parts parts_;
  int rank_;
  int size_;
  bool incomplete_ = false;  // some ranks have been lost, as this one has seen or heard
};

}  // namespace penstock::proto
