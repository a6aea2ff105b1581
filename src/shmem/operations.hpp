// The wrappers of libpenstock_shmem.so ask the runtime for these operations: everything but loads, stores and atomics on memory
// that they reach directly. They are virtual, so that the runtime library exports none of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "penstock_device.h"

namespace penstock::shmem {

// The thread that makes progress evaluates this condition on memory that others write.
struct Condition {
  bool (*holds)(const void* state);
  const void* state;
};

// One PE has these. An operation that cannot be done prints the routine with the cause and ends the job.
class Operations {
 public:
  Operations() = default;
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;
  virtual ~Operations() = default;

  // Reports why `routine` could not reach [address, address + bytes) of that PE.
  [[noreturn]] virtual void unreachable(const char* routine, const void* address, std::uint64_t bytes, int pe) = 0;
  [[noreturn]] virtual void exit(int status) = 0;
  // The application has exited without an error before shmem_finalize.
  [[noreturn]] virtual void unfinished() = 0;
  // Makes a round of progress, for routines that test and do not wait.
  virtual void progress() = 0;
  virtual void wait(const Condition& condition) = 0;
  // Collective over all PEs.
  virtual void sync(const char* routine) = 0;
  // It is collective over all PEs, but for a size of 0. Null: there is no room. `alignment` is a power of 2.
  virtual void* allocate(const char* routine, std::uint64_t alignment, std::uint64_t bytes, bool zeros) = 0;
  virtual void* reallocate(void* memory, std::uint64_t bytes) = 0;
  virtual void release(void* memory) = 0;
  // Allocates memory of GPUs, which release() frees. It is collective over all PEs, but for a size of 0. Null: one PE has no
  // room.
  virtual void* allocate_device(std::uint64_t bytes) = 0;
  // Describes memory of GPUs to kernels, collectively over all PEs. False: kernels of some PE do not reach that of another.
  virtual bool device_handle(const void* memory, penstock_device_window* out) = 0;
};

}  // namespace penstock::shmem
