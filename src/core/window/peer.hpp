// What a window of this rank knows of another member, and the operations that are under way.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/window/call.hpp"
#include "core/window/control.hpp"
#include "core/window/lock_word.hpp"
#include "core/window/table.hpp"
#include "proto/rma/rma.hpp"

namespace penstock::core {

// How this rank holds a member's lock.
enum class Hold : std::uint8_t { kNone, kShared, kExclusive, kUnchecked };

// Bits: for which operations this rank's epoch admits the member.
inline constexpr std::uint8_t kAdmitsAccess = 1;
inline constexpr std::uint8_t kAdmitsPassive = 2;  // flushes, and operations with a request

// What an operation needs to be over at once (window/at_once.hpp).
struct DirectMember {
  rma::Direct memory;       // of the window at the member; no bytes: calls are under way, or it does not lie here
  std::uint64_t unit = 1;   // of displacements
  std::uint8_t admits = 0;  // by an epoch of this member alone
  bool touched = false;     // something was begun since the last flush that was not over at once
};

// Made with the first use of the member.
struct WindowPeer {
  DirectMember direct;
  std::uint64_t direct_bytes = 0;  // what direct.memory has while no calls are under way
  bool looked_at = false;          // these are known
  int rank = -1;                   // in the window
  int world = -1;                  // in the job
  rma::Target memory;
  bool has_memory = false;
  ControlRegion control;

  LockView memory_lock;  // of the member
  LockView window_lock;

  std::unique_ptr<PeerTable> table;  // of a dynamic window

  std::vector<Ref<WindowCall>> pending;
  bool explained = false;  // its memory, with PENSTOCK_EXPLAIN
  Hold hold = Hold::kNone;
  bool started = false;         // in the group of MPI_Win_start
  bool awaits_post = false;     // it has not been seen to post for this access epoch
  std::uint64_t accesses = 0;   // epochs begun by MPI_Win_start: so many posts are awaited
  std::uint64_t exposures = 0;  // epochs begun by MPI_Win_post: so many completions are awaited
};

}  // namespace penstock::core
