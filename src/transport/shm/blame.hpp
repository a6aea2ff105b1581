// Why the system could not copy between two processes: an address that is no memory of its process, on which side.
#pragma once

#include "base/status.hpp"
#include "transport/process_memory.hpp"

namespace penstock::transport::shm {

// Code::kBuffer: some address of one side is no memory that its process could read, or write, itself: a mistake of the program,
// on which other ways of copying would only crash. Slow: for failures.
[[nodiscard]] Status blame(int peer, const Touched& theirs, const Touched& mine);

}  // namespace penstock::transport::shm
