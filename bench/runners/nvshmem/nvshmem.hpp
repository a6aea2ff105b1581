// The functions of NVSHMEM, or of a library with the same routines, that the benchmark calls. Each library fills in the table
// in a source of its own (library.cpp here, ../shmemx/library.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/library.hpp"

namespace bench::nvshmem {

struct Api {
  // Returns the library's name with its version and file.
  std::string (*name)();
  // The library is in use between begin() and end(). Both are collective over the job, after the GPU has been selected, and
  // throw Failure. `heap`: bytes of symmetric memory that are wanted.
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
  // These are collective over all ranks, on a stream.
  void (*barrier_all)(void* stream);
  int (*float_sum)(float* to, const float* from, std::size_t count, void* stream);
  int (*float_sum_scatter)(float* to, const float* from, std::size_t count, void* stream);  // null: it has none
  int (*broadcast)(void* to, const void* from, std::size_t bytes, int root, void* stream);
  int (*collect)(void* to, const void* from, std::size_t bytes, void* stream);
  int (*all_to_all)(void* to, const void* from, std::size_t bytes, void* stream);
  // The first puts data and then sets a signal; the second waits until a signal has at least a
  // value. Null: the library has none.
  void (*put_signal)(void* to, const void* from, std::size_t bytes, std::uint64_t* signal, std::uint64_t value, int rank,
                     void* stream);
  void (*wait_signal)(std::uint64_t* signal, std::uint64_t value, void* stream);
};

// Returns the table, which is loaded once, at the first call. Throws Failure.
[[nodiscard]] const Api& api();
// Throws Failure for any result but 0; `call` is the name of the failed call.
void must(int result, const char* call);

// The library over all ranks of the job. The first call, which is collective over MPI_COMM_WORLD, initialises it; the GPU to
// use is selected by then. It holds one symmetric allocation, of which buffers are pieces, and the stream of the collectives.
class Session {
 public:
  static Session& get();
  // Places the symmetric memory on the host. It is called before the first get().
  static void use_host();

  // Takes a piece of the symmetric allocation. All ranks that take part in a case ask for the same pieces in the same order, so
  // that each lies at the same place on all of them. Null where it does not fit.
  [[nodiscard]] void* take(std::size_t bytes);
  void give_back();
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] const Stream& stream() const { return stream_; }
  // A symmetric word, which one case at a time uses.
  [[nodiscard]] std::uint64_t* word() const { return word_; }

  // Finalises the library. Collective over the job.
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

// Round trips on the streams of both ranks: data with a signal, for which the other stream waits. The host waits for its stream
// only at the end of a window of such round trips.
Row signal_latency(Scene& scene);

}  // namespace nvshmem
}  // namespace bench
