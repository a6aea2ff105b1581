// A rank in the tests of threads is this process, or one of several threads.
#pragma once

#include <functional>

namespace penstock::test {

// Runs the calling process's part of the body on every rank of the job, with MPI_THREAD_MULTIPLE.
void on_ranks(const std::function<void()>& body);

}  // namespace penstock::test
