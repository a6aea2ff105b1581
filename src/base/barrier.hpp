// This header has a memory barrier on every thread of a group of processes; only the caller pays for it (membarrier).
#pragma once

namespace penstock::base {

// Registers the process, for its whole life, so that barriers of other processes reach it. Returns false if the system has no
// such barrier.
[[nodiscard]] bool join_barriers() noexcept;
// After the call, all earlier stores of every running thread of the group are visible, and all their later loads see values
// that are at least as new as this call. Returns false if the system refused the barrier.
[[nodiscard]] bool barrier_on_all() noexcept;

}  // namespace penstock::base
