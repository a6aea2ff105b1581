#include "accel/cuda_accel.hpp"

#include <unistd.h>

#include <utility>

namespace penstock::accel {

CudaAccel::CudaAccel(const Config& config, Log& log, std::span<const Image> images)
    : CudaAccel(config, log, images, this_process(config)) {}

CudaAccel::CudaAccel(const Config& config, Log& log, std::span<const Image> images, const ProcessId& self)
    : pid_(getpid()),
      presence_(log, without_cuda_),
      tenancies_(presence_),
      heaps_(presence_.driver(), presence_.devices()),
      memory_(presence_, tenancies_, heaps_),
      sites_(presence_, images),
      allocations_(presence_, memory_, heaps_, holds_),
      exports_(presence_, heaps_, self),
      imports_(config, presence_, sites_, holds_, self),
      queues_(config, !images.empty(), presence_, tenancies_, memory_, sites_),
      program_streams_(presence_, sites_, holds_, allocations_, imports_) {
  parts_ = {&allocations_, &exports_, &imports_, &queues_, &program_streams_};
}

CudaAccel::~CudaAccel() {
  if (!presence_.found() || getpid() != pid_) return;  // a forked child must not use CUDA
  Status asked;
  if (presence_.has_ended(&asked)) return;
  Status closed = close();
  if (closed.is_ok()) closed = std::move(asked);
  if (!closed.is_ok()) presence_.log().warn("closing the GPU: {}", closed.message());
}

Status CudaAccel::close() {
  Status first = imports_.close();
  const auto then = [&first](Status next) {
    if (first.is_ok()) first = std::move(next);
  };
  then(sites_.close());
  then(allocations_.close());
  then(presence_.devices().release());
  return first;
}

Status CudaAccel::query(const void* pointer, Memory* out) {
  if (!all_host()) return memory_.query(pointer, out);
  *out = Memory{};
  return presence_.unusable().clone();
}

}  // namespace penstock::accel
