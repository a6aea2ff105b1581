// The fixture of the stand-in's tests: a process with a current context, and short forms of common calls.
#pragma once

#include <cuda.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "control.hpp"

namespace penstock::fakecuda {

// A fatbin without kernels: the stand-in reads the header alone.
struct Image {
  std::uint32_t magic = 0xba55ed50;
  std::uint16_t version = 1;
  std::uint16_t header_bytes = 16;
  std::uint64_t bytes = 16;
  std::uint64_t body[2] = {};
};

inline constexpr std::size_t kChunk = 2 << 20;  // the size of a VMM chunk

inline CUmemAllocationProp properties(int device, CUmemAllocationHandleType types = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) {
  CUmemAllocationProp out{};
  out.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  out.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  out.requestedHandleTypes = types;
  return out;
}

inline CUmemAccessDesc access(int device, CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
  CUmemAccessDesc out{};
  out.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  out.flags = flags;
  return out;
}

// Operations of cuStreamBatchMemOp: a wait for a word of 8 bytes, and a write of a word of either length.
inline CUstreamBatchMemOpParams wait_for(CUdeviceptr word, std::uint64_t value, unsigned condition) {
  CUstreamBatchMemOpParams out{};
  out.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
  out.waitValue.address = word;
  out.waitValue.value64 = value;
  out.waitValue.flags = condition;
  return out;
}
inline CUstreamBatchMemOpParams written(CUstreamBatchMemOpType operation, CUdeviceptr word, std::uint64_t value) {
  CUstreamBatchMemOpParams out{};
  out.operation = operation;
  out.writeValue.address = word;
  out.writeValue.value64 = value;
  return out;
}

class WithContext : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context_, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxPushCurrent(context_), CUDA_SUCCESS);
  }
  void TearDown() override {
    penstock_fakecuda_fail(nullptr, 0, 0);
    CUcontext popped = nullptr;
    EXPECT_EQ(cuCtxPopCurrent(&popped), CUDA_SUCCESS);
    EXPECT_EQ(popped, context_);
    EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  }

  static CUdeviceptr allocate(std::size_t bytes) {
    CUdeviceptr address = 0;
    EXPECT_EQ(cuMemAlloc(&address, bytes), CUDA_SUCCESS);
    return address;
  }
  static CUstream stream(unsigned flags = CU_STREAM_NON_BLOCKING) {
    CUstream made = nullptr;
    EXPECT_EQ(cuStreamCreate(&made, flags), CUDA_SUCCESS);
    return made;
  }
  static std::vector<std::uint32_t> read(CUdeviceptr address, std::size_t words) {
    std::vector<std::uint32_t> out(words);
    EXPECT_EQ(cuMemcpy(reinterpret_cast<CUdeviceptr>(out.data()), address, words * sizeof(std::uint32_t)), CUDA_SUCCESS);
    return out;
  }
  static void write(CUdeviceptr address, const std::vector<std::uint32_t>& words) {
    const auto source = reinterpret_cast<CUdeviceptr>(words.data());
    EXPECT_EQ(cuMemcpy(address, source, words.size() * sizeof(std::uint32_t)), CUDA_SUCCESS);
  }
  template <typename T>
  static T attribute(CUdeviceptr address, CUpointer_attribute which) {
    T value{};
    EXPECT_EQ(cuPointerGetAttribute(&value, which, address), CUDA_SUCCESS);
    return value;
  }

  CUcontext context_ = nullptr;
};

}  // namespace penstock::fakecuda
