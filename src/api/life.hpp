// When the process object is made, shown and ended (docs/design/sessions.md): MPI_Init and sessions may come in any order, and
// from several threads.
#pragma once

#include "api/call.hpp"
#include "base/status.hpp"

namespace penstock::api {

// For a call that is allowed at any time and needs the process object: makes it where there is none. Takes its lock. Of this
// rank alone.
[[nodiscard]] Status need_process(Call& call);

// The same for one more user, the world or a session. From now on process() gives it. `level`: of threads, for an object that
// it makes.
[[nodiscard]] Status begin_use(Call& call, int level);
// Whether the world has company.
[[nodiscard]] bool has_other_users(const Call& call);
// One user less. After the last one process() is null again, and the object waits for the next one or the program's end.
// `phase` of the world from now on.
void end_use(Call& call, Phase phase) noexcept;
// That of the calling thread, shown to the program or not; null where there is none.
[[nodiscard]] core::Instance* any_process() noexcept;
// In place of end_use() for a world that is the last user and has parted from the launcher: the object goes, if begin_use() or
// need_process() made it.
void end_process(Call& call) noexcept;

}  // namespace penstock::api
