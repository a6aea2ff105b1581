#include <csetjmp>
#include <csignal>
#include <cstring>

#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

using MemoryTest = WithContext;

sigjmp_buf back;
void jump_back(int) {
  siglongjmp(back, 1);
}

// True if reading the byte at `address` raises SIGSEGV.
bool faults(CUdeviceptr address) {
  struct sigaction catching{};
  struct sigaction before{};
  catching.sa_handler = jump_back;
  sigaction(SIGSEGV, &catching, &before);
  const bool fault = sigsetjmp(back, 1) != 0;
  if (!fault) (void)*reinterpret_cast<const volatile char*>(address);
  sigaction(SIGSEGV, &before, nullptr);
  return fault;
}

TEST_F(MemoryTest, HostAccessToDeviceMemoryFaults) {
  const CUdeviceptr address = allocate(100'000);
  EXPECT_TRUE(faults(address));
  EXPECT_TRUE(faults(address + 99'999));
  ASSERT_EQ(cuMemFree(address), CUDA_SUCCESS);
  EXPECT_TRUE(faults(address));
}

TEST_F(MemoryTest, ManagedAndPinnedMemoryIsReadable) {
  CUdeviceptr managed = 0;
  void* pinned = nullptr;
  ASSERT_EQ(cuMemAllocManaged(&managed, 100, CU_MEM_ATTACH_GLOBAL), CUDA_SUCCESS);
  ASSERT_EQ(cuMemHostAlloc(&pinned, 100, 0), CUDA_SUCCESS);
  EXPECT_FALSE(faults(managed));
  EXPECT_FALSE(faults(reinterpret_cast<CUdeviceptr>(pinned)));
  EXPECT_EQ(attribute<unsigned>(managed, CU_POINTER_ATTRIBUTE_IS_MANAGED), 1U);
  EXPECT_EQ(attribute<unsigned>(managed, CU_POINTER_ATTRIBUTE_MEMORY_TYPE), unsigned{CU_MEMORYTYPE_DEVICE});
  EXPECT_EQ(attribute<unsigned>(reinterpret_cast<CUdeviceptr>(pinned), CU_POINTER_ATTRIBUTE_MEMORY_TYPE),
            unsigned{CU_MEMORYTYPE_HOST});
  EXPECT_EQ(cuMemFree(managed), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFreeHost(pinned), CUDA_SUCCESS);
}

TEST_F(MemoryTest, BytesGoThereAndBack) {
  const std::vector<std::uint32_t> words{1, 2, 3, 4, 5};
  const CUdeviceptr one = allocate(20);
  const CUdeviceptr other = allocate(20);
  write(one, words);
  ASSERT_EQ(cuMemcpy(other, one, 20), CUDA_SUCCESS);
  EXPECT_EQ(read(other, 5), words);
  EXPECT_EQ(cuMemcpy(other, one, 21), CUDA_ERROR_INVALID_VALUE) << "past the end";
  EXPECT_EQ(cuMemFree(one), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpy(other, one, 20), CUDA_ERROR_INVALID_VALUE) << "freed";
  EXPECT_EQ(cuMemFree(one), CUDA_ERROR_INVALID_VALUE) << "freed twice";
  EXPECT_EQ(cuMemFree(other + 4), CUDA_ERROR_INVALID_VALUE) << "not a base";
  EXPECT_EQ(cuMemFree(other), CUDA_SUCCESS);
}

TEST_F(MemoryTest, RowsAreCopiedAndNothingBetweenThem) {
  const std::vector<std::uint32_t> words{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const CUdeviceptr from = allocate(36), to = allocate(44);
  write(from, words);
  write(to, std::vector<std::uint32_t>(11, 0));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  copy.srcDevice = from;
  copy.srcPitch = 12;
  copy.srcXInBytes = 4;
  copy.dstDevice = to;
  copy.dstPitch = 16;
  copy.dstY = 0;
  copy.WidthInBytes = 8;
  copy.Height = 3;
  const CUstream on = stream();
  ASSERT_EQ(cuMemcpy2DAsync(&copy, on), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
  EXPECT_EQ(read(to, 11), (std::vector<std::uint32_t>{2, 3, 0, 0, 5, 6, 0, 0, 8, 9, 0}));
  std::vector<std::uint32_t> column(3);
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = column.data();
  copy.dstPitch = copy.WidthInBytes = 4;
  ASSERT_EQ(cuMemcpy2DAsync(&copy, on), CUDA_SUCCESS) << "to pageable memory the call waits";
  EXPECT_EQ(column, (std::vector<std::uint32_t>{2, 5, 8}));
  copy.srcXInBytes = 12;
  EXPECT_EQ(cuMemcpy2DAsync(&copy, on), CUDA_ERROR_INVALID_VALUE) << "past the end";
  copy.srcXInBytes = 0;
  copy.dstPitch = 3;
  EXPECT_EQ(cuMemcpy2DAsync(&copy, on), CUDA_ERROR_INVALID_VALUE) << "rows overlap";
  copy.dstPitch = 4;
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  EXPECT_EQ(cuMemcpy2DAsync(&copy, on), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy2DAsync(nullptr, on), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(from), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(to), CUDA_SUCCESS);
}

TEST_F(MemoryTest, AddressesAreUsedAgainAndBufferIdsAreNot) {
  const CUdeviceptr first = allocate(4096);
  const auto first_id = attribute<unsigned long long>(first, CU_POINTER_ATTRIBUTE_BUFFER_ID);
  write(first, {77});
  ASSERT_EQ(cuMemFree(first), CUDA_SUCCESS);
  const CUdeviceptr second = allocate(4096);
  EXPECT_EQ(second, first);
  EXPECT_GT(attribute<unsigned long long>(second, CU_POINTER_ATTRIBUTE_BUFFER_ID), first_id);
  EXPECT_EQ(read(second, 1)[0], 0U) << "the bytes of the freed allocation are gone";
  EXPECT_EQ(cuMemFree(second), CUDA_SUCCESS);
}

TEST_F(MemoryTest, AttributesOfDeviceMemory) {
  const CUdeviceptr address = allocate(1000);
  EXPECT_EQ(attribute<CUdeviceptr>(address + 999, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR), address);
  EXPECT_EQ(attribute<std::size_t>(address + 5, CU_POINTER_ATTRIBUTE_RANGE_SIZE), 1000U);
  EXPECT_EQ(attribute<int>(address, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL), 0);
  EXPECT_EQ(attribute<int>(address, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE), 1);
  EXPECT_EQ(attribute<CUcontext>(address, CU_POINTER_ATTRIBUTE_CONTEXT), context_);
  EXPECT_EQ(attribute<void*>(address, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE), nullptr);
  int sync = 1;
  EXPECT_EQ(cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address), CUDA_SUCCESS);
  EXPECT_EQ(attribute<int>(address, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS), 1);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
}

TEST_F(MemoryTest, PoolMemoryHasAPoolAndNoLegacyHandle) {
  const CUstream on = stream();
  CUdeviceptr address = 0;
  ASSERT_EQ(cuMemAllocAsync(&address, 64, on), CUDA_SUCCESS);
  EXPECT_NE(attribute<void*>(address, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE), nullptr);
  EXPECT_EQ(attribute<int>(address, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE), 0);
  CUipcMemHandle handle;
  EXPECT_EQ(cuIpcGetMemHandle(&handle, address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFreeAsync(address, on), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(MemoryTest, UnknownPointersAreNoErrorForGetAttributes) {
  int local = 0;
  const auto address = reinterpret_cast<CUdeviceptr>(&local);
  unsigned type = 99;
  unsigned long long id = 99;
  CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_BUFFER_ID};
  void* values[] = {&type, &id};
  EXPECT_EQ(cuPointerGetAttributes(2, which, values, address), CUDA_SUCCESS);
  EXPECT_EQ(type, 0U);
  EXPECT_EQ(id, 0U);
  EXPECT_EQ(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(MemoryTest, RegisteredMemoryBecomesPinned) {
  std::vector<char> memory(10'000);
  const auto address = reinterpret_cast<CUdeviceptr>(memory.data());
  ASSERT_EQ(cuMemHostRegister(memory.data(), memory.size(), 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostRegister(memory.data() + 1, 5, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_EQ(attribute<unsigned>(address + 9'999, CU_POINTER_ATTRIBUTE_MEMORY_TYPE), unsigned{CU_MEMORYTYPE_HOST});
  EXPECT_EQ(cuMemHostUnregister(memory.data()), CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostUnregister(memory.data()), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST_F(MemoryTest, MemoryIsLimited) {
  std::size_t free_before = 0;
  std::size_t total = 0;
  ASSERT_EQ(cuMemGetInfo(&free_before, &total), CUDA_SUCCESS);
  CUdeviceptr address = 0;
  EXPECT_EQ(cuMemAlloc(&address, total + 1), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemAlloc(&address, 0), CUDA_ERROR_INVALID_VALUE);
  address = allocate(1 << 20);
  std::size_t free_now = 0;
  ASSERT_EQ(cuMemGetInfo(&free_now, &total), CUDA_SUCCESS);
  EXPECT_EQ(free_before - free_now, std::size_t{1} << 20);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
}

TEST(ContextTest, CallsNeedOne) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  CUdeviceptr address = 0;
  EXPECT_EQ(cuMemAlloc(&address, 1), CUDA_ERROR_INVALID_CONTEXT);
  CUcontext context = nullptr;
  unsigned flags = 0;
  int active = 1;
  EXPECT_EQ(cuDevicePrimaryCtxGetState(1, &flags, &active), CUDA_SUCCESS);
  EXPECT_EQ(active, 0);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuDevicePrimaryCtxGetState(1, &flags, &active), CUDA_SUCCESS);
  EXPECT_EQ(active, 1);
  ASSERT_EQ(cuCtxPushCurrent(context), CUDA_SUCCESS);
  CUdevice device = -1;
  EXPECT_EQ(cuCtxGetDevice(&device), CUDA_SUCCESS);
  EXPECT_EQ(device, 1);
  EXPECT_EQ(cuMemAlloc(&address, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuDevicePrimaryCtxRelease(1), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAlloc(&address, 1), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuCtxPopCurrent(nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPopCurrent(nullptr), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuDevicePrimaryCtxRelease(1), CUDA_ERROR_INVALID_CONTEXT);
}

TEST(ContextTest, CaptureModeIsEachThreads) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  EXPECT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
  EXPECT_EQ(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
  EXPECT_EQ(mode, CU_STREAM_CAPTURE_MODE_RELAXED);
}

}  // namespace
}  // namespace penstock::fakecuda
