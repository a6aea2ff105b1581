// Copies and fills.
#include <algorithm>
#include <cstring>

#include "driver.hpp"

namespace penstock::fakecuda {
namespace {

CUresult enqueue_copy(const std::shared_ptr<Stream>& stream, CUdeviceptr dst, CUdeviceptr src, std::size_t bytes) {
  if (bytes == 0) return CUDA_SUCCESS;
  Side to = Side::kPageable;
  Side from = Side::kPageable;
  const int device = stream->context->device;
  const CUresult target = driver().memory.classify(device, dst, bytes, Use::kWrite, &to);
  if (target != CUDA_SUCCESS) return target;
  const CUresult source = driver().memory.classify(device, src, bytes, Use::kRead, &from);
  if (source != CUDA_SUCCESS) return source;
  const bool between_hosts = to != Side::kDevice && from != Side::kDevice;
  Board& board = driver().board;
  if (from == Side::kPageable && !between_hosts) {
    // The driver stages pageable memory: the source may change as soon as the call returns.
    const auto* bytes_of = static_cast<const std::byte*>(readable(src));
    auto staged = std::make_shared<std::vector<std::byte>>(bytes_of, bytes_of + bytes);
    board.enqueue(stream, [dst, staged](Worker&) {
      std::memcpy(readable(dst), staged->data(), staged->size());
      return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
  }
  const Mark mark = board.enqueue(stream, [dst, src, bytes](Worker&) {
    std::memmove(readable(dst), readable(src), bytes);
    return CUDA_SUCCESS;
  });
  // To pageable memory, and between any host memory, the call itself waits.
  if (to == Side::kPageable || between_hosts) board.wait(mark);
  return stream->context->failure;
}

template <typename T>
CUresult enqueue_fill(Entry entry, CUdeviceptr dst, T value, std::size_t count, CUstream handle) {
  return call(entry, [&]() -> CUresult {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(handle, &context, &stream); result != CUDA_SUCCESS) return result;
    if (count == 0) return CUDA_SUCCESS;
    Side side = Side::kPageable;
    if (dst % sizeof(T) != 0) return CUDA_ERROR_INVALID_VALUE;
    const CUresult known = driver().memory.classify(context->device, dst, count * sizeof(T), Use::kWrite, &side);
    if (known != CUDA_SUCCESS) return known;
    if (side == Side::kPageable) return CUDA_ERROR_INVALID_VALUE;
    driver().board.enqueue(stream, [dst, value, count](Worker&) {
      std::fill_n(static_cast<T*>(readable(dst)), count, value);
      return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
  });
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

// On the legacy default stream, complete when it returns. (A real driver may return earlier between two devices' memories.)
CUresult CUDAAPI cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return call(Entry::cuMemcpy, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(nullptr, &context, &stream); result != CUDA_SUCCESS) return result;
    if (const CUresult result = enqueue_copy(stream, dst, src, ByteCount); result != CUDA_SUCCESS) return result;
    driver().board.wait(driver().board.enqueue(stream, [](Worker&) { return CUDA_SUCCESS; }, {}, false));
    return context->failure.load();
  });
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return call(Entry::cuMemcpyAsync, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    return enqueue_copy(stream, dst, src, ByteCount);
  });
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return enqueue_fill<unsigned char>(Entry::cuMemsetD8Async, dstDevice, uc, N, hStream);
}

CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return enqueue_fill<unsigned int>(Entry::cuMemsetD32Async, dstDevice, ui, N, hStream);
}
}
