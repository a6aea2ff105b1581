// Puts, gets and signals between the two PEs of a pair, atomics, barriers and collectives.
#pragma once

#include <span>

#include "scene.hpp"

namespace bench::pe {

// The operation that a case is named after: shmem_ and the name, then _lat, _bw or _mr, which say what is timed.
struct Move {
  const char* name;
  bool gets;
  void (*call)(void* dest, const void* source, std::size_t bytes, int pe);
};
struct Atomic;  // atomics.cpp

// Throws Unsupported for options that OpenSHMEM has nothing for.
void must_be_plain(const Scene& scene);

// Each operation is followed by shmem_quiet. A put goes from memory of the first side of --memory to memory of the
// second; a get goes the other way.
Row move_latency(Scene& scene);
// Measures --window operations, then shmem_quiet.
Row move_bandwidth(Scene& scene);
Row move_rate(Scene& scene);
// Measures round trips by shmem_putmem_signal and shmem_signal_wait_until; the signal is in the host's heap.
Row signal_latency(Scene& scene);
// Measures operations on one element, of 4 and of 8 bytes.
Row atomic_latency(Scene& scene);
Row barrier_latency(Scene& scene);
Row collective(Scene& scene);

// The operations that are timed, in the order of the list.
[[nodiscard]] std::span<const Move> moves();
// True for shmem_p and shmem_g, which move one element, a value at its origin.
[[nodiscard]] bool is_word(const Move& move);
// The names of the cases of atomics, in the order of the list.
[[nodiscard]] std::vector<std::string> atomic_names();

}  // namespace bench::pe
