// OpenSHMEM over all ranks of the job, whose PE numbers are those ranks, and pieces of symmetric allocations.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bench::pe {

// One symmetric allocation, in memory of the host or of GPUs.
class Heap {
 public:
  static constexpr std::size_t kBytes = std::size_t{1} << 26;  // for pieces
  static constexpr std::size_t kPiece = 4096;                  // they begin at multiples of it

  Heap() = default;
  // `memory` has kBytes + kPiece.
  explicit Heap(void* memory) : memory_(static_cast<char*>(memory)) {}

  // All ranks that take part in a case ask for the same in the same order, so that it lies at the same place for each of them.
  // Null where it does not fit.
  [[nodiscard]] void* take(std::size_t bytes);
  // Of the last piece the memory is free again.
  void give_back();
  // A symmetric word, with free bytes behind it, of one case at a time.
  [[nodiscard]] std::uint64_t* word() const { return reinterpret_cast<std::uint64_t*>(memory_ + kBytes); }
  [[nodiscard]] char* memory() const { return memory_; }

 private:
  char* memory_ = nullptr;
  std::size_t used_ = 0, pieces_ = 0;
};

// Begun at the first call, which is collective over MPI_COMM_WORLD, and ended when MPI_Finalize begins. Throws Failure.
class Session {
 public:
  static Session& get();

  // Of the host, or, after open_gpus(), of GPUs.
  [[nodiscard]] Heap& heap(bool gpu) { return gpu ? gpus_ : host_; }
  // Collective over the job at the first call, after each rank has selected its GPU. Throws Failure.
  void open_gpus();
  // What collectives over active sets ask for, of any that buffers have room for.
  [[nodiscard]] long* sync() const { return sync_; }
  [[nodiscard]] float* work() const { return work_; }

  // Collective over the job.
  void end();

 private:
  Session();

  Heap host_, gpus_;
  long* sync_ = nullptr;
  float* work_ = nullptr;
};

}  // namespace bench::pe
