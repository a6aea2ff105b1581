// Collectives of device memory, one at a time, with the expected results of each rank; and their place in a job.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "coll_ints.hpp"
#include "common/memory.hpp"
#include "fault.hpp"

namespace penstock::test {

struct Job {
  int rank = 0, ranks = 1;
  MPI_Comm devices = MPI_COMM_NULL;  // a communicator whose collectives use kernels
  MPI_Comm control = MPI_COMM_NULL;  // the same ranks, for host memory alone
  int number = 0;                    // the number of the last trial
};

// The calls that are tried, in an order of their own, and the call with a given name.
[[nodiscard]] std::vector<Call> tried_calls();
[[nodiscard]] Call call_named(const std::string& name);

// Prints "KIND|TRIAL|RANK|STRUCK|OUTCOME|TEXT": `right`, `wrong` or `error` with the error's text.
void print_outcome(const Job& job, const char* kind, bool struck, int code, bool right);

// A collective with about `bytes` on one side, in memory of one kind that no collective has used before.
class Trial {
 public:
  Trial(const Job& job, Call call, Form form, long bytes, MemoryKind kind);
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // Allocates new memory, so that no cached attribute or mapping serves it.
  void renew();
  // Restores the buffers to their state before the call.
  void fill();
  // Makes the call, with the fault's count running, and prints the outcome. Struck: the call that was to fail was made.
  void run(const char* kind, Fault* fault, const std::string& entry, long nth);
  // Called when all ranks have finished a call that gave an error: prints "late|TRIAL|RANK|..." if
  // memory has been written since then.
  void check_reused();
  // After a failure on the device the memory can be neither compared nor freed.
  void do_not_look() noexcept { looks_ = false; }
  [[nodiscard]] std::string text() const;

 private:
  void release();
  void reuse();
  int start_twice(Fault* fault, MPI_Request* request, bool* right);
  [[nodiscard]] bool is_right();

  const Job& job_;
  IntCase case_;
  Form form_;
  MemoryKind kind_;
  bool looks_ = true, reused_ = false;
  std::vector<int> given_, before_, after_, got_;
  std::unique_ptr<Memory> send_, recv_;
};

// Makes a collective of host memory on `control`; prints "lost|RANK|..." if it fails.
void check_host(const Job& job);

}  // namespace penstock::test
