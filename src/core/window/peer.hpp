// A rank keeps a WindowPeer for each member of a window that it has used: the member's memory, its locks, and the operations to
// it that are under way.
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

// Hold says how this rank holds a member's lock.
enum class Hold : std::uint8_t { kNone, kShared, kExclusive, kUnchecked };

// These bits say which operations the access epoch of this rank admits to a member.
inline constexpr std::uint8_t kAdmitsAccess = 1;
inline constexpr std::uint8_t kAdmitsPassive = 2;  // It admits flushes, and operations with a request.

// The fast path (window/at_once.hpp) needs no more than this of a member.
struct DirectMember {
  rma::Direct memory;       // It has no bytes while calls are under way, or where the memory is not mapped here.
  std::uint64_t unit = 1;   // Displacements count in units of so many bytes.
  std::uint8_t admits = 0;  // An epoch of this member alone sets these bits.
  bool touched = false;     // Since the last flush an operation was begun the general way.
};

// A record is made with the first use of the member.
struct WindowPeer {
  DirectMember direct;
  std::uint64_t direct_bytes = 0;  // direct.memory has so many bytes while no calls are under way.
  bool direct_known = false;       // `direct` and `direct_bytes` are set.
  int rank = -1;                   // The rank counts in the window's group,
  int world = -1;                  // and this one counts in the job.
  rma::Target memory;              // It is attached where `has_memory` says so.
  bool has_memory = false;
  ControlRegion control;

  LockView memory_lock;  // This rank knows so much of the lock of the member's memory,
  LockView window_lock;  // and, of member 0, of the lock of the whole window.

  std::unique_ptr<PeerTable> table;  // A dynamic window has one.

  std::vector<Ref<WindowCall>> pending;  // Operations to the member wait here for the call that completes them.
  bool explained = false;                // PENSTOCK_EXPLAIN has written the line of its memory.
  Hold hold = Hold::kNone;
  bool started = false;         // The member is in the group of MPI_Win_start.
  bool awaits_post = false;     // Its MPI_Win_post for this access epoch has not been seen.
  std::uint64_t accesses = 0;   // MPI_Win_start began so many epochs, and as many posts are awaited.
  std::uint64_t exposures = 0;  // MPI_Win_post began so many epochs, and as many completions are awaited.
};

}  // namespace penstock::core
