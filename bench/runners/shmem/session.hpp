// OpenSHMEM over all ranks of the job, whose PE numbers are those ranks, and pieces of one symmetric allocation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bench::pe {

// Begun at the first call, which is collective over MPI_COMM_WORLD, and ended when MPI_Finalize begins. Throws Failure.
class Session {
 public:
  static Session& get();

  // All ranks that take part in a case ask for the same in the same order, so that it lies at the same place for each of them.
  // Null where it does not fit.
  [[nodiscard]] void* take(std::size_t bytes);
  // Of the last piece the memory is free again.
  void give_back();
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  // A symmetric word of one case at a time.
  [[nodiscard]] std::uint64_t* word() const { return word_; }

  // Collective over the job.
  void end();

 private:
  Session();

  char* memory_ = nullptr;
  std::uint64_t* word_ = nullptr;
  std::size_t capacity_, used_ = 0, pieces_ = 0;
};

}  // namespace bench::pe
