// A memory barrier on every thread of a group of processes, paid by the one who asks for it.
#pragma once

namespace penstock::base {

// Joins the group of processes that others' barriers reach; for the life of the process. False: the system has no such thing.
[[nodiscard]] bool join_barriers() noexcept;
// Whatever a running thread of the group has stored before is visible afterwards, and whatever it loads afterwards is as
// new as this call. False: it was refused.
[[nodiscard]] bool barrier_on_all() noexcept;

}  // namespace penstock::base
