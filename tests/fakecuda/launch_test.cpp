#include "test_kernels.hpp"

#include <numeric>

#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

class LaunchTest : public WithContext {
 protected:
  void SetUp() override {
    WithContext::SetUp();
    ASSERT_EQ(cuModuleLoadData(&module_, &image_), CUDA_SUCCESS);
    on_ = stream();
  }
  void TearDown() override {
    EXPECT_EQ(cuStreamDestroy(on_), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleUnload(module_), CUDA_SUCCESS);
    WithContext::TearDown();
  }
  template <typename Arguments>
  CUresult launch(const char* name, unsigned grid, unsigned block, Arguments arguments) {
    CUfunction function = nullptr;
    if (const CUresult result = cuModuleGetFunction(&function, module_, name); result != CUDA_SUCCESS) return result;
    void* parameters[] = {&arguments};  // it is gone when the kernel runs: the launch copies it
    return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, on_, parameters, nullptr);
  }

  Image image_;
  CUmodule module_ = nullptr;
  CUstream on_ = nullptr;
};

TEST_F(LaunchTest, AGridTouchesEveryElementOnce) {
  const CUdeviceptr words = allocate(40'000);
  ASSERT_EQ(cuMemsetD32Async(words, 1, 10'000, on_), CUDA_SUCCESS);
  ASSERT_EQ(launch("test_add", 50, 128, AddArguments{words, 9'999, 6}), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  std::vector<std::uint32_t> expected(10'000, 7);
  expected.back() = 1;
  EXPECT_EQ(read(words, 10'000), expected);
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
}

TEST_F(LaunchTest, BarriersKeepTheThreadsOfABlockInStep) {
  constexpr unsigned kBlocks = 20;
  constexpr unsigned kThreads = 96;
  constexpr unsigned kRounds = 5;
  std::vector<std::uint32_t> start(kBlocks * kThreads);
  std::iota(start.begin(), start.end(), 0U);
  const CUdeviceptr words = allocate(start.size() * 4);
  write(words, start);
  ASSERT_EQ(launch("test_rotate", kBlocks, kThreads, RotateArguments{words, kRounds}), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  const std::vector<std::uint32_t> got = read(words, start.size());
  for (unsigned block = 0; block < kBlocks; ++block) {
    for (unsigned i = 0; i < kThreads; ++i) {
      ASSERT_EQ(got[block * kThreads + (i + kRounds) % kThreads], start[block * kThreads + i]) << block << " " << i;
    }
  }
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
}

TEST_F(LaunchTest, ShufflesSumAWarp) {
  const CUdeviceptr words = allocate(128 * 4);
  ASSERT_EQ(launch("test_sum_warp", 2, 64, SumArguments{words}), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  const std::vector<std::uint32_t> got = read(words, 128);
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(got[i], i % 64 < 32 ? 496U : 496U + 32 * 32) << i;
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
}

TEST_F(LaunchTest, ASpinningKernelSeesTheHostsWord) {
  std::uint32_t* words = nullptr;
  ASSERT_EQ(cuMemHostAlloc(reinterpret_cast<void**>(&words), 4096, 0), CUDA_SUCCESS);
  std::fill_n(words, 1024, 0U);
  const auto address = reinterpret_cast<CUdeviceptr>(words);
  ASSERT_EQ(launch("test_wait_word", 2, 32, WaitArguments{address, address + 4, address + 256, 42}), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamQuery(on_), CUDA_ERROR_NOT_READY);
  __atomic_store_n(words, 42U, __ATOMIC_RELEASE);
  ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(words[64 + i], 1U);
  ASSERT_EQ(launch("test_wait_word", 1, 32, WaitArguments{address, address + 4, address + 256, 43}), CUDA_SUCCESS);
  __atomic_store_n(words + 1, 1U, __ATOMIC_RELEASE);
  ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  EXPECT_EQ(words[64], 2U) << "aborted";
  EXPECT_EQ(cuMemFreeHost(words), CUDA_SUCCESS);
}

TEST_F(LaunchTest, AsManyBlocksAsTheDeviceHoldsRunTogether) {
  int multiprocessors = 0;
  ASSERT_EQ(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0), CUDA_SUCCESS);
  const CUdeviceptr words = allocate(4);
  write(words, {0});
  ASSERT_EQ(launch("test_meet_blocks", static_cast<unsigned>(multiprocessors), 64, AddArguments{words, 0, 0}), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
}

TEST_F(LaunchTest, LimitsAreEnforced) {
  const AddArguments none{0, 0, 0};
  EXPECT_EQ(launch("test_add", 1, 129, none), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch("test_add", 0, 32, none), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch("test_nothing", 1, 32, none), CUDA_ERROR_NOT_FOUND);
  Image wrong;
  wrong.magic = 7;
  CUmodule module = nullptr;
  EXPECT_EQ(cuModuleLoadData(&module, &wrong), CUDA_ERROR_INVALID_IMAGE);
  CUfunction function = nullptr;
  ASSERT_EQ(cuModuleGetFunction(&function, module_, "test_add"), CUDA_SUCCESS);
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, on_, nullptr, nullptr), CUDA_ERROR_INVALID_VALUE) << "no arguments";
  int threads = 0;
  EXPECT_EQ(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function), CUDA_SUCCESS);
  EXPECT_EQ(threads, 128);
}

TEST_F(LaunchTest, BlocksThatWaitForEachOtherAllFitOrNoneRuns) {
  const CUdeviceptr words = allocate(4'096);
  ASSERT_EQ(cuMemsetD32Async(words, 1, 1'024, on_), CUDA_SUCCESS);
  CUfunction function = nullptr;
  ASSERT_EQ(cuModuleGetFunction(&function, module_, "test_add"), CUDA_SUCCESS);
  int blocks = 0;
  EXPECT_EQ(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 129, 0), CUDA_SUCCESS);
  EXPECT_EQ(blocks, 0);
  EXPECT_EQ(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0), CUDA_SUCCESS);
  ASSERT_EQ(blocks, 2);
  AddArguments arguments{words, 1'024, 6};
  void* parameters[] = {&arguments};
  EXPECT_EQ(cuLaunchCooperativeKernel(function, 9, 1, 1, 128, 1, 1, 0, on_, parameters),
            CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  EXPECT_EQ(cuLaunchCooperativeKernel(function, 8, 1, 1, 128, 1, 1, 0, on_, parameters), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
  EXPECT_EQ(read(words, 1'024), std::vector<std::uint32_t>(1'024, 7));
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
}

TEST_F(LaunchTest, ThreadsThatWaitAtDifferentPlacesFail) {
  ASSERT_EQ(launch("test_split_barrier", 1, 64, AddArguments{}), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(on_), CUDA_ERROR_LAUNCH_FAILED);
  ASSERT_EQ(cuCtxPopCurrent(nullptr), CUDA_SUCCESS);
  ASSERT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context_, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxPushCurrent(context_), CUDA_SUCCESS);
  on_ = stream();
}

}  // namespace
}  // namespace penstock::fakecuda
