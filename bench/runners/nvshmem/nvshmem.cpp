#include "nvshmem.hpp"

#include <mpi.h>

#include "mpi_call.hpp"

namespace bench::nvshmem {
namespace {

constexpr std::size_t kPiece = 4096;                   // buffers begin at multiples of it
constexpr std::size_t kMemory = std::size_t{1} << 30;  // of the symmetric heap, for buffers

bool on_host = false;

}  // namespace

void must(int result, const char* call) {
  if (result != 0)
    throw Failure(std::string(call) + " failed with " + std::to_string(result) +
                  "; with NVSHMEM, NVSHMEM_DEBUG=WARN says more");
}

Session& Session::get() {
  static Session session;
  return session;
}

void Session::use_host() {
  on_host = true;
}

// The extra room is for the library's own data in its heap.
Session::Session() : capacity_(kMemory) {
  int rank = 0, ranks = 1;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(MPI_COMM_WORLD, &ranks), "MPI_Comm_size");
  api().begin(rank, ranks, kMemory + kMemory / 4);
  memory_ = static_cast<char*>((on_host ? api().allocate_host : api().allocate)(capacity_ + kPiece));
  if (memory_ == nullptr) {
    throw Failure(
        "the symmetric heap has no " + std::to_string(capacity_) +
        " bytes: free memory of the GPU, or set NVSHMEM_SYMMETRIC_SIZE (of memory of the host SHMEM_SYMMETRIC_SIZE) to more");
  }
  word_ = reinterpret_cast<std::uint64_t*>(memory_ + capacity_);
  at_end([] { get().end(); });
}

void Session::end() {
  api().free(memory_);
  api().end();
}

void* Session::take(std::size_t bytes) {
  const std::size_t whole = (bytes + kPiece - 1) / kPiece * kPiece;
  if (whole > capacity_ - used_) return nullptr;
  char* const found = memory_ + used_;
  used_ += whole;
  ++pieces_;
  return found;
}

void Session::give_back() {
  if (--pieces_ == 0) used_ = 0;  // buffers of a case are freed together
}

}  // namespace bench::nvshmem
