// Kernel launches, and the limits of kernels.
#include <cstring>

#include "driver.hpp"
#include "grid.hpp"
#include "work.hpp"

namespace penstock::fakecuda {
namespace {

using kernels::standin::Kernel;
using kernels::standin::Shape;

bool allowed_grid(const Shape& grid) {
  return grid.x > 0 && grid.y > 0 && grid.z > 0 && grid.x <= kGridWidth && grid.y <= kGridHeight && grid.z <= kGridHeight;
}

bool allowed_block(const Shape& block) {
  if (block.x == 0 || block.y == 0 || block.z == 0) return false;
  if (block.x > kBlockThreads || block.y > kBlockThreads || block.z > kBlockDepth) return false;
  return std::size_t{block.x} * block.y * block.z <= kBlockThreads;
}

// Copies the parameter block of the call: kernelParams, or a buffer in `extra`.
CUresult copy_arguments(const Kernel& kernel, void** parameters, void** extra, std::vector<std::byte>* out) {
  out->resize(kernel.argument_bytes);
  if (kernel.argument_bytes == 0) return CUDA_SUCCESS;
  const void* source = parameters == nullptr ? nullptr : parameters[0];
  std::size_t bytes = kernel.argument_bytes;
  for (; parameters == nullptr && extra != nullptr && *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) source = extra[1];
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *static_cast<const std::size_t*>(extra[1]);
  }
  if (source == nullptr || bytes != kernel.argument_bytes) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(out->data(), source, bytes);
  return CUDA_SUCCESS;
}

CUresult launch(CUfunction function, const Shape& grid, const Shape& block, unsigned shared_bytes, CUstream handle,
                void** parameters, void** extra) {
  Context* context = nullptr;
  std::shared_ptr<Stream> stream;
  if (const CUresult result = resolve(handle, &context, &stream); result != CUDA_SUCCESS) return result;
  if (stream->context != context) return CUDA_ERROR_INVALID_HANDLE;
  Action action;
  const CUresult made = kernel_action(function, grid, block, shared_bytes, parameters, extra, &action);
  if (made != CUDA_SUCCESS) return made;
  driver().board.enqueue(stream, std::move(action));
  return CUDA_SUCCESS;
}

CUresult function_attribute(CUfunction_attribute attribute, int* out) {
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *out = kBlockThreads; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *out = 32; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *out = 90; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *out = kSharedBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *out = 0; return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
}

}  // namespace

CUresult kernel_action(CUfunction function, const Shape& grid, const Shape& block, unsigned shared_bytes, void** parameters,
                       void** extra, Action* out) {
  const Kernel* kernel = driver().modules.kernel(function);
  if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (!allowed_grid(grid) || !allowed_block(block) || shared_bytes > kSharedBytes) return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_shared<Launch>(Launch{kernel, grid, block, shared_bytes, {}});
  if (const CUresult result = copy_arguments(*kernel, parameters, extra, &made->arguments); result != CUDA_SUCCESS) {
    return result;
  }
  *out = [made](Worker& worker) { return run_grid(*made, worker); };
  return CUDA_SUCCESS;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  return call(Entry::cuFuncGetAttribute, [&] {
    if (pi == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (driver().modules.kernel(hfunc) == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return function_attribute(attrib, pi);
  });
}

CUresult CUDAAPI cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) {
  return call(Entry::cuLaunchKernel, [&] {
    return launch(f, {gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}, sharedMemBytes, hStream, kernelParams,
                  extra);
  });
}

// All blocks are on the device at the same time, or the launch fails.
CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                           unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                           unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) {
  return call(Entry::cuLaunchCooperativeKernel, [&] {
    if (std::size_t{gridDimX} * gridDimY * gridDimZ > std::size_t{kMultiprocessors} * kBlocksPerMultiprocessor) {
      return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    }
    return launch(f, {gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}, sharedMemBytes, hStream, kernelParams,
                  nullptr);
  });
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                             size_t dynamicSMemSize) {
  return call(Entry::cuOccupancyMaxActiveBlocksPerMultiprocessor, [&] {
    if (numBlocks == nullptr || blockSize <= 0) return CUDA_ERROR_INVALID_VALUE;
    if (driver().modules.kernel(func) == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    const bool fits = static_cast<unsigned>(blockSize) <= kBlockThreads && dynamicSMemSize <= kSharedBytes;
    *numBlocks = fits ? kBlocksPerMultiprocessor : 0;
    return CUDA_SUCCESS;
  });
}
}
