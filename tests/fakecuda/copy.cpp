// Copies and fills.
#include <algorithm>
#include <cstring>

#include "driver.hpp"
#include "work.hpp"

namespace penstock::fakecuda {
namespace {

// `rows` rows of `width` bytes, which begin `pitch` bytes apart.
struct Rows {
  CUdeviceptr begin;
  std::size_t pitch;
};

struct Copy {
  Rows to, from;
  std::size_t width, rows = 1;

  [[nodiscard]] std::size_t extent(const Rows& side) const { return (rows - 1) * side.pitch + width; }

  void move(void* target, const void* source) const {
    for (std::size_t row = 0; row < rows; ++row) {
      std::memmove(static_cast<std::byte*>(target) + row * to.pitch, static_cast<const std::byte*>(source) + row * from.pitch,
                   width);
    }
  }
};

CUresult enqueue_copy(const std::shared_ptr<Stream>& stream, const Copy& copy) {
  if (copy.width == 0 || copy.rows == 0) return CUDA_SUCCESS;
  Side to = Side::kPageable;
  Side from = Side::kPageable;
  const int device = stream->context->device;
  const CUresult target = driver().memory.classify(device, copy.to.begin, copy.extent(copy.to), Use::kWrite, &to);
  if (target != CUDA_SUCCESS) return target;
  const CUresult source = driver().memory.classify(device, copy.from.begin, copy.extent(copy.from), Use::kRead, &from);
  if (source != CUDA_SUCCESS) return source;
  const bool between_hosts = to != Side::kDevice && from != Side::kDevice;
  Board& board = driver().board;
  if (from == Side::kPageable && !between_hosts) {
    // The driver stages pageable memory: the source may change as soon as the call returns.
    const auto* bytes_of = static_cast<const std::byte*>(readable(copy.from.begin));
    auto staged = std::make_shared<std::vector<std::byte>>(bytes_of, bytes_of + copy.extent(copy.from));
    board.enqueue(stream, [copy, staged](Worker&) {
      copy.move(readable(copy.to.begin), staged->data());
      return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
  }
  const Mark mark = board.enqueue(stream, [copy](Worker&) {
    copy.move(readable(copy.to.begin), readable(copy.from.begin));
    return CUDA_SUCCESS;
  });
  // To pageable memory, and between any host memory, the call itself waits.
  if (to == Side::kPageable || between_hosts) board.wait(mark);
  return stream->context->failure;
}

Copy line(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return {.to = {to, bytes}, .from = {from, bytes}, .width = bytes};
}

// Arrays, which the stand-in does not have, are refused.
CUresult side_of(CUmemorytype type, CUdeviceptr device, const void* host, std::size_t x, std::size_t y, std::size_t pitch,
                 std::size_t width, Rows* out) {
  if (type == CU_MEMORYTYPE_ARRAY || (pitch != 0 && pitch < width)) return CUDA_ERROR_INVALID_VALUE;
  const CUdeviceptr begin = type == CU_MEMORYTYPE_HOST ? reinterpret_cast<CUdeviceptr>(host) : device;
  *out = {begin + y * pitch + x, pitch != 0 ? pitch : width};
  return CUDA_SUCCESS;
}

CUresult copy_of(const CUDA_MEMCPY2D& asked, Copy* out) {
  out->width = asked.WidthInBytes;
  out->rows = asked.Height;
  const CUresult target = side_of(asked.dstMemoryType, asked.dstDevice, asked.dstHost, asked.dstXInBytes, asked.dstY,
                                  asked.dstPitch, asked.WidthInBytes, &out->to);
  if (target != CUDA_SUCCESS) return target;
  return side_of(asked.srcMemoryType, asked.srcDevice, asked.srcHost, asked.srcXInBytes, asked.srcY, asked.srcPitch,
                 asked.WidthInBytes, &out->from);
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

CUresult copy_action(int device, CUdeviceptr to, CUdeviceptr from, std::size_t bytes, Action* out) {
  Side side = Side::kPageable;
  const CUresult target = driver().memory.classify(device, to, bytes, Use::kWrite, &side);
  if (target != CUDA_SUCCESS || side == Side::kPageable) return target != CUDA_SUCCESS ? target : CUDA_ERROR_INVALID_VALUE;
  const CUresult source = driver().memory.classify(device, from, bytes, Use::kRead, &side);
  if (source != CUDA_SUCCESS || side == Side::kPageable) return source != CUDA_SUCCESS ? source : CUDA_ERROR_INVALID_VALUE;
  *out = [copy = line(to, from, bytes)](Worker&) {
    copy.move(readable(copy.to.begin), readable(copy.from.begin));
    return CUDA_SUCCESS;
  };
  return CUDA_SUCCESS;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

// On the legacy default stream, complete when it returns. (A real driver may return earlier between two devices' memories.)
CUresult CUDAAPI cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return call(Entry::cuMemcpy, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(nullptr, &context, &stream); result != CUDA_SUCCESS) return result;
    if (const CUresult result = enqueue_copy(stream, line(dst, src, ByteCount)); result != CUDA_SUCCESS) return result;
    driver().board.wait(driver().board.enqueue(stream, [](Worker&) { return CUDA_SUCCESS; }, {}, false));
    return context->failure.load();
  });
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return call(Entry::cuMemcpyAsync, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    return enqueue_copy(stream, line(dst, src, ByteCount));
  });
}

CUresult CUDAAPI cuMemcpy2DAsync(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
  return call(Entry::cuMemcpy2DAsync, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    Copy copy{};
    if (pCopy == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = copy_of(*pCopy, &copy); result != CUDA_SUCCESS) return result;
    return enqueue_copy(stream, copy);
  });
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return enqueue_fill<unsigned char>(Entry::cuMemsetD8Async, dstDevice, uc, N, hStream);
}

CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return enqueue_fill<unsigned int>(Entry::cuMemsetD32Async, dstDevice, ui, N, hStream);
}
}
