// Makes, publishes and ends the process object (docs/design/sessions.md): MPI_Init and sessions may
// come in any order, and from several threads.
#pragma once

#include "api/call.hpp"
#include "base/status.hpp"

namespace penstock::api {

// For a call that is allowed at any time and needs the process object: makes the object if there is
// none, and takes its lock. The call is local.
[[nodiscard]] Status need_process(Call& call);

// Adds one more user, the world or a session. From now on instance() returns the object. `level`: the
// thread level of an object that the call makes.
[[nodiscard]] Status begin_use(Call& call, int level);
// Tells if the world is not the only user.
[[nodiscard]] bool has_other_users(const Call& call);
// Removes one user. After the last one instance() is null again, and the object waits for the next user or the program's end.
// `phase`: the phase of the world from now on.
void end_use(Call& call, Phase phase) noexcept;
// Returns the calling thread's process object, published or not; null if there is none.
[[nodiscard]] core::Instance* any_process() noexcept;
// Replaces end_use() for a world that is the last user and has parted from the launcher: the object is destroyed
// if begin_use() or need_process() made it.
void end_process(Call& call) noexcept;

}  // namespace penstock::api
