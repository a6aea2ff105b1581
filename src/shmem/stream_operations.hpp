// What the wrappers of libpenstock_shmem.so ask for that is put on streams of the program's. Virtual, so that the runtime
// library shows none of it.
#pragma once

#include <cstdint>

#include "shmem/context.hpp"
#include "shmem/remote.hpp"

namespace penstock::shmem {

struct CollectiveCall;  // team_operations.hpp

// A word of symmetric memory that is set or added to.
struct StreamSignal {
  std::uint64_t* address;
  std::uint64_t value;
  bool adds;
};

enum Comparison : int { kEq, kNe, kGt, kLe, kLt, kGe };  // SHMEM_CMP_...

struct StreamCondition {
  const char* routine;
  const void* word;  // of the PE's own symmetric memory
  unsigned width;    // 4 or 8 bytes
  int comparison;    // one of Comparison, or the program's mistake
  std::uint64_t value;
};

// Of one PE; thread-safe. A call returns when the stream (a CUstream) has the work, or the graph that the stream is captured
// into; nothing else is waited for. What cannot be done prints the routine with the cause and ends the job.
class StreamOperations {
 public:
  StreamOperations() = default;
  StreamOperations(const StreamOperations&) = delete;
  StreamOperations& operator=(const StreamOperations&) = delete;
  virtual ~StreamOperations() = default;

  virtual void put(const Transfer& transfer, void* stream) = 0;
  virtual void get(const Transfer& transfer, void* stream) = 0;
  // A value of 1, 2, 4, 8 or 16 bytes, which is read now.
  virtual void put_value(const char* routine, void* dest, const void* value, unsigned bytes, int pe, void* stream) = 0;
  // The data are there before the signal is. `transfer.block` may be 0.
  virtual void put_signal(const Transfer& transfer, const StreamSignal& signal, void* stream) = 0;
  virtual void signal(const char* routine, const StreamSignal& signal, int pe, void* stream) = 0;
  virtual void wait(const StreamCondition& condition, void* stream) = 0;
  // What was put before is visible when the stream has passed.
  virtual void quiet(const char* routine, void* stream) = 0;
  // 0, or -1 for kInvalidHandle.
  virtual int collective(TeamHandle team, const CollectiveCall& call, void* stream) = 0;
};

}  // namespace penstock::shmem
