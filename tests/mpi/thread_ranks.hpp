// What a rank is in the tests of threads: this process, or one of several threads.
#pragma once

#include <functional>

namespace penstock::test {

// Runs the body on every rank of the job, MPI_THREAD_MULTIPLE being given; the calling process's part of it.
void on_ranks(const std::function<void()>& body);

}  // namespace penstock::test
