// The contract for this rank's membership in the job: it enters and leaves, and hears which ranks are lost.
#pragma once

#include "base/status.hpp"

namespace penstock::transport {
class ShmBuffers;  // transport.hpp
}

namespace penstock::proto {

// All of it is called with the engine's lock held. The functions of this class are those of a job of one rank.
class Membership {
 public:
  Membership() = default;
  virtual ~Membership() = default;
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  // Collective over the job: from now on every address is there. Without it an address is waited for where the launcher can do
  // that (Boot::can_await).
  virtual Status fence() { return Status::ok(); }
  // Reads the first addresses. It is called once, before the first message to another rank. `most_on_a_host` is the number of
  // ranks that share one host's CPUs, the same on all ranks.
  virtual Status meet(int /*most_on_a_host*/) { return Status::ok(); }
  // Tells if some host has more ranks than CPUs: whoever polls takes time from the others, and each message may cost a switch
  // between ranks. All ranks of the job agree. False before meet().
  [[nodiscard]] bool oversubscribed() const noexcept { return oversubscribed_; }

  // Returns why no message of the peer, or (kAnySource) of some peer, will come any more; null if nobody is lost.
  [[nodiscard]] virtual const Status* loss_of(int /*peer*/) const { return nullptr; }
  // Asks the system, where that can be known, whether the peer still exists. Callers use it to name the cause of a failure.
  [[nodiscard]] virtual bool is_there(int /*peer*/) { return true; }
  // Returns the memory that ranks of a host share; null where they do not. It lives as long as the engine.
  [[nodiscard]] virtual transport::ShmBuffers* shm_buffers() noexcept { return nullptr; }

  // Collective over the job: completes what was sent. Messages may follow.
  virtual Status synchronize() { return Status::ok(); }
  // This rank alone calls it: completes what was sent, for good. Peers may go on among each other.
  virtual Status leave() { return Status::ok(); }
  // Collective over the job: completes what was sent, then parts from the peers.
  virtual Status shut_down() { return Status::ok(); }

 protected:
  bool oversubscribed_ = false;
};

}  // namespace penstock::proto
