// Going on in namespaces of one's own, as a program in a container is.
#pragma once

#include <string>

#include "base/status.hpp"

namespace penstock::tool {

// `flags`: CLONE_NEWPID, and more of them (CLONE_NEWNS: with a /proc of its own). The caller goes on in a child of the first
// process of the new PID namespace; what it was before waits, and ends as the child ends. To be called before there are other
// threads. Code::kSystem: this system does not allow it, and nothing has happened. What fails
// later ends the process, with a line.
Status enter_own_namespace(int flags);

// Whether a rank of this job that stands for a container should move: all but the first.
[[nodiscard]] bool should_enter_own_namespace();
// The rank is treated as if it had, where the system does not allow it (PENSTOCK_PID_NAMESPACE).
Status pretend_own_namespace();

}  // namespace penstock::tool
