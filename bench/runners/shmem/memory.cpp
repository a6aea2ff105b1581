// Buffers are pieces of symmetric memory. This file replaces bench/memory.cpp.
#include "memory.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "gpus.hpp"
#include "mpi_call.hpp"
#include "session.hpp"

namespace bench {
namespace {

constexpr const char* kGpu = "device";
constexpr int kGpuKind = 0;

void must_be_symmetric(const std::string& kind) {
  if (kind != "host" && kind != kGpu) {
    throw BadWords("symmetric memory is the host's or a GPU's: --memory host, device, host:device or device:host, not " + kind);
  }
}

}  // namespace

// Every rank needs memory of both sides, since all allocate the same.
Memory::Memory(const std::array<std::string, 2>& sides, std::size_t side, int local_rank) {
  for (const std::string& kind : sides) must_be_symmetric(kind);
  const bool gpus = sides[0] == kGpu || sides[1] == kGpu;
  const std::string name = gpus ? pe::select_gpu(local_rank) : std::string();
  pe::Session& session = pe::Session::get();
  if (gpus) session.open_gpus();
  if (sides[side] != kGpu) return;
  where_ = name;
  gpu_kind_ = kGpuKind;
}

Memory Memory::pinned() const {
  throw Failure("--staged is for windows of MPI: leave it out");
}

Buffer::Buffer(const Memory& memory, std::size_t bytes) : memory_(memory), bytes_(std::max<std::size_t>(bytes, 1)) {
  data_ = pe::Session::get().heap(memory.gpu()).take(bytes_);
  if (data_ == nullptr) {
    throw Unsupported("there are " + std::to_string(pe::Heap::kBytes) +
                      " bytes of symmetric memory for buffers, too few for this size: choose a smaller --max");
  }
}

Buffer::~Buffer() {
  if (owned_) pe::Session::get().heap(memory_.gpu()).give_back();
}

void Buffer::write(const void* from, std::size_t bytes) {
  if (memory_.gpu()) return pe::copy_gpu(data_, from, bytes);
  std::memcpy(data_, from, bytes);
}
void Buffer::read(void* to, std::size_t bytes) const {
  if (memory_.gpu()) return pe::copy_gpu(to, data_, bytes);
  std::memcpy(to, data_, bytes);
}
void Buffer::touch() {
  if (memory_.gpu()) return pe::fill_gpu(data_, 0x33, bytes_);
  std::memset(data_, 0x33, bytes_);
}

}  // namespace bench
