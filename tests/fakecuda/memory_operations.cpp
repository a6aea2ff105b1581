// Words that streams write and wait for: one in a call, or many.
#include <vector>

#include "back_off.hpp"
#include "driver.hpp"
#include "memory.hpp"

namespace penstock::fakecuda {
namespace {

constexpr unsigned kMostOperations = 256;  // operations of one call, as in the driver

template <typename T>
bool satisfied(T word, T value, unsigned condition) {
  switch (condition) {
    case CU_STREAM_WAIT_VALUE_EQ: return word == value;
    case CU_STREAM_WAIT_VALUE_AND: return (word & value) != 0;
    case CU_STREAM_WAIT_VALUE_NOR: return static_cast<T>(~(word | value)) != 0;
    default: return static_cast<std::make_signed_t<T>>(word - value) >= 0;
  }
}

// One operation on a word of device or pinned memory.
struct WordOperation {
  bool waits = false;
  bool wide = false;  // 8 bytes
  void* word = nullptr;
  std::uint64_t value = 0;
  unsigned condition = 0;

  void run(const Worker& worker) const { wide ? on<std::uint64_t>(worker) : on<std::uint32_t>(worker); }

 private:
  template <typename T>
  void on(const Worker& worker) const {
    auto* const place = static_cast<T*>(word);
    const auto number = static_cast<T>(value);
    if (!waits) return __atomic_store_n(place, number, __ATOMIC_RELEASE);
    BackOff off;
    while (!worker.stop && !satisfied(__atomic_load_n(place, __ATOMIC_ACQUIRE), number, condition)) off.pause();
  }
};

CUresult find_word(int device, CUdeviceptr address, WordOperation* operation) {
  const std::size_t bytes = operation->wide ? 8 : 4;
  if (address % bytes != 0) return CUDA_ERROR_INVALID_VALUE;
  Side side = Side::kPageable;
  const CUresult known = driver().memory.classify(device, address, bytes, operation->waits ? Use::kRead : Use::kWrite, &side);
  if (known != CUDA_SUCCESS) return known;
  if (side == Side::kPageable) return CUDA_ERROR_INVALID_VALUE;
  operation->word = readable(address);
  return CUDA_SUCCESS;
}

CUresult enqueue_word(CUstream stream, CUdeviceptr address, WordOperation operation) {
  Context* context = nullptr;
  std::shared_ptr<Stream> target;
  if (const CUresult result = resolve(stream, &context, &target); result != CUDA_SUCCESS) return result;
  if (const CUresult result = find_word(context->device, address, &operation); result != CUDA_SUCCESS) return result;
  driver().board.enqueue(target, [operation](Worker& worker) {
    operation.run(worker);
    return CUDA_SUCCESS;
  });
  return CUDA_SUCCESS;
}

CUresult operation_of(int device, const CUstreamBatchMemOpParams& given, WordOperation* out) {
  switch (given.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      if (given.waitValue.flags > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
      *out = {true, given.operation == CU_STREAM_MEM_OP_WAIT_VALUE_64, nullptr, given.waitValue.value64, given.waitValue.flags};
      return find_word(device, given.waitValue.address, out);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      if (given.writeValue.flags != CU_STREAM_WRITE_VALUE_DEFAULT) return CUDA_ERROR_INVALID_VALUE;
      *out = {false, given.operation == CU_STREAM_MEM_OP_WRITE_VALUE_64, nullptr, given.writeValue.value64, 0};
      return find_word(device, given.writeValue.address, out);
    default: return CUDA_ERROR_NOT_SUPPORTED;
  }
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return call(Entry::cuStreamWriteValue32, [&] {
    if (flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) return CUDA_ERROR_INVALID_VALUE;
    return enqueue_word(stream, addr, {.value = value});
  });
}

CUresult CUDAAPI cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return call(Entry::cuStreamWaitValue32, [&] {
    if (flags > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
    return enqueue_word(stream, addr, {.waits = true, .value = value, .condition = flags});
  });
}

CUresult CUDAAPI cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray,
                                    unsigned int flags) {
  return call(Entry::cuStreamBatchMemOp, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> target;
    if (const CUresult result = resolve(stream, &context, &target); result != CUDA_SUCCESS) return result;
    if (flags != 0 || count > kMostOperations || (paramArray == nullptr && count != 0)) return CUDA_ERROR_INVALID_VALUE;
    std::vector<WordOperation> operations(count);
    for (unsigned i = 0; i < count; ++i) {
      const CUresult known = operation_of(context->device, paramArray[i], &operations[i]);
      if (known != CUDA_SUCCESS) return known;
    }
    driver().board.enqueue(target, [operations](Worker& worker) {
      for (const WordOperation& each : operations) each.run(worker);
      return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
  });
}
}
