// The calls of an application that are timed while messages go.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "memory.hpp"

namespace bench::interference {

// Everything throws Failure for what goes wrong.
class Call {
 public:
  Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  virtual ~Call() = default;

  // What is timed.
  virtual void run() = 0;
  // Before each: whether it has been enough, `mine` as this rank sees it. Calls that ranks make together end together.
  [[nodiscard]] virtual bool enough(bool mine) { return mine; }
  // After the last: whether what ran was right.
  virtual void check_result() {}
};

// Waits for the whole device.
[[nodiscard]] std::unique_ptr<Call> make_synchronize();
// 1 MiB of device memory, allocated and freed.
[[nodiscard]] std::unique_ptr<Call> make_allocate();
// A kernel of two blocks for each multiprocessor, which fill it and all meet; waited for.
[[nodiscard]] std::unique_ptr<Call> make_launch(const Memory& memory);
// NCCL's allreduce of 8 bytes between the ranks; waited for. Collective. Null where NCCL cannot be used, with the reason.
[[nodiscard]] std::unique_ptr<Call> make_nccl(MPI_Comm ranks, const Memory& memory, std::string* why);

}  // namespace bench::interference
