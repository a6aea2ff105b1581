// Puts, gets and signals between the two PEs of a pair, atomics, and barriers.
#pragma once

#include "scene.hpp"

namespace bench::pe {

// What a case is named after: shmem_ and the name, then _lat, _bw or _mr, which say what is timed.
struct Move {
  const char* name;
  bool gets;
  void (*call)(void* dest, const void* source, std::size_t bytes, int pe);
};
struct Atomic;  // atomics.cpp

// Each is followed by shmem_quiet.
Row move_latency(Scene& scene);
// --window of them, then shmem_quiet.
Row move_bandwidth(Scene& scene);
Row move_rate(Scene& scene);
// There and back by shmem_putmem_signal and shmem_signal_wait_until.
Row signal_latency(Scene& scene);
// One element, of 4 and of 8 bytes.
Row atomic_latency(Scene& scene);
Row barrier_latency(Scene& scene);

// The names of the cases of those functions, in the order of the list.
std::vector<std::string> move_names();
std::vector<std::string> atomic_names();

}  // namespace bench::pe
