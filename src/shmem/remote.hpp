// These operations reach heaps that no load or store of this PE reaches: those of PEs on other hosts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace penstock::shmem {

// A Transfer moves blocks between memory of the caller and that of a PE. `remote` is the caller's own address of it.
struct Transfer {
  const char* routine;
  void* remote;
  void* local;
  std::uint64_t block;       // bytes, at least 1
  std::uint64_t blocks;      // at least 1
  std::int64_t remote_step;  // bytes from block to block, where there are several
  std::int64_t local_step;
  int pe;
  bool returns;  // the call returns at once, and `local` lies still until quiet()
};

enum class AtomicVerb : std::uint8_t { kFetch, kSet, kSwap, kCompareSwap, kAdd, kAnd, kOr, kXor };

// The operand is an unsigned integer of 4 or 8 bytes, or the bits of one.
struct AtomicRequest {
  const char* routine;
  void* remote;
  AtomicVerb verb;
  unsigned width;
  bool fetches;
  int pe;
  std::uint64_t value;
  std::uint64_t compare;
};

// One PE has these. An operation that cannot be done prints the routine with the cause and ends the job.
class Remote {
 public:
  Remote() = default;
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;
  virtual ~Remote() = default;

  virtual void put(const Transfer& transfer) = 0;
  virtual void get(const Transfer& transfer) = 0;
  // Returns the former value if the request fetches; else it may be under way until quiet().
  virtual std::uint64_t atomic(const AtomicRequest& request) = 0;
  // Blocks until all operations so far are done, and visible at their PEs.
  virtual void quiet(const char* routine) = 0;
  // Makes all operations on that PE so far visible there before those that follow.
  virtual void fence(const char* routine, int pe) = 0;
  // Returns the address for loads and stores of this PE where View::place() does not find it; null: they do not reach it.
  [[nodiscard]] virtual std::byte* find(const void* address, std::uint64_t bytes, int pe) = 0;
  // Follows a store that this PE made there itself, which that PE may wait for: it wakes if it sleeps.
  virtual void ring(int pe) = 0;
};

}  // namespace penstock::shmem
