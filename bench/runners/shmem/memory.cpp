// Buffers are pieces of the symmetric heap. Takes the place of bench/memory.cpp.
#include "memory.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <shmem.h>
#include <unistd.h>

#include "mpi_call.hpp"
#include "session.hpp"

namespace bench {
namespace pe {
namespace {

constexpr std::size_t kPiece = 4096;                   // buffers begin at multiples of it
constexpr std::size_t kMemory = std::size_t{1} << 26;  // for buffers
constexpr std::size_t kHeap = 4 * kMemory;             // what Open MPI has, whatever the variable says
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
// shmem_init registers a handler that ends OpenSHMEM at exit, where nothing has ended it; behind MPI_Finalize its barrier calls
// components that were unloaded. A later handler comes first: this one leaves with what the program has written.
void leave_at_exit() {
  const auto leave = [](int status, void*) {
    std::fflush(nullptr);
    _exit(status);
  };
  if (on_exit(leave, nullptr) != 0) throw Failure("the system has no room for a handler at exit");
}
#endif

}  // namespace

Session& Session::get() {
  static Session session;
  return session;
}

// The user's own size goes before ours, which has room for what the library keeps there itself.
Session::Session() : capacity_(kMemory) {
  const std::string heap = std::to_string(kHeap);
  setenv(kHeapVariable, heap.c_str(), 0);
  shmem_init();
#ifdef OPEN_MPI
  leave_at_exit();
#endif
  int rank = 0;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  if (shmem_my_pe() != rank) {
    throw Failure("rank " + std::to_string(rank) + " is PE " + std::to_string(shmem_my_pe()) +
                  ": both need the same numbers; start the program by the library's own launcher");
  }
  memory_ = static_cast<char*>(shmem_align(kPiece, capacity_));
  word_ = static_cast<std::uint64_t*>(shmem_align(kPiece, kPiece));
  if (memory_ == nullptr || word_ == nullptr) {
    throw Failure("the symmetric heap has no " + std::to_string(capacity_) +
                  " bytes for buffers: set SHMEM_SYMMETRIC_SIZE=" + heap + " or more");
  }
  end_with_mpi();
}

void Session::end() {
#ifndef OPEN_MPI  // its shmem_finalize is MPI_Finalize, from which this is called
  shmem_free(word_);
  shmem_free(memory_);
  shmem_finalize();
#endif
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
  if (--pieces_ == 0) used_ = 0;
}

}  // namespace pe

Memory::Memory(const std::string& kind, int /*local_rank*/) {
  if (kind != "host") throw Failure("the symmetric heap of this program is memory of the host: leave out --memory " + kind);
  pe::Session::get();
}

Memory Memory::pinned() const {
  throw Failure("--staged copies memory of GPUs: these cases have none");
}

Buffer::Buffer(const Memory& memory, std::size_t bytes) : memory_(memory), bytes_(std::max<std::size_t>(bytes, 1)) {
  data_ = pe::Session::get().take(bytes_);
  if (data_ == nullptr) {
    throw Unsupported("the symmetric heap has " + std::to_string(pe::Session::get().capacity()) +
                      " bytes for buffers, too few for this size: choose a smaller --max");
  }
}

Buffer::~Buffer() {
  if (owned_) pe::Session::get().give_back();
}

void Buffer::write(const void* from, std::size_t bytes) {
  std::memcpy(data_, from, bytes);
}
void Buffer::read(void* to, std::size_t bytes) const {
  std::memcpy(to, data_, bytes);
}
void Buffer::touch() {
  std::memset(data_, 0x33, bytes_);
}

}  // namespace bench
