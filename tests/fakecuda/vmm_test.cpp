// Chunks of physical memory: the rules of a real driver, in one process.
#include <unistd.h>

#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

class VmmTest : public WithContext {
 protected:
  static CUmemGenericAllocationHandle create(std::size_t bytes = kChunk, int device = 0) {
    CUmemGenericAllocationHandle handle = 0;
    const CUmemAllocationProp wanted = properties(device);
    EXPECT_EQ(cuMemCreate(&handle, bytes, &wanted, 0), CUDA_SUCCESS);
    return handle;
  }
  static CUdeviceptr reserve(std::size_t bytes) {
    CUdeviceptr address = 0;
    EXPECT_EQ(cuMemAddressReserve(&address, bytes, 0, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(address % kChunk, 0U);
    return address;
  }
  static void allow(CUdeviceptr address, std::size_t bytes, int device = 0) {
    const CUmemAccessDesc wanted = access(device);
    EXPECT_EQ(cuMemSetAccess(address, bytes, &wanted, 1), CUDA_SUCCESS);
  }
  static void drop(CUdeviceptr address, std::size_t bytes) {
    EXPECT_EQ(cuMemUnmap(address, bytes), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAddressFree(address, bytes), CUDA_SUCCESS);
  }
  static CUresult copy_word(CUdeviceptr to, std::uint32_t word) {
    return cuMemcpy(to, reinterpret_cast<CUdeviceptr>(&word), sizeof word);
  }
};

TEST_F(VmmTest, SeveralChunksBehindOneRangeAreOneBuffer) {
  const CUdeviceptr address = reserve(2 * kChunk);
  const CUmemGenericAllocationHandle one = create();
  const CUmemGenericAllocationHandle other = create();
  ASSERT_EQ(cuMemMap(address, kChunk, 0, one, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemMap(address + kChunk, kChunk, 0, other, 0), CUDA_SUCCESS);
  allow(address, 2 * kChunk);
  const std::vector<std::uint32_t> words{1, 2, 3, 4};
  write(address + kChunk - 8, words);
  EXPECT_EQ(read(address + kChunk - 8, 4), words);
  EXPECT_EQ(cuMemcpy(address + 2 * kChunk - 4, address, 8), CUDA_ERROR_INVALID_VALUE) << "past the end";
  EXPECT_EQ(cuMemFree(address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemRelease(one), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(other), CUDA_SUCCESS);
  EXPECT_EQ(read(address + kChunk - 8, 4), words) << "mappings keep chunks";
  drop(address, 2 * kChunk);
  EXPECT_EQ(cuMemcpy(address, address, 8), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(VmmTest, AttributesAreThoseOfEachChunk) {
  const CUdeviceptr address = reserve(2 * kChunk);
  const CUmemGenericAllocationHandle one = create();
  const CUmemGenericAllocationHandle other = create();
  ASSERT_EQ(cuMemMap(address, kChunk, 0, one, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemMap(address + kChunk, kChunk, 0, other, 0), CUDA_SUCCESS);
  EXPECT_EQ(attribute<CUdeviceptr>(address + kChunk + 5, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR), address + kChunk);
  EXPECT_EQ(attribute<std::size_t>(address + 5, CU_POINTER_ATTRIBUTE_RANGE_SIZE), kChunk);
  EXPECT_NE(attribute<unsigned long long>(address, CU_POINTER_ATTRIBUTE_BUFFER_ID),
            attribute<unsigned long long>(address + kChunk, CU_POINTER_ATTRIBUTE_BUFFER_ID));
  EXPECT_EQ(attribute<unsigned>(address, CU_POINTER_ATTRIBUTE_MEMORY_TYPE), unsigned{CU_MEMORYTYPE_DEVICE});
  EXPECT_EQ(attribute<int>(address, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL), 0);
  EXPECT_EQ(attribute<int>(address, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE), 0);
  EXPECT_EQ(attribute<void*>(address, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE), nullptr);
  EXPECT_EQ(attribute<CUcontext>(address, CU_POINTER_ATTRIBUTE_CONTEXT), nullptr);
  EXPECT_EQ(attribute<std::uint64_t>(address, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES),
            std::uint64_t{CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR});
  int sync = 1;
  EXPECT_EQ(cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address), CUDA_ERROR_INVALID_VALUE);
  CUipcMemHandle legacy;
  EXPECT_EQ(cuIpcGetMemHandle(&legacy, address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemRelease(one), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(other), CUDA_SUCCESS);
  drop(address, 2 * kChunk);
}

TEST_F(VmmTest, AccessIsEachDevicesAndMustBeSet) {
  const CUdeviceptr address = reserve(kChunk);
  const CUmemGenericAllocationHandle handle = create(kChunk, 1);
  ASSERT_EQ(cuMemMap(address, kChunk, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(copy_word(address, 1), CUDA_ERROR_INVALID_VALUE) << "no access yet";
  allow(address, kChunk, 1);
  EXPECT_EQ(copy_word(address, 1), CUDA_ERROR_INVALID_VALUE) << "the other device's";
  CUmemAccessDesc wanted = access(0, CU_MEM_ACCESS_FLAGS_PROT_READ);
  EXPECT_EQ(cuMemSetAccess(address, kChunk, &wanted, 1), CUDA_SUCCESS);
  EXPECT_EQ(copy_word(address, 1), CUDA_ERROR_INVALID_VALUE) << "to read only";
  EXPECT_EQ(read(address, 1)[0], 0U);
  allow(address, kChunk);
  EXPECT_EQ(copy_word(address, 7), CUDA_SUCCESS);
  EXPECT_EQ(read(address, 1)[0], 7U);
  wanted = access(0, CU_MEM_ACCESS_FLAGS_PROT_NONE);
  EXPECT_EQ(cuMemSetAccess(address, kChunk, &wanted, 1), CUDA_SUCCESS);
  EXPECT_EQ(copy_word(address, 1), CUDA_ERROR_INVALID_VALUE) << "taken back";
  wanted = access(7);
  EXPECT_EQ(cuMemSetAccess(address, kChunk, &wanted, 1), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  drop(address, kChunk);
}

TEST_F(VmmTest, WrongSizesAndRangesFail) {
  CUmemGenericAllocationHandle handle = 0;
  CUmemAllocationProp wanted = properties(0);
  std::size_t granularity = 0;
  CUdeviceptr other = 0;
  EXPECT_EQ(cuMemGetAllocationGranularity(&granularity, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM), CUDA_SUCCESS);
  EXPECT_EQ(granularity, kChunk);
  EXPECT_EQ(cuMemCreate(&handle, kChunk + 1, &wanted, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressReserve(&other, 4096, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
  EXPECT_EQ(cuMemCreate(&handle, kChunk, &wanted, 0), CUDA_ERROR_NOT_SUPPORTED);
  const CUdeviceptr address = reserve(2 * kChunk);
  handle = create();
  EXPECT_EQ(cuMemMap(address + 4096, kChunk, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(address, 2 * kChunk, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(address + 2 * kChunk, kChunk, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemMap(address, kChunk, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(address, kChunk, 0, handle, 0), CUDA_ERROR_INVALID_VALUE) << "mapped already";
  const CUmemAccessDesc all = access(0);
  EXPECT_EQ(cuMemSetAccess(address, 2 * kChunk, &all, 1), CUDA_ERROR_INVALID_VALUE) << "half of it is not mapped";
  EXPECT_EQ(cuMemUnmap(address, 4096), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(address, 2 * kChunk), CUDA_ERROR_INVALID_VALUE) << "still mapped";
  EXPECT_EQ(cuMemUnmap(address, kChunk), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressFree(address, kChunk), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(address, 2 * kChunk), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(VmmTest, RetainGivesTheHandleOfWhatIsMapped) {
  const CUdeviceptr address = reserve(kChunk);
  const CUmemGenericAllocationHandle handle = create();
  CUmemGenericAllocationHandle again = 0;
  ASSERT_EQ(cuMemMap(address, kChunk, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(address + 100)), CUDA_SUCCESS);
  CUmemAllocationProp found{};
  EXPECT_EQ(cuMemGetAllocationPropertiesFromHandle(&found, again), CUDA_SUCCESS);
  EXPECT_EQ(found.requestedHandleTypes, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
  EXPECT_EQ(found.location.id, 0);
  EXPECT_EQ(cuMemRelease(again), CUDA_SUCCESS);
  const CUdeviceptr plain = allocate(64);
  EXPECT_EQ(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(plain)), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(plain), CUDA_SUCCESS);
  drop(address, kChunk);
}

TEST_F(VmmTest, ADescriptorKeepsTheMemoryAndItsRoom) {
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t total = 0;
  ASSERT_EQ(cuMemGetInfo(&before, &total), CUDA_SUCCESS);
  CUmemGenericAllocationHandle handle = create();
  int fd = -1;
  ASSERT_EQ(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  ASSERT_EQ(cuMemGetInfo(&after, &total), CUDA_SUCCESS);
  EXPECT_EQ(before - after, kChunk);
  void* os_handle = reinterpret_cast<void*>(static_cast<std::intptr_t>(fd));
  EXPECT_EQ(cuMemImportFromShareableHandle(&handle, os_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR), CUDA_SUCCESS);
  close(fd);
  ASSERT_EQ(cuMemGetInfo(&after, &total), CUDA_SUCCESS);
  EXPECT_EQ(before - after, kChunk) << "the import holds it";
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  ASSERT_EQ(cuMemGetInfo(&after, &total), CUDA_SUCCESS);
  EXPECT_EQ(before, after);
}

TEST_F(VmmTest, WhatHasNoHandleTypeCannotBeExported) {
  CUmemGenericAllocationHandle handle = 0;
  int fd = -1;
  const CUmemAllocationProp wanted = properties(0, CU_MEM_HANDLE_TYPE_NONE);
  ASSERT_EQ(cuMemCreate(&handle, kChunk, &wanted, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  EXPECT_EQ(cuMemImportFromShareableHandle(&handle, reinterpret_cast<void*>(std::intptr_t{0}),
                                           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
            CUDA_ERROR_INVALID_VALUE)
      << "no chunk's descriptor";
}

}  // namespace
}  // namespace penstock::fakecuda
