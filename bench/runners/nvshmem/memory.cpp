// Buffers are pieces of the symmetric heap, on the GPU of this rank or, if the library supports that, on the host. This file
// replaces bench/memory.cpp.
#include "memory.hpp"

#include <penstock_gpu.h>

#include <algorithm>
#include <cstring>

#include "mpi_call.hpp"
#include "nvshmem.hpp"

namespace bench {
namespace {

void must_gpu(int result) {
  if (result != 0) throw Failure(std::string("GPU: ") + penstock_gpu_error());
}

}  // namespace

Memory::Memory(const std::array<std::string, 2>& sides, std::size_t side, int local_rank) {
  const bool on_host = sides[side] == "host" && sides[0] == sides[1] && nvshmem::api().allocate_host != nullptr;
  if (sides[side] != "device" && !on_host)
    throw Failure("the symmetric heap of this program is memory of GPUs: add --memory device");
  const int devices = penstock_gpu_open();
  if (devices == 0) throw Failure(std::string("device memory needs a GPU and its driver: ") + penstock_gpu_error());
  char name[64] = "";
  must_gpu(penstock_gpu_select(local_rank % devices));
  must_gpu(penstock_gpu_device_name(local_rank % devices, name, sizeof name));
  where_ = std::string(penstock_gpu_is_standin() != 0 ? "stand-in driver, not a GPU: " : "") + name;
  if (on_host) {
    where_ = "host, streams of " + where_;
    nvshmem::Session::use_host();
  } else {
    gpu_kind_ = PENSTOCK_GPU_DEVICE;
  }
  nvshmem::Session::get();
}

Memory Memory::pinned() const {
  throw Failure("these cases move memory of the symmetric heap alone: leave out --staged");
}

Buffer::Buffer(const Memory& memory, std::size_t bytes) : memory_(memory), bytes_(std::max<std::size_t>(bytes, 1)) {
  data_ = nvshmem::Session::get().take(bytes_);
  if (data_ == nullptr) {
    throw Unsupported("the symmetric heap has " + std::to_string(nvshmem::Session::get().capacity()) +
                      " bytes for buffers, too few for this size: choose a smaller --max");
  }
}

Buffer::~Buffer() {
  if (owned_) nvshmem::Session::get().give_back();
}

void Buffer::write(const void* from, std::size_t bytes) {
  must_gpu(penstock_gpu_copy(data_, from, bytes));
}
void Buffer::read(void* to, std::size_t bytes) const {
  must_gpu(penstock_gpu_copy(to, data_, bytes));
}
void Buffer::touch() {
  memory_.gpu() ? must_gpu(penstock_gpu_fill(data_, 0x33, bytes_)) : static_cast<void>(std::memset(data_, 0x33, bytes_));
}

}  // namespace bench
