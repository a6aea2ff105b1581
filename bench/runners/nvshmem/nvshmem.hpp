// What the benchmark calls of NVSHMEM, or of a library with the same routines: each fills in the table by a source of its own
// (library.cpp here, ../shmemx/library.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/library.hpp"

namespace bench::nvshmem {

struct Api {
  // With its version and file.
  std::string (*name)();
  // Between them the library is in use. Collective over the job, after the GPU has been selected. Throw Failure. `heap`: bytes
  // of symmetric memory that are wanted.
  void (*begin)(int rank, int ranks, std::size_t heap);
  void (*end)();
  void* (*allocate)(std::size_t bytes);
  void* (*allocate_host)(std::size_t bytes);  // null: it has no symmetric memory on the host
  void (*free)(void* memory);
  void (*put)(void* to, const void* from, std::size_t bytes, int rank);
  void (*get)(void* to, const void* from, std::size_t bytes, int rank);
  void (*put_nbi)(void* to, const void* from, std::size_t bytes, int rank);
  void (*get_nbi)(void* to, const void* from, std::size_t bytes, int rank);
  void (*quiet)();
  // Of all ranks, on a stream.
  void (*barrier_all)(void* stream);
  int (*float_sum)(float* to, const float* from, std::size_t count, void* stream);
  int (*float_sum_scatter)(float* to, const float* from, std::size_t count, void* stream);  // null: it has none
  int (*broadcast)(void* to, const void* from, std::size_t bytes, int root, void* stream);
  int (*collect)(void* to, const void* from, std::size_t bytes, void* stream);
  int (*all_to_all)(void* to, const void* from, std::size_t bytes, void* stream);
  // Data, then a signal that is set; waiting for a signal of at least a value. Null: it has none.
  void (*put_signal)(void* to, const void* from, std::size_t bytes, std::uint64_t* signal, std::uint64_t value, int rank,
                     void* stream);
  void (*wait_signal)(std::uint64_t* signal, std::uint64_t value, void* stream);
};

// Loaded at the first call, once. Throws Failure.
[[nodiscard]] const Api& api();
// Throws Failure for anything but 0; `call` is what failed.
void must(int result, const char* call);

// The library over all ranks of the job, begun at the first call, which is collective over MPI_COMM_WORLD; the GPU to use is
// selected by then. It holds one symmetric allocation that buffers are cut from, and the stream of the collectives.
class Session {
 public:
  static Session& get();
  // In front of the first get(): its memory is on the host.
  static void use_host();

  // A piece of the symmetric allocation. All ranks that take part in a case ask for the same in the same order, so that it lies
  // at the same place for each of them. Null where it does not fit.
  [[nodiscard]] void* take(std::size_t bytes);
  void give_back();
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] const Stream& stream() const { return stream_; }
  // A symmetric word of one case at a time.
  [[nodiscard]] std::uint64_t* word() const { return word_; }

  // Collective over the job.
  void end();

 private:
  Session();

  Stream stream_;
  char* memory_ = nullptr;
  std::uint64_t* word_ = nullptr;
  std::size_t capacity_, used_ = 0, pieces_ = 0;
};

}  // namespace bench::nvshmem

namespace bench {
struct Row;
class Scene;
namespace nvshmem {

// There and back on the streams of both ranks: data with a signal, which the other stream waits for. The host waits for its
// stream at the end of a window of such turns alone.
Row signal_latency(Scene& scene);

}  // namespace nvshmem
}  // namespace bench
