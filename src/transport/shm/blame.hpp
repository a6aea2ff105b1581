// This header finds the reason why the system could not copy between two processes: the side whose address is not mapped.
#pragma once

#include "base/status.hpp"
#include "transport/process_memory.hpp"

namespace penstock::transport::shm {

// Returns Code::kBuffer if an address of one side is no memory that its process could read, or write, itself. This is an error
// of the application, on which other methods of copying would only crash. The call is slow and only for failures.
[[nodiscard]] Status blame(int peer, const Touched& theirs, const Touched& mine);

}  // namespace penstock::transport::shm
