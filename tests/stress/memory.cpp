#include "memory.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace stress {
namespace {

penstock_gpu_kind kind_of(const std::string& memory) {
  penstock_gpu_kind kind = PENSTOCK_GPU_DEVICE;
  if (penstock_gpu_kind_named(memory.c_str(), &kind) != 0) die("--memory: host, or: " + std::string(penstock_gpu_error()));
  return kind;
}

}  // namespace

void die(const std::string& what) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "stress: rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

Memory::Memory(const std::string& kind, std::size_t bytes) : bytes_(std::max<std::size_t>(1, bytes)), gpu_(kind != "host") {
  if (!gpu_) {
    memory_ = std::malloc(bytes_);
    std::memset(memory_, 0, bytes_);
    return;
  }
  kind_ = kind_of(kind);
  if (penstock_gpu_allocate(kind_, bytes_, &memory_) != 0) die(penstock_gpu_error());
}

Memory::~Memory() {
  if (!gpu_) {
    std::free(memory_);
  } else if (penstock_gpu_free(kind_, memory_) != 0) {
    die(penstock_gpu_error());
  }
}

void Memory::put(const void* from) const {
  if (!gpu_) {
    std::memcpy(memory_, from, bytes_);
  } else if (penstock_gpu_copy(memory_, from, bytes_) != 0) {
    die(penstock_gpu_error());
  }
}

void Memory::get(void* to) const {
  if (!gpu_) {
    std::memcpy(to, memory_, bytes_);
  } else if (penstock_gpu_copy(to, memory_, bytes_) != 0) {
    die(penstock_gpu_error());
  }
}

}  // namespace stress
