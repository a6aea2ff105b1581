// OpenSHMEM over all ranks of the job, whose PE numbers are those ranks, and pieces of symmetric allocations.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bench::pe {

// One symmetric allocation, in memory of the host or of GPUs.
class Heap {
 public:
  static constexpr std::size_t kBytes = std::size_t{1} << 26;  // bytes for pieces
  static constexpr std::size_t kPiece = 4096;                  // pieces begin at multiples of it

  Heap() = default;
  // `memory` has kBytes + kPiece.
  explicit Heap(void* memory) : memory_(static_cast<char*>(memory)) {}

  // Takes a piece. All ranks that take part in a case ask for the same pieces in the same order, so that each lies at the same
  // place on all of them. Null where it does not fit.
  [[nodiscard]] void* take(std::size_t bytes);
  // Frees the piece that was taken last.
  void give_back();
  // A symmetric word, with free bytes behind it, which one case at a time uses.
  [[nodiscard]] std::uint64_t* word() const { return reinterpret_cast<std::uint64_t*>(memory_ + kBytes); }
  [[nodiscard]] char* memory() const { return memory_; }

 private:
  char* memory_ = nullptr;
  std::size_t used_ = 0, pieces_ = 0;
};

// The first call, which is collective over MPI_COMM_WORLD, initialises OpenSHMEM; it is finalised when
// MPI_Finalize begins. Throws Failure.
class Session {
 public:
  static Session& get();

  // The heap in host memory or, after open_gpus(), in GPU memory.
  [[nodiscard]] Heap& heap(bool gpu) { return gpu ? gpus_ : host_; }
  // Opens the heap in GPU memory. The first call is collective over the job, after each rank has
  // selected its GPU. Throws Failure.
  void open_gpus();
  // The work arrays of collectives over active sets, large enough for any such collective that the buffers have room for.
  [[nodiscard]] long* sync() const { return sync_; }
  [[nodiscard]] float* work() const { return work_; }

  // Finalises OpenSHMEM. Collective over the job.
  void end();

 private:
  Session();

  Heap host_, gpus_;
  long* sync_ = nullptr;
  float* work_ = nullptr;
};

}  // namespace bench::pe
