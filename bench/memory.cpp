#include "memory.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "mpi_call.hpp"

#ifdef PENSTOCK_BENCH_GPU
#include <penstock_gpu.h>
#endif

namespace bench {
namespace {

#ifdef PENSTOCK_BENCH_GPU
// Device memory is no address of the host: a library that is not GPU-aware faults at the first byte.
void name_the_fault(int signal) {
  constexpr char text[] =
      "penstock-bench: segmentation fault with memory of a GPU: is this MPI library CUDA-aware? --memory host or pinned works "
      "with any\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(128 + signal);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void must(int result) {
  if (result != 0) throw Failure(std::string("GPU: ") + penstock_gpu_error());
}

penstock_gpu_kind kind_of(const std::string& kind) {
  penstock_gpu_kind found = PENSTOCK_GPU_DEVICE;
  must(penstock_gpu_kind_named(kind.c_str(), &found));
  return found;
}

std::string open_device(const std::string& kind, int local_rank) {
  const int devices = penstock_gpu_open();
  if (devices == 0) throw Failure(kind + " memory needs a GPU and its driver: " + penstock_gpu_error());
  const int device = local_rank % devices;
  char name[64] = "";
  must(penstock_gpu_select(device));
  must(penstock_gpu_device_name(device, name, sizeof name));
  if (penstock_gpu_host_readable(kind_of(kind)) == 0) std::signal(SIGSEGV, name_the_fault);
  return std::string(penstock_gpu_is_standin() != 0 ? "stand-in driver, not a GPU: " : "") + name;
}
#endif

constexpr std::size_t kPage = 4096;

}  // namespace

#ifdef PENSTOCK_BENCH_GPU
Memory::Memory(const std::array<std::string, 2>& sides, std::size_t side, int local_rank) {
  const std::string& kind = sides[side];
  if (kind == "host") return;
  where_ = open_device(kind, local_rank);
  gpu_kind_ = static_cast<int>(kind_of(kind));
}

Memory Memory::pinned() const {
  Memory made;
  made.gpu_kind_ = PENSTOCK_GPU_PINNED;
  made.where_ = where_;
  return made;
}

Buffer::Buffer(const Memory& memory, std::size_t bytes) : memory_(memory), bytes_(std::max<std::size_t>(bytes, 1)) {
  if (memory.gpu()) {
    must(penstock_gpu_allocate(static_cast<penstock_gpu_kind>(memory.gpu_kind()), bytes_, &data_));
    return;
  }
  data_ = std::aligned_alloc(kPage, (bytes_ + kPage - 1) / kPage * kPage);
  if (data_ == nullptr) throw Failure("no memory for a buffer of " + std::to_string(bytes_) + " bytes: choose a smaller --max");
}

Buffer::~Buffer() {
  if (!owned_) return;
  if (!memory_.gpu()) {
    std::free(data_);
  } else if (penstock_gpu_free(static_cast<penstock_gpu_kind>(memory_.gpu_kind()), data_) != 0) {
    std::fprintf(stderr, "penstock-bench: a buffer was not freed: %s\n", penstock_gpu_error());
  }
}

void Buffer::write(const void* from, std::size_t bytes) {
  if (memory_.gpu()) return must(penstock_gpu_copy(data_, from, bytes));
  std::memcpy(data_, from, bytes);
}

void Buffer::read(void* to, std::size_t bytes) const {
  if (memory_.gpu()) return must(penstock_gpu_copy(to, data_, bytes));
  std::memcpy(to, data_, bytes);
}

void Buffer::touch() {
  if (memory_.gpu()) return must(penstock_gpu_fill(data_, 0x33, bytes_));
  std::memset(data_, 0x33, bytes_);
}
#else
Memory::Memory(const std::array<std::string, 2>& sides, std::size_t side, int) {
  if (sides[side] != "host") throw Failure("this penstock-bench was built without the GPU helper: --memory host alone works");
}

Memory Memory::pinned() const {
  return *this;
}

Buffer::Buffer(const Memory& memory, std::size_t bytes) : memory_(memory), bytes_(std::max<std::size_t>(bytes, 1)) {
  data_ = std::aligned_alloc(kPage, (bytes_ + kPage - 1) / kPage * kPage);
  if (data_ == nullptr) throw Failure("no memory for a buffer of " + std::to_string(bytes_) + " bytes: choose a smaller --max");
}

Buffer::~Buffer() {
  if (owned_) std::free(data_);
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
#endif

}  // namespace bench
