// Moves a process into namespaces of its own, as for a program in a container.
#pragma once

#include <string>

#include "base/status.hpp"

namespace penstock::tool {

// `flags`: CLONE_NEWPID, and possibly others (CLONE_NEWNS: with a /proc of its own). The caller continues in a child of
// the first process of the new PID namespace; the old process waits, and ends as the child ends. It has to be called
// before there are other threads. Code::kSystem: this system does not allow it, and nothing has changed. A later failure
// ends the process, with a message.
Status enter_own_namespace(int flags);

// True if this rank has to move: all ranks but the first stand for ranks in containers.
[[nodiscard]] bool should_enter_own_namespace();
// Treats the rank as if it had moved, where the system does not allow that (PENSTOCK_PID_NAMESPACE).
Status pretend_own_namespace();

}  // namespace penstock::tool
