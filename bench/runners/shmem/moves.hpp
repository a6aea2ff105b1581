// Puts, gets and signals between the two PEs of a pair, atomics, barriers and collectives.
#pragma once

#include <span>

#include "scene.hpp"

namespace bench::pe {

// What a case is named after: shmem_ and the name, then _lat, _bw or _mr, which say what is timed.
struct Move {
  const char* name;
  bool gets;
  void (*call)(void* dest, const void* source, std::size_t bytes, int pe);
};
struct Atomic;  // atomics.cpp

// Throws Unsupported for options that OpenSHMEM has nothing for.
void must_be_plain(const Scene& scene);

// Each is followed by shmem_quiet. What is put lies in memory of the first side of --memory, where it goes to in memory of the
// second; what is got, the other way.
Row move_latency(Scene& scene);
// --window of them, then shmem_quiet.
Row move_bandwidth(Scene& scene);
Row move_rate(Scene& scene);
// There and back by shmem_putmem_signal and shmem_signal_wait_until; the signal is in the host's heap.
Row signal_latency(Scene& scene);
// One element, of 4 and of 8 bytes.
Row atomic_latency(Scene& scene);
Row barrier_latency(Scene& scene);
Row collective(Scene& scene);

// Of the cases of moves, in the order of the list.
[[nodiscard]] std::span<const Move> moves();
// shmem_p and shmem_g: one element, which is a value at its origin.
[[nodiscard]] bool is_word(const Move& move);
// The names of the cases of atomics, in the order of the list.
[[nodiscard]] std::vector<std::string> atomic_names();

}  // namespace bench::pe
