// The calls of an application that are timed while messages are under way.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "memory.hpp"

namespace bench::interference {

// All functions throw Failure.
class Call {
 public:
  Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  virtual ~Call() = default;

  // Makes the call that is timed.
  virtual void run() = 0;
  // Called before each run(); returns true at the end, of which `mine` is this rank's opinion. Calls that
  // ranks make together end together.
  [[nodiscard]] virtual bool enough(bool mine) { return mine; }
  // Called after the last run(); throws if its result was wrong.
  virtual void check_result() {}
};

// The call synchronises with the whole device.
[[nodiscard]] std::unique_ptr<Call> make_synchronize();
// The call allocates 1 MiB of device memory and frees it.
[[nodiscard]] std::unique_ptr<Call> make_allocate();
// The call launches a kernel of two blocks for each multiprocessor, which fill the device and all synchronise
// with each other, and waits for it.
[[nodiscard]] std::unique_ptr<Call> make_launch(const Memory& memory);
// The call is NCCL's allreduce of 8 bytes between the ranks, and a wait for it. Collective. Null where NCCL cannot
// be used; `why` gets the reason.
[[nodiscard]] std::unique_ptr<Call> make_nccl(MPI_Comm ranks, const Memory& memory, std::string* why);

}  // namespace bench::interference
