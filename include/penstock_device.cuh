// Communication from inside kernels, by one thread, a full warp or a whole block: put, get, signals, fetch-add,
// barriers and small reductions on memory that the GPUs of all members map (penstock_device_window), and partitions
// of requests (MPIX_Prequest). It needs C++17 and compute capability 8.0 or later. docs/users/kernels.md has examples
// and says which calls may wait.
//
// _warp: all 32 threads of a warp make the call with the same arguments; _block: all threads of a block do. Offsets are bytes
// from the beginning of a member's memory. Data that a function writes to a member are ordered before the next signal or
// barrier of the same thread, warp or block; penstock_quiet orders them before all later operations.
//
// Functions that wait return 0, or PENSTOCK_DEVICE_ABORTED if a member is lost: then the awaited event has not occurred.
#ifndef PENSTOCK_DEVICE_CUH
#define PENSTOCK_DEVICE_CUH

#include <cstddef>
#include <cstdint>

#include "penstock_device.h"

#if defined(__CUDACC__)
#include "penstock_device_ptx.cuh"
#elif defined(PENSTOCK_DEVICE_ON_HOST)
#include PENSTOCK_DEVICE_ON_HOST  // the tests of this project compile the same functions for the host
#else
#error "penstock_device.cuh is for CUDA compilers: include it in .cu files"
#endif

#define PENSTOCK_DEVICE_ABORTED 1

// These say how a signal changes its word, and how a wait compares.
enum penstock_signal_op { PENSTOCK_SIGNAL_SET = 0, PENSTOCK_SIGNAL_ADD = 1 };
enum penstock_compare {
  PENSTOCK_CMP_EQ = 0,
  PENSTOCK_CMP_NE = 1,
  PENSTOCK_CMP_GT = 2,
  PENSTOCK_CMP_GE = 3,
  PENSTOCK_CMP_LT = 4,
  PENSTOCK_CMP_LE = 5
};

namespace penstock_device {

struct Thread {
  static PENSTOCK_DEVICE_FUNCTION unsigned rank() { return 0; }
  static PENSTOCK_DEVICE_FUNCTION unsigned size() { return 1; }
  static PENSTOCK_DEVICE_FUNCTION void sync() {}
  static PENSTOCK_DEVICE_FUNCTION bool any(bool what) { return what; }
  static constexpr std::uint64_t kMostDirect = 4096;  // bytes of a partition that a group of this size copies itself
};
struct Warp {
  static PENSTOCK_DEVICE_FUNCTION unsigned rank() { return thread_rank() % 32; }
  static PENSTOCK_DEVICE_FUNCTION unsigned size() { return 32; }
  static PENSTOCK_DEVICE_FUNCTION void sync() { sync_warp(); }
  static PENSTOCK_DEVICE_FUNCTION bool any(bool what) { return any_of_warp(what); }
  static constexpr std::uint64_t kMostDirect = 1U << 20;
};
struct Block {
  static PENSTOCK_DEVICE_FUNCTION unsigned rank() { return thread_rank(); }
  static PENSTOCK_DEVICE_FUNCTION unsigned size() { return block_threads(); }
  static PENSTOCK_DEVICE_FUNCTION void sync() { sync_block(); }
  static PENSTOCK_DEVICE_FUNCTION bool any(bool what) { return any_of_block(what); }
  static constexpr std::uint64_t kMostDirect = ~std::uint64_t{0};
};

PENSTOCK_DEVICE_FUNCTION std::uint64_t address(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

// ---- waiting ----
// Returns false if the word at `abort` is set.
template <typename Done>
PENSTOCK_DEVICE_FUNCTION bool wait(std::uint64_t abort, const Done& done) {
  constexpr unsigned kBusy = 16;   // polls without a pause
  constexpr unsigned kLooks = 64;  // polls for each read of the host's word, which takes much longer
  for (unsigned look = 1; !done(); ++look) {
    if (look % kLooks == 0 && load_acquire_32(abort) != 0) return false;
    if (look > kBusy) pause();
  }
  return true;
}

PENSTOCK_DEVICE_FUNCTION bool compares(std::uint64_t seen, penstock_compare compare, std::uint64_t value) {
  switch (compare) {
    case PENSTOCK_CMP_EQ: return seen == value;
    case PENSTOCK_CMP_NE: return seen != value;
    case PENSTOCK_CMP_GT: return seen > value;
    case PENSTOCK_CMP_GE: return seen >= value;
    case PENSTOCK_CMP_LT: return seen < value;
    default: return seen <= value;
  }
}

// ---- copying ----
// Several loads are in flight before the first store.
template <typename T, typename Group>
PENSTOCK_DEVICE_FUNCTION void copy_elements(std::uint64_t to, std::uint64_t from, std::uint64_t count) {
  constexpr unsigned kAhead = 4;
  const std::uint64_t step = Group::size();
  for (std::uint64_t first = Group::rank(); first < count; first += kAhead * step) {
    T value[kAhead];
    PENSTOCK_DEVICE_UNROLL
    for (unsigned i = 0; i < kAhead; ++i) {
      if (first + i * step < count) value[i] = load_fresh<T>(from + (first + i * step) * sizeof(T));
    }
    PENSTOCK_DEVICE_UNROLL
    for (unsigned i = 0; i < kAhead; ++i) {
      if (first + i * step < count) store<T>(to + (first + i * step) * sizeof(T), value[i]);
    }
  }
}

// Uses the widest accesses that both sides allow, and single bytes before and behind.
template <typename T, typename Group>
PENSTOCK_DEVICE_FUNCTION void copy_by(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  std::uint64_t head = (sizeof(T) - to % sizeof(T)) % sizeof(T);
  if (head > bytes) head = bytes;
  const std::uint64_t body = (bytes - head) / sizeof(T);
  const std::uint64_t done = head + body * sizeof(T);
  copy_elements<std::uint8_t, Group>(to, from, head);
  copy_elements<T, Group>(to + head, from + head, body);
  copy_elements<std::uint8_t, Group>(to + done, from + done, bytes - done);
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const std::uint64_t apart = (to ^ from) % 16;
  if (apart == 0) return copy_by<Quad, Group>(to, from, bytes);
  if (apart % 8 == 0) return copy_by<std::uint64_t, Group>(to, from, bytes);
  if (apart % 4 == 0) return copy_by<std::uint32_t, Group>(to, from, bytes);
  copy_by<std::uint8_t, Group>(to, from, bytes);
}

// ---- windows ----
PENSTOCK_DEVICE_FUNCTION std::uint64_t row_of(const penstock_device_window& window, int rank) {
  return window.members + static_cast<std::uint64_t>(rank) * sizeof(penstock_device_member);
}
PENSTOCK_DEVICE_FUNCTION std::uint64_t memory_of(const penstock_device_window& window, int rank) {
  return load<std::uint64_t>(row_of(window, rank) + offsetof(penstock_device_member, memory));
}
PENSTOCK_DEVICE_FUNCTION std::uint64_t words_of(const penstock_device_window& window, int rank) {
  return load<std::uint64_t>(row_of(window, rank) + offsetof(penstock_device_member, words));
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION void put(const penstock_device_window& window, int rank, std::uint64_t offset, const void* source,
                                  std::size_t bytes) {
  copy<Group>(memory_of(window, rank) + offset, address(source), bytes);
  Group::sync();
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION void get(const penstock_device_window& window, void* target, int rank, std::uint64_t offset,
                                  std::size_t bytes) {
  copy<Group>(address(target), memory_of(window, rank) + offset, bytes);
  Group::sync();
}

// One thread calls it after its group has written: the release covers the writes that the group's
// barrier has ordered before it.
PENSTOCK_DEVICE_FUNCTION void signal(const penstock_device_window& window, int rank, std::uint64_t offset, std::uint64_t value,
                                     penstock_signal_op op) {
  const std::uint64_t word = memory_of(window, rank) + offset;
  if (op == PENSTOCK_SIGNAL_SET) return store_release_64(word, value);
  if (window.atomics == 0) trap();
  static_cast<void>(fetch_add_64(word, value));
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION void put_signal(const penstock_device_window& window, int rank, std::uint64_t offset,
                                         const void* source, std::size_t bytes, std::uint64_t signal_offset,
                                         std::uint64_t value, penstock_signal_op op) {
  put<Group>(window, rank, offset, source, bytes);
  if (Group::rank() == 0) signal(window, rank, signal_offset, value, op);
  Group::sync();
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION int signal_wait(const penstock_device_window& window, std::uint64_t signal_offset,
                                         penstock_compare compare, std::uint64_t value) {
  bool lost = false;
  if (Group::rank() == 0) {
    const std::uint64_t word = window.memory + signal_offset;
    lost = !wait(window.abort, [=] { return compares(load_acquire_64(word), compare, value); });
  }
  return Group::any(lost) ? PENSTOCK_DEVICE_ABORTED : 0;
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION void quiet() {
  fence_system();
  Group::sync();
}

// Signals to all members that this one has arrived at barrier `number`, and waits until all have arrived. Each thread of the
// group serves some of them.
template <typename Group>
PENSTOCK_DEVICE_FUNCTION int meet(const penstock_device_window& window, std::uint64_t number) {
  Group::sync();
  const auto size = static_cast<unsigned>(window.size);
  const std::uint64_t mine = PENSTOCK_DEVICE_ARRIVALS + static_cast<std::uint64_t>(window.rank) * sizeof(std::uint64_t);
  for (unsigned i = Group::rank(); i < size; i += Group::size()) {
    store_release_64(words_of(window, static_cast<int>(i)) + mine, number);
  }
  bool lost = false;
  for (unsigned i = Group::rank(); i < size; i += Group::size()) {
    const std::uint64_t theirs = window.words + PENSTOCK_DEVICE_ARRIVALS + i * sizeof(std::uint64_t);
    lost |= !wait(window.abort, [=] { return load_acquire_64(theirs) >= number; });
  }
  return Group::any(lost) ? PENSTOCK_DEVICE_ABORTED : 0;
}

// Returns the number of the next barrier; end_meeting() makes it the last one.
PENSTOCK_DEVICE_FUNCTION std::uint64_t next_meeting(const penstock_device_window& window) {
  return load_fresh<std::uint64_t>(window.words + PENSTOCK_DEVICE_BARRIERS) + 1;
}
template <typename Group>
PENSTOCK_DEVICE_FUNCTION void end_meeting(const penstock_device_window& window, std::uint64_t number) {
  if (Group::rank() == 0) store<std::uint64_t>(window.words + PENSTOCK_DEVICE_BARRIERS, number);
  Group::sync();
}

template <typename Group>
PENSTOCK_DEVICE_FUNCTION int barrier(const penstock_device_window& window) {
  const std::uint64_t number = next_meeting(window);
  const int result = meet<Group>(window, number);
  end_meeting<Group>(window, number);
  return result;
}

// The last block of the grid that arrives acts for all of them.
PENSTOCK_DEVICE_FUNCTION int barrier_grid(const penstock_device_window& window) {
  const std::uint64_t grids = window.words + PENSTOCK_DEVICE_GRIDS;
  const std::uint64_t blocks = window.words + PENSTOCK_DEVICE_BLOCKS;
  const std::uint64_t number = load_acquire_64(grids) + 1;
  sync_block();
  bool last = false;
  if (thread_rank() == 0) last = fetch_add_local_32(blocks, 1) + 1 == grid_blocks();
  bool lost = false;
  if (any_of_block(last)) {
    lost = barrier<Block>(window) != 0;
    if (thread_rank() == 0) {
      store<std::uint32_t>(blocks, 0);
      store_release_64(grids, number);
    }
  } else if (thread_rank() == 0) {
    lost = !wait(window.abort, [=] { return load_acquire_64(grids) >= number; });
  }
  return any_of_block(lost) ? PENSTOCK_DEVICE_ABORTED : 0;
}

// ---- reductions ----
struct Sum {
  template <typename T>
  PENSTOCK_DEVICE_FUNCTION T operator()(T one, T other) const {
    return one + other;
  }
};
struct Min {
  template <typename T>
  PENSTOCK_DEVICE_FUNCTION T operator()(T one, T other) const {
    return other < one ? other : one;
  }
};
struct Max {
  template <typename T>
  PENSTOCK_DEVICE_FUNCTION T operator()(T one, T other) const {
    return one < other ? other : one;
  }
};

// All members put their elements into the inboxes of all, synchronise, and reduce them in the order of ranks, so all get the
// same bits. Two inboxes alternate: a member that writes to one has synchronised with all members that read it before.
template <typename Group, typename T, typename Op>
PENSTOCK_DEVICE_FUNCTION int reduce(const penstock_device_window& window, T* target, const T* source, std::size_t count,
                                    const Op& op) {
  constexpr std::size_t kMost = PENSTOCK_DEVICE_INBOX_BYTES / sizeof(T);
  const auto size = static_cast<std::uint64_t>(window.size);
  for (std::size_t done = 0; done < count; done += kMost) {
    const std::size_t part = count - done < kMost ? count - done : kMost;
    const std::uint64_t number = next_meeting(window);
    const std::uint64_t inboxes = PENSTOCK_DEVICE_INBOXES(size) + number % 2 * size * PENSTOCK_DEVICE_INBOX_BYTES;
    const std::uint64_t mine = inboxes + static_cast<std::uint64_t>(window.rank) * PENSTOCK_DEVICE_INBOX_BYTES;
    for (std::uint64_t i = Group::rank(); i < part * size; i += Group::size()) {
      const std::uint64_t to = words_of(window, static_cast<int>(i / part)) + mine + i % part * sizeof(T);
      store<T>(to, load<T>(address(source + done + i % part)));
    }
    if (meet<Group>(window, number) != 0) return PENSTOCK_DEVICE_ABORTED;
    for (std::size_t i = Group::rank(); i < part; i += Group::size()) {
      const std::uint64_t from = window.words + inboxes + i * sizeof(T);
      T value = load_fresh<T>(from);
      for (std::uint64_t member = 1; member < size; ++member) {
        value = op(value, load_fresh<T>(from + member * PENSTOCK_DEVICE_INBOX_BYTES));
      }
      store<T>(address(target + done + i), value);
    }
    end_meeting<Group>(window, number);
  }
  return 0;
}

}  // namespace penstock_device

// PENSTOCK_DEVICE_FORMS(RESULT, NAME, (PARAMETERS), CALL, (ARGUMENTS)) defines the forms for a thread, a warp and a block.
#define PENSTOCK_DEVICE_FORMS(result, name, parameters, call, arguments) \
  PENSTOCK_DEVICE_FUNCTION result name parameters {                      \
    return ::penstock_device::call<::penstock_device::Thread> arguments; \
  }                                                                      \
  PENSTOCK_DEVICE_FUNCTION result name##_warp parameters {               \
    return ::penstock_device::call<::penstock_device::Warp> arguments;   \
  }                                                                      \
  PENSTOCK_DEVICE_FUNCTION result name##_block parameters {              \
    return ::penstock_device::call<::penstock_device::Block> arguments;  \
  }

// Returns the address of `offset` in a member's memory for loads, stores and atomics of this GPU.
PENSTOCK_DEVICE_FUNCTION void* penstock_ptr(const penstock_device_window& window, int rank, std::uint64_t offset) {
  return reinterpret_cast<void*>(penstock_device::memory_of(window, rank) + offset);
}

// Copies `bytes` from `source` to the member's memory; the source may be overwritten when the call returns.
PENSTOCK_DEVICE_FORMS(void, penstock_put,
                      (const penstock_device_window& window, int rank, std::uint64_t offset, const void* source,
                       std::size_t bytes),
                      put, (window, rank, offset, source, bytes))
// Copies `bytes` of the member's memory to `target`, where they have arrived when the call returns.
PENSTOCK_DEVICE_FORMS(void, penstock_get,
                      (const penstock_device_window& window, void* target, int rank, std::uint64_t offset, std::size_t bytes),
                      get, (window, target, rank, offset, bytes))
// Puts as penstock_put does, then sets the 8-byte word at `signal_offset` of the member's memory to `value`, or
// adds it: a thread that waits for the word sees the data. Adding needs penstock_device_window::atomics;
// without it a trap ends the kernel.
PENSTOCK_DEVICE_FORMS(void, penstock_put_signal,
                      (const penstock_device_window& window, int rank, std::uint64_t offset, const void* source,
                       std::size_t bytes, std::uint64_t signal_offset, std::uint64_t value, penstock_signal_op op),
                      put_signal, (window, rank, offset, source, bytes, signal_offset, value, op))
// Waits until the comparison holds for the word at `signal_offset` of this rank's own memory.
PENSTOCK_DEVICE_FORMS(int, penstock_signal_wait_until,
                      (const penstock_device_window& window, std::uint64_t signal_offset, penstock_compare compare,
                       std::uint64_t value),
                      signal_wait, (window, signal_offset, compare, value))
// Adds to an 8-byte word of the member's memory; returns the old value. One thread calls it; it needs
// penstock_device_window::atomics.
PENSTOCK_DEVICE_FUNCTION std::uint64_t penstock_fetch_add(const penstock_device_window& window, int rank, std::uint64_t offset,
                                                          std::uint64_t value) {
  if (window.atomics == 0) penstock_device::trap();
  return penstock_device::fetch_add_64(penstock_device::memory_of(window, rank) + offset, value);
}
// Orders all earlier writes of the group to any member before its later operations.
PENSTOCK_DEVICE_FORMS(void, penstock_quiet, (), quiet, ())

// Waits until all members have entered, and orders their earlier writes. One thread, warp or block of each member's kernel
// calls it at a time, in the same order on all members, together with reductions on the same window.
PENSTOCK_DEVICE_FORMS(int, penstock_barrier, (const penstock_device_window& window), barrier, (window))
// Is a barrier of all blocks of one kernel of each member. All blocks must run at the same time:
// the launch is a cooperative one.
PENSTOCK_DEVICE_FUNCTION int penstock_barrier_grid(const penstock_device_window& window) {
  return penstock_device::barrier_grid(window);
}

// Each member's `target` gets, element by element, the sum (minimum, maximum) of all members' `source`; the two
// may be the same. Operands are combined in the order of ranks, so all get the same bits. It is meant for a few
// KiB: it handles 1 KiB at a time.
#define PENSTOCK_DEVICE_REDUCTION(name, Op)                                                                             \
  template <typename T>                                                                                                 \
  PENSTOCK_DEVICE_FUNCTION int name##_warp(const penstock_device_window& window, T* target, const T* source,            \
                                           std::size_t count) {                                                         \
    return ::penstock_device::reduce<::penstock_device::Warp>(window, target, source, count, ::penstock_device::Op());  \
  }                                                                                                                     \
  template <typename T>                                                                                                 \
  PENSTOCK_DEVICE_FUNCTION int name##_block(const penstock_device_window& window, T* target, const T* source,           \
                                            std::size_t count) {                                                        \
    return ::penstock_device::reduce<::penstock_device::Block>(window, target, source, count, ::penstock_device::Op()); \
  }
PENSTOCK_DEVICE_REDUCTION(penstock_sum_reduce, Sum)
PENSTOCK_DEVICE_REDUCTION(penstock_min_reduce, Min)
PENSTOCK_DEVICE_REDUCTION(penstock_max_reduce, Max)

#include "penstock_device_request.cuh"
#include "penstock_device_shmem.cuh"

#endif  // PENSTOCK_DEVICE_CUH
