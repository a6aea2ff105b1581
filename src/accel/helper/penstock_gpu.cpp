// This is the public GPU helper. It is not part of the library: programs link it, and it keeps its own state per process.
#include "penstock_gpu.h"

#include <cstring>
#include <string>

#include "accel/driver/driver.hpp"
#include "accel/helper/memory.hpp"
#include "accel/helper/state.hpp"

namespace penstock::accel::helper {

State& state() {
  static State* const the = new State;  // never destroyed: programs may call the helper at exit
  return *the;
}

}  // namespace penstock::accel::helper

namespace {

using penstock::Code;
using penstock::Status;

using penstock::accel::helper::guarded;
using penstock::accel::helper::kMaxDevices;
using penstock::accel::helper::State;
using penstock::accel::helper::state;

Status open_driver(State& the) {
  const auto& driver = the.driver;
  PENSTOCK_TRY(the.driver.load());
  PENSTOCK_TRY(driver.cuInit(0U));
  PENSTOCK_TRY(driver.cuDeviceGetCount(&the.devices));
  if (the.devices > kMaxDevices) the.devices = kMaxDevices;
  return the.devices > 0 ? Status::ok() : Status::error(Code::kUnsupported, "the CUDA driver sees no device");
}

Status known_device(const State& the, int device) {
  if (device >= 0 && device < the.devices) return {};
  return Status::error(Code::kArg, "there is no device {}: penstock_gpu_open found {}", device, the.devices);
}

Status select_device(State& the, int device) {
  PENSTOCK_TRY(known_device(the, device));
  const auto& driver = the.driver;
  CUdevice handle = 0;
  CUcontext context = nullptr, old = nullptr;
  PENSTOCK_TRY(driver.cuDeviceGet(&handle, device));
  PENSTOCK_TRY(driver.cuDevicePrimaryCtxRetain(&context, handle));
  bool& retained = the.retained[static_cast<std::size_t>(device)];
  if (retained) PENSTOCK_TRY(driver.cuDevicePrimaryCtxRelease(handle));  // one reference is enough
  retained = true;
  PENSTOCK_TRY(driver.cuCtxGetCurrent(&old));
  if (old != nullptr) PENSTOCK_TRY(driver.cuCtxPopCurrent(&old));
  return driver.cuCtxPushCurrent(context);
}

Status close_devices(State& the) {
  CUcontext current = nullptr;
  PENSTOCK_TRY(the.driver.cuCtxGetCurrent(&current));
  if (current != nullptr) PENSTOCK_TRY(the.driver.cuCtxPopCurrent(&current));
  for (int i = 0; i < the.devices; ++i) {
    bool& retained = the.retained[static_cast<std::size_t>(i)];
    CUdevice handle = 0;
    if (!retained) continue;
    retained = false;
    PENSTOCK_TRY(the.driver.cuDeviceGet(&handle, i));
    PENSTOCK_TRY(the.driver.cuDevicePrimaryCtxRelease(handle));
  }
  return {};
}

CUdeviceptr address_of(const void* memory) {
  return reinterpret_cast<CUdeviceptr>(memory);
}

Status copy_rows(State& the, CUstream stream, void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                 std::size_t bytes, std::size_t rows) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  copy.dstDevice = address_of(to);
  copy.dstPitch = to_pitch;
  copy.srcDevice = address_of(from);
  copy.srcPitch = from_pitch;
  copy.WidthInBytes = bytes;
  copy.Height = rows;
  return the.driver.cuMemcpy2DAsync(&copy, stream);
}

Status launch(State& the, CUstream stream, penstock_gpu_kernel kernel, const unsigned grid[3], const unsigned block[3],
              const void* arguments) {
  void* parameters[] = {const_cast<void*>(arguments)};
  return the.driver.cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), grid[0], grid[1], grid[2], block[0], block[1],
                                   block[2], 0U, stream, static_cast<void**>(parameters), static_cast<void**>(nullptr));
}

}  // namespace

extern "C" {

int penstock_gpu_open(void) {
  return guarded([](State& the) { return open_driver(the); }) == 0 ? state().devices : 0;
}

int penstock_gpu_close(void) {
  return guarded([](State& the) { return close_devices(the); });
}

const char* penstock_gpu_error(void) {
  return state().error.c_str();
}

int penstock_gpu_is_standin(void) {
  return state().driver.standin() ? 1 : 0;
}

int penstock_gpu_device_name(int device, char* name, size_t bytes) {
  return guarded([&](State& the) -> Status {
    PENSTOCK_TRY(known_device(the, device));
    CUdevice handle = 0;
    PENSTOCK_TRY(the.driver.cuDeviceGet(&handle, device));
    return the.driver.cuDeviceGetName(name, static_cast<int>(bytes), handle);
  });
}

int penstock_gpu_select(int device) {
  return guarded([&](State& the) { return select_device(the, device); });
}

const char* penstock_gpu_kind_name(penstock_gpu_kind kind) {
  return penstock::accel::helper_kind_name(kind);
}

int penstock_gpu_kind_named(const char* name, penstock_gpu_kind* out) {
  return guarded([&](State&) { return penstock::accel::helper_kind_named(name, out); });
}

int penstock_gpu_host_readable(penstock_gpu_kind kind) {
  return kind == PENSTOCK_GPU_MANAGED || kind == PENSTOCK_GPU_PINNED || kind == PENSTOCK_GPU_REGISTERED ||
                 kind == PENSTOCK_GPU_READ_ONLY
             ? 1
             : 0;
}

int penstock_gpu_allocate(penstock_gpu_kind kind, size_t bytes, void** out) {
  return guarded([&](State& the) { return the.memory.allocate(kind, bytes, out); });
}

int penstock_gpu_free(penstock_gpu_kind kind, void* memory) {
  return guarded([&](State& the) { return the.memory.release(kind, memory); });
}

int penstock_gpu_copy(void* destination, const void* source, size_t bytes) {
  return guarded([&](State& the) -> Status {
    PENSTOCK_TRY(the.driver.cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(destination), reinterpret_cast<CUdeviceptr>(source),
                                          bytes, CU_STREAM_LEGACY));
    return the.driver.cuStreamSynchronize(CU_STREAM_LEGACY);
  });
}

int penstock_gpu_copy_rows(void* destination, size_t destination_pitch, const void* source, size_t source_pitch, size_t bytes,
                           size_t rows) {
  return guarded([&](State& the) -> Status {
    PENSTOCK_TRY(copy_rows(the, CU_STREAM_LEGACY, destination, destination_pitch, source, source_pitch, bytes, rows));
    return the.driver.cuStreamSynchronize(CU_STREAM_LEGACY);
  });
}

int penstock_gpu_stream_create(penstock_gpu_stream* out) {
  return guarded([&](State& the) {
    return the.driver.cuStreamCreate(reinterpret_cast<CUstream*>(out), static_cast<unsigned>(CU_STREAM_NON_BLOCKING));
  });
}

int penstock_gpu_stream_destroy(penstock_gpu_stream stream) {
  return guarded([&](State& the) { return the.driver.cuStreamDestroy(reinterpret_cast<CUstream>(stream)); });
}

int penstock_gpu_copy_rows_on(penstock_gpu_stream stream, void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t bytes, size_t rows) {
  return guarded([&](State& the) {
    return copy_rows(the, reinterpret_cast<CUstream>(stream), destination, destination_pitch, source, source_pitch, bytes,
                     rows);
  });
}

int penstock_gpu_stream_idle(penstock_gpu_stream stream) {
  bool busy = false;
  const int failed = guarded([&](State& the) {
    const CUresult result = the.driver.cuStreamQuery.raw(reinterpret_cast<CUstream>(stream));
    busy = result == CUDA_ERROR_NOT_READY;
    return busy ? Status::ok() : the.driver.cuStreamQuery.failure(result);
  });
  return failed != 0 ? failed : busy ? 0 : 1;
}

int penstock_gpu_stream_synchronize(penstock_gpu_stream stream) {
  return guarded([&](State& the) { return the.driver.cuStreamSynchronize(reinterpret_cast<CUstream>(stream)); });
}

int penstock_gpu_fill(void* memory, unsigned char value, size_t bytes) {
  return guarded([&](State& the) -> Status {
    PENSTOCK_TRY(the.driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(memory), value, bytes, CU_STREAM_LEGACY));
    return the.driver.cuStreamSynchronize(CU_STREAM_LEGACY);
  });
}

int penstock_gpu_synchronize(void) {
  return guarded([](State& the) { return the.driver.cuCtxSynchronize(); });
}

int penstock_gpu_load(const void* image, penstock_gpu_module* out) {
  return guarded([&](State& the) { return the.driver.cuModuleLoadData(reinterpret_cast<CUmodule*>(out), image); });
}

int penstock_gpu_unload(penstock_gpu_module module) {
  return guarded([&](State& the) { return the.driver.cuModuleUnload(reinterpret_cast<CUmodule>(module)); });
}

int penstock_gpu_find(penstock_gpu_module module, const char* name, penstock_gpu_kernel* out) {
  return guarded([&](State& the) {
    return the.driver.cuModuleGetFunction(reinterpret_cast<CUfunction*>(out), reinterpret_cast<CUmodule>(module), name);
  });
}

int penstock_gpu_launch(penstock_gpu_kernel kernel, const unsigned grid[3], const unsigned block[3], const void* arguments) {
  return guarded([&](State& the) { return launch(the, CU_STREAM_LEGACY, kernel, grid, block, arguments); });
}

int penstock_gpu_launch_on(penstock_gpu_stream stream, penstock_gpu_kernel kernel, const unsigned grid[3],
                           const unsigned block[3], const void* arguments) {
  return guarded([&](State& the) { return launch(the, reinterpret_cast<CUstream>(stream), kernel, grid, block, arguments); });
}

int penstock_gpu_launch_together(penstock_gpu_stream stream, penstock_gpu_kernel kernel, const unsigned grid[3],
                                 const unsigned block[3], const void* arguments) {
  return guarded([&](State& the) {
    void* parameters[] = {const_cast<void*>(arguments)};
    return the.driver.cuLaunchCooperativeKernel(reinterpret_cast<CUfunction>(kernel), grid[0], grid[1], grid[2], block[0],
                                                block[1], block[2], 0U, reinterpret_cast<CUstream>(stream),
                                                static_cast<void**>(parameters));
  });
}

int penstock_gpu_most_together(penstock_gpu_kernel kernel, unsigned threads, unsigned* blocks) {
  return guarded([&](State& the) -> Status {
    CUdevice device = 0;
    int processors = 0, each = 0;
    PENSTOCK_TRY(the.driver.cuCtxGetDevice(&device));
    PENSTOCK_TRY(the.driver.cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    PENSTOCK_TRY(the.driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, reinterpret_cast<CUfunction>(kernel),
                                                                        static_cast<int>(threads), std::size_t{0}));
    *blocks = static_cast<unsigned>(processors) * static_cast<unsigned>(each);
    return {};
  });
}

}  // extern "C"
