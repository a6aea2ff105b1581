// The rows that one-sided operations add to the counters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "observe/counters.hpp"

namespace penstock::proto::rma {

// Names of rows are "rma put direct", "rma get shm", "rma put served", "rma accumulate atomic", "rma flush", "rma lock wait".
// An operation that fails by one method and continues by another is counted in both rows. Not thread-safe.
class RmaCounters {
 public:
  // These have a row from the beginning, between host memories.
  enum Way : std::uint8_t {
    kPutDirect,         // by loads and stores of the caller
    kGetDirect,         // by loads and stores of the caller
    kAccumulateAtomic,  // by atomics of this rank's processor
    kAccumulateLock,    // by this rank, with a lock of the owner
    kAccumulateOwner,   // by the owner's process, which this rank asked
    kFlush,             // flushes, including those at the ends of epochs
    kLockWait,          // waits for locks of windows that another rank held
  };
  enum class Verb : std::uint8_t { kPut, kGet, kAccumulate };

  explicit RmaCounters(observe::Counters& counters);

  // Counts on the fastest paths: it costs two additions.
  void count(Way way, std::uint64_t bytes) noexcept {
    observe::PathRow& row = *rows_[way];
    ++row.messages;
    row.bytes += bytes;
  }
  // Counts an operation between any kinds of memory. `by`: text that lives as long as the program, the name
  // of a transport or one of the names of Way.
  void count(Verb verb, std::string_view by, accel::MemoryKind source, accel::MemoryKind destination, std::uint64_t bytes);

 private:
  struct Known {
    Verb verb;
    std::string_view by;
    accel::MemoryKind source;
    accel::MemoryKind destination;
    observe::PathId row;
  };

  observe::Counters& counters_;
  std::array<observe::PathRow*, kLockWait + 1> rows_{};
  std::vector<Known> known_;
};

}  // namespace penstock::proto::rma
