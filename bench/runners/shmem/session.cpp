#include "session.hpp"

#include <mpi.h>
#include <shmem.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

#include "gpus.hpp"
#include "mpi_call.hpp"

namespace bench::pe {
namespace {

constexpr std::size_t kHeap = 4 * Heap::kBytes;                 // the size of Open MPI's heap, whatever the variable says
constexpr std::size_t kWork = Heap::kBytes / 4 + Heap::kPiece;  // half of the larger of two buffers, and something
constexpr const char* kHeapVariable = "SHMEM_SYMMETRIC_SIZE";

int end_session(MPI_Comm, int, void*, void*) {
  Session::get().end();
  return MPI_SUCCESS;
}

// MPI deletes the attributes of MPI_COMM_SELF before anything else ends.
void end_with_mpi() {
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_session, &key, nullptr), "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
  check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

#ifdef OPEN_MPI
// shmem_init registers a handler that finalises OpenSHMEM at exit if nothing has done that; behind MPI_Finalize
// its barrier calls components that were unloaded. A later handler runs first: this one exits immediately,
// after the output has been written.
void leave_at_exit() {
  const auto leave = [](int status, void*) {
    std::fflush(nullptr);
    _exit(status);
  };
  if (on_exit(leave, nullptr) != 0) throw Failure("the system has no room for a handler at exit");
}
#endif

void must_be_numbered_alike() {
  int rank = 0;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  if (shmem_my_pe() != rank) {
    throw Failure("rank " + std::to_string(rank) + " is PE " + std::to_string(shmem_my_pe()) +
                  ": both need the same numbers; start the program by the library's own launcher");
  }
}

}  // namespace

void* Heap::take(std::size_t bytes) {
  const std::size_t whole = (bytes + kPiece - 1) / kPiece * kPiece;
  if (whole > kBytes - used_) return nullptr;
  char* const found = memory_ + used_;
  used_ += whole;
  ++pieces_;
  return found;
}

void Heap::give_back() {
  if (--pieces_ == 0) used_ = 0;
}

Session& Session::get() {
  static Session session;
  return session;
}

// A size that the user has set takes precedence over ours, which has room for the library's own data.
Session::Session() {
  const std::string heap = std::to_string(kHeap);
  setenv(kHeapVariable, heap.c_str(), 0);
  shmem_init();
#ifdef OPEN_MPI
  leave_at_exit();
#endif
  must_be_numbered_alike();
  host_ = Heap(shmem_align(Heap::kPiece, Heap::kBytes + Heap::kPiece));
  work_ = static_cast<float*>(shmem_align(Heap::kPiece, kWork));
  sync_ = static_cast<long*>(shmem_align(Heap::kPiece, SHMEM_SYNC_SIZE * sizeof(long)));
  if (host_.memory() == nullptr || work_ == nullptr || sync_ == nullptr) {
    throw Failure("the symmetric heap has no " + std::to_string(Heap::kBytes + kWork) +
                  " bytes for buffers: set SHMEM_SYMMETRIC_SIZE=" + heap + " or more");
  }
  std::fill_n(sync_, SHMEM_SYNC_SIZE, SHMEM_SYNC_VALUE);
  shmem_barrier_all();
  end_with_mpi();
}

void Session::open_gpus() {
  if (gpus_.memory() != nullptr) return;
  gpus_ = Heap(allocate_on_gpus(Heap::kBytes + Heap::kPiece));
  if (gpus_.memory() == nullptr) {
    throw Failure("a GPU of this job has no " + std::to_string(Heap::kBytes + Heap::kPiece) +
                  " bytes for buffers: free memory there");
  }
}

void Session::end() {
#ifndef OPEN_MPI  // Open MPI's shmem_finalize is MPI_Finalize, from which this function is called
  if (gpus_.memory() != nullptr) shmem_free(gpus_.memory());
  shmem_free(sync_);
  shmem_free(work_);
  shmem_free(host_.memory());
  shmem_finalize();
#endif
}

}  // namespace bench::pe
