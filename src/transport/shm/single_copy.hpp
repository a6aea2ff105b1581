// SingleCopy moves large host memory between two ranks of a host in one copy. It decides which ranks may do so and at what
// cost, and reports the system's refusal.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include <functional>
#include <string_view>
#include <utility>

#include "transport/one_sided.hpp"
#include "transport/shm/cma.hpp"
#include "transport/shm/peer.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

// Each rank has one; one thread at a time uses it.
class SingleCopy {
 public:
  // Finds a peer.
  using Find = std::function<Status(int peer, Peer** out)>;

  SingleCopy(const Environment& environment, const VmCalls& calls, const accel::ProcessId& process, Find known)
      : config_(environment.config),
        log_(environment.log),
        rank_(environment.rank),
        calls_(calls),
        process_(process),
        known_(std::move(known)) {}

  // These functions implement can_get() and can_put(), and get() and put(), of the transport.
  bool can_move(int peer, const Bulk& bulk, Cost* cost);
  Status move(Direction direction, int peer, const Bulk& bulk, BulkHandle* out);
  // The peer is another process: within one process, memory is accessed by loads and stores.
  Status copy_lists(Direction direction, const Remote& remote, const ListMove& move);
  // Implements Transport::read_now() for a known peer. A short or failing read is left to move(), which reports the reason.
  [[nodiscard]] bool read_now(const Peer& peer, const accel::ProcessId& owner, std::uint64_t from, void* to,
                              std::uint64_t bytes) const {
    if (peer.access != Access::kGranted || !(owner == peer.address.process)) return false;
    const iovec near{to, bytes};
    const iovec far{reinterpret_cast<void*>(from), bytes};
    return calls_.read(static_cast<pid_t>(owner.pid), &near, 1, &far, 1, 0) == static_cast<ssize_t>(bytes);
  }

 private:
  Status may_copy(Peer& peer, int rank);
  Status failed(Peer& peer, const Bulk& bulk, int error);
  void probe(Peer& peer);
  void refused(Peer& peer, std::string_view why);

  const Config& config_;
  Log& log_;
  int rank_;
  VmCalls calls_;
  accel::ProcessId process_;
  Find known_;
  bool told_refusal_ = false;
  bool pinned_refused_ = false;
};

}  // namespace penstock::transport::shm
