#include <dlfcn.h>

#include <csignal>
#include <cstring>
#include <string_view>

#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

// Any entry point has this form here, because a call that is made to fail looks at no argument.
using AnyCall = CUresult (*)(std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                             std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t);

AnyCall entry_point(const char* name, int version = CUDA_VERSION) {
  void* found = nullptr;
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  EXPECT_EQ(cuGetProcAddress(name, &found, version, 0, &status), CUDA_SUCCESS) << name;
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SUCCESS) << name;
  return reinterpret_cast<AnyCall>(found);
}

CUresult call_blind(AnyCall function) {
  return function(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

TEST(FaultTest, EveryEntryPointFailsWhenTold) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  int entries = 0;
  while (const char* name = penstock_fakecuda_entry(entries)) {
    ++entries;
    const AnyCall function = entry_point(name);
    ASSERT_NE(function, nullptr) << name;
    const long calls = penstock_fakecuda_calls(name);
    ASSERT_EQ(penstock_fakecuda_fail(name, 1, CUDA_ERROR_ECC_UNCORRECTABLE), 0) << name;
    EXPECT_EQ(call_blind(function), CUDA_ERROR_ECC_UNCORRECTABLE) << name;
    EXPECT_EQ(penstock_fakecuda_calls(name), calls + 1) << name;
  }
  EXPECT_GT(entries, 50);
  std::printf("%d entry points, 0 skipped\n", entries);
}

TEST(FaultTest, WhatTheLibraryUsesIsThere) {
#define PENSTOCK_DRIVER_ENTRY(name, type, version, by, optional) EXPECT_NE(entry_point(#name, version), nullptr) << #name;
#include "accel/gen/driver_entries.inc"
#undef PENSTOCK_DRIVER_ENTRY
}

TEST(FaultTest, TheNthCallFailsOnce) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  int count = 0;
  ASSERT_EQ(penstock_fakecuda_fail("cuDeviceGetCount", 3, CUDA_ERROR_UNKNOWN), 0);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_ERROR_UNKNOWN);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
  ASSERT_EQ(penstock_fakecuda_fail("cuDeviceGetCount", 0, CUDA_ERROR_NOT_SUPPORTED), 0);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(penstock_fakecuda_fail(nullptr, 0, 0), 0);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
  EXPECT_EQ(penstock_fakecuda_fail("cuNothing", 1, CUDA_ERROR_UNKNOWN), -1);
  EXPECT_EQ(penstock_fakecuda_calls("cuNothing"), -1);
}

TEST(FaultDeathTest, TheNthCallKillsTheProcess) {
  const auto die = [] {
    penstock_fakecuda_fail("cuDeviceGetCount", 2, PENSTOCK_FAKECUDA_KILL);
    int count = 0;
    if (cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&count) == CUDA_SUCCESS) cuDeviceGetCount(&count);
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(die(), testing::KilledBySignal(SIGKILL), "");
}

TEST(TableTest, VersionsAndUnknownNames) {
  void* found = &found;
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  EXPECT_EQ(cuGetProcAddress("cuMemAlloc", &found, 2000, 0, &status), CUDA_SUCCESS);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  EXPECT_EQ(found, nullptr);
  EXPECT_EQ(cuGetProcAddress("cuMakeCoffee", &found, CUDA_VERSION, 0, &status), CUDA_SUCCESS);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  EXPECT_EQ(cuGetProcAddress("cuMakeCoffee", &found, CUDA_VERSION, 0, nullptr), CUDA_ERROR_NOT_FOUND);
}

TEST(TableTest, TheLibraryExportsWhatARealOneDoes) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr);
  for (const char* name : {"cuInit", "cuGetProcAddress_v2", "cuMemAlloc_v2", "cuMemFree_v2", "cuStreamDestroy_v2",
                           "cuCtxPushCurrent_v2", "cuDevicePrimaryCtxRelease_v2", "cuIpcOpenMemHandle_v2",
                           "cuStreamWriteValue32_v2", "cuMemcpyAsync", "penstock_fakecuda_is_standin"}) {
    EXPECT_NE(dlsym(library, name), nullptr) << name;
  }
  EXPECT_EQ(dlsym(library, "penstock_fibre_switch"), nullptr);
  dlclose(library);
}

TEST(TableTest, ErrorsHaveNamesAndWords) {
  const char* text = nullptr;
  EXPECT_EQ(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_EQ(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "out of memory");
  EXPECT_EQ(cuGetErrorName(static_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
}

}  // namespace
}  // namespace penstock::fakecuda
