// A whole job of OpenSHMEM in one process, for tests: each PE is a thread with its own Pe and view, so that ThreadSanitizer
// sees both sides of each heap. The program's static data are not symmetric. The bodies of the routines must be compiled
// with PENSTOCK_SHMEM_OF_EACH_PE=thread_local.
#pragma once

#include <functional>

#include "base/config.hpp"
#include "base/status.hpp"

namespace penstock::shmem::face::testing {

// Runs `body` on `pes` threads at once, between the work of shmem_init and that of shmem_finalize. Returns the first failure of
// beginning or ending; a body reports its own failures.
Status run_pes_as_threads(int pes, const Config& config, const std::function<void()>& body);

}  // namespace penstock::shmem::face::testing
