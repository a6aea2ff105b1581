// This part of a window has the operations that are under way, and completes them at this rank and at their targets.
#pragma once

#include <vector>

#include "base/status.hpp"
#include "core/object/ref.hpp"
#include "core/window/call.hpp"
#include "core/window/core.hpp"
#include "core/window/members.hpp"
#include "mpi.h"

namespace penstock::core {

class WindowCompletion {
 public:
  WindowCompletion(WindowCore& core, WindowMembers& members) noexcept : core_(core), members_(members) {}

  // Returns the descriptor for the next operation. A descriptor whose operation was over at once is used again.
  WindowCall& next_call();
  // Takes over the descriptor of next_call(), whose operation to the member has begun. *request, unless `request` is null, gets
  // the request of the operation.
  Status begun(WindowPeer& peer, MPI_Request* request);
  // Makes the request of an operation, and of the parts that are linked to it, which begun() has taken over.
  Status add_request(Ref<WindowCall> call, MPI_Request* request);
  // *request, unless `request` is null, gets the request that all operations share that are over at once.
  Status over_at_once(MPI_Request* request);

  // These block, with progress, and return the first failure of an operation that no call has returned yet.
  Status complete_locally(WindowPeer& peer);
  Status complete_at(WindowPeer& peer);
  // The release of the member's lock follows.
  Status complete_before_unlock(WindowPeer& peer);
  Status complete_all(bool at_target);

  // An application that only looks at its own memory, or at memory that it maps, must serve operations of others as well: some
  // of the calls that wait for nothing make a round of progress.
  void call_quietly();
  // Does the same for the fast path, and returns false where the round of progress is due.
  [[nodiscard]] bool calls_quietly_at_once() noexcept;
  // No operation that needs completion at its target was begun since the last one.
  [[nodiscard]] bool is_complete() const noexcept { return touched_.empty(); }

 private:
  static constexpr unsigned kQuietCalls = 64;

  WindowCore& core_;
  WindowMembers& members_;
  std::vector<int> touched_;  // These members have DirectMember::touched.
  Ref<WindowCall> spare_;
  unsigned quiet_calls_ = 0;
};

inline bool WindowCompletion::calls_quietly_at_once() noexcept {
  if ((quiet_calls_ + 1) % kQuietCalls == 0) return false;
  ++quiet_calls_;
  return true;
}

}  // namespace penstock::core
