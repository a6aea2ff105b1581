// What the wrappers of libpenstock_shmem.so ask the runtime for: everything but loads, stores and atomics on memory that is
// reached directly. Virtual, so that the runtime library shows none of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "penstock_device.h"

namespace penstock::shmem {

// A condition on memory that others write, looked at by whichever thread makes progress.
struct Condition {
  bool (*holds)(const void* state);
  const void* state;
};

// Of one PE. What cannot be done prints the routine with the cause and ends the job.
class Operations {
 public:
  Operations() = default;
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;
  virtual ~Operations() = default;

  // Why `routine` could not reach [address, address + bytes) of that PE.
  [[noreturn]] virtual void unreachable(const char* routine, const void* address, std::uint64_t bytes, int pe) = 0;
  [[noreturn]] virtual void exit(int status) = 0;
  // The program ended, as if all were well, before shmem_finalize.
  [[noreturn]] virtual void unfinished() = 0;
  // A round of progress, for what looks and does not wait.
  virtual void progress() = 0;
  virtual void wait(const Condition& condition) = 0;
  // Collective over all PEs.
  virtual void sync(const char* routine) = 0;
  // Collective over all PEs, but for a size of 0. Null: there is no room. `alignment` is a power of 2.
  virtual void* allocate(const char* routine, std::uint64_t alignment, std::uint64_t bytes, bool zeros) = 0;
  virtual void* reallocate(void* memory, std::uint64_t bytes) = 0;
  virtual void release(void* memory) = 0;
  // Collective over all PEs, but for a size of 0: memory of GPUs, which release() frees. Null: one has none.
  virtual void* allocate_device(std::uint64_t bytes) = 0;
  // Collective over all PEs, of memory of GPUs. False: kernels of some PE do not reach that of another.
  virtual bool device_handle(const void* memory, penstock_device_window* out) = 0;
};

}  // namespace penstock::shmem
