#include <atomic>
#include <numeric>
#include <thread>

#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

class StreamTest : public WithContext {
 protected:
  void SetUp() override {
    WithContext::SetUp();
    ASSERT_EQ(cuMemHostAlloc(reinterpret_cast<void**>(&words_), 4096, 0), CUDA_SUCCESS);
    std::fill_n(words_, 1024, 0U);
  }
  void TearDown() override {
    EXPECT_EQ(cuMemFreeHost(words_), CUDA_SUCCESS);
    WithContext::TearDown();
  }
  [[nodiscard]] CUdeviceptr word(int i) const { return reinterpret_cast<CUdeviceptr>(words_ + i); }
  [[nodiscard]] std::uint32_t seen(int i) const { return __atomic_load_n(words_ + i, __ATOMIC_ACQUIRE); }
  // Blocks `stream` until open(i).
  void gate(CUstream stream, int i) const {
    ASSERT_EQ(cuStreamWaitValue32(stream, word(i), 1, CU_STREAM_WAIT_VALUE_GEQ), CUDA_SUCCESS);
  }
  void open(int i) const { __atomic_store_n(words_ + i, 1, __ATOMIC_RELEASE); }

  std::uint32_t* words_ = nullptr;
};

TEST_F(StreamTest, OperationsRunInOrderBehindTheCaller) {
  const CUstream on = stream();
  const CUdeviceptr device = allocate(4);
  gate(on, 0);
  ASSERT_EQ(cuMemsetD32Async(device, 5, 1, on), CUDA_SUCCESS);
  ASSERT_EQ(cuMemcpyAsync(word(1), device, 4, on), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWriteValue32(on, word(2), 9, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamQuery(on), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(seen(1), 0U);
  open(0);
  ASSERT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamQuery(on), CUDA_SUCCESS);
  EXPECT_EQ(seen(1), 5U);
  EXPECT_EQ(seen(2), 9U);
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(on), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(StreamTest, WordsAreWrittenAndWaitedForInARow) {
  const CUstream on = stream();
  CUstreamBatchMemOpParams operations[3];
  operations[0] = wait_for(word(2), 3, CU_STREAM_WAIT_VALUE_GEQ);
  operations[1] = written(CU_STREAM_MEM_OP_WRITE_VALUE_64, word(4), 1ULL << 32);
  operations[2] = written(CU_STREAM_MEM_OP_WRITE_VALUE_32, word(6), 5);
  ASSERT_EQ(cuStreamBatchMemOp(on, 3, operations, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamQuery(on), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(seen(6), 0U);
  __atomic_store_n(reinterpret_cast<std::uint64_t*>(words_ + 2), 1ULL << 40, __ATOMIC_RELEASE);
  ASSERT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
  EXPECT_EQ(seen(4), 0U);
  EXPECT_EQ(seen(5), 1U);
  EXPECT_EQ(seen(6), 5U);
  EXPECT_EQ(cuStreamBatchMemOp(on, 3, operations, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamBatchMemOp(on, 257, operations, 0), CUDA_ERROR_INVALID_VALUE);
  operations[0].waitValue.address = word(3);
  EXPECT_EQ(cuStreamBatchMemOp(on, 1, operations, 0), CUDA_ERROR_INVALID_VALUE) << "not at a multiple of its length";
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(StreamTest, PageableSourceMayChangeAfterTheCall) {
  const CUstream on = stream();
  const CUdeviceptr device = allocate(4);
  std::uint32_t source = 3;
  std::uint32_t pinned_seen = 0;
  gate(on, 0);
  ASSERT_EQ(cuMemcpyAsync(device, reinterpret_cast<CUdeviceptr>(&source), 4, on), CUDA_SUCCESS);
  source = 4;
  words_[1] = 5;
  ASSERT_EQ(cuMemcpyAsync(device + 0, device, 4, on), CUDA_SUCCESS);
  open(0);
  ASSERT_EQ(cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(&pinned_seen), device, 4, on), CUDA_SUCCESS);
  EXPECT_EQ(pinned_seen, 3U) << "a copy to pageable memory is complete when the call returns";
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(StreamTest, PinnedSourceIsReadLater) {
  const CUstream on = stream();
  const CUdeviceptr device = allocate(4);
  words_[1] = 5;
  gate(on, 0);
  ASSERT_EQ(cuMemcpyAsync(device, word(1), 4, on), CUDA_SUCCESS);
  words_[1] = 6;  // an error of the application: it did not wait
  open(0);
  ASSERT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
  EXPECT_EQ(read(device, 1)[0], 6U);
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(StreamTest, TheLegacyStreamWaitsForBlockingStreamsOnly) {
  const CUstream blocking = stream(CU_STREAM_DEFAULT);
  const CUstream other = stream(CU_STREAM_NON_BLOCKING);
  gate(blocking, 0);
  gate(other, 1);
  ASSERT_EQ(cuStreamWriteValue32(nullptr, word(2), 1, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWriteValue32(blocking, word(3), 1, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(seen(2), 0U);
  open(0);
  ASSERT_EQ(cuStreamSynchronize(nullptr), CUDA_SUCCESS);  // `other` is still blocked
  EXPECT_EQ(seen(2), 1U);
  EXPECT_EQ(cuStreamQuery(other), CUDA_ERROR_NOT_READY);
  open(1);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  EXPECT_EQ(seen(3), 1U);
  EXPECT_EQ(cuStreamDestroy(blocking), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(other), CUDA_SUCCESS);
}

TEST_F(StreamTest, EventsOrderStreams) {
  const CUstream first = stream();
  const CUstream second = stream();
  CUevent event = nullptr;
  ASSERT_EQ(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
  EXPECT_EQ(cuEventQuery(event), CUDA_SUCCESS) << "never recorded counts as done";
  gate(first, 0);
  ASSERT_EQ(cuMemsetD32Async(word(1), 8, 1, first), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemcpyAsync(word(512), word(512), 0, second), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWriteValue32(second, word(2), 1, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuEventQuery(event), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(cuStreamQuery(second), CUDA_ERROR_NOT_READY);
  open(0);
  ASSERT_EQ(cuEventSynchronize(event), CUDA_SUCCESS);
  EXPECT_EQ(seen(1), 8U);
  ASSERT_EQ(cuStreamSynchronize(second), CUDA_SUCCESS);
  EXPECT_EQ(seen(2), 1U);
  EXPECT_EQ(cuEventDestroy(event), CUDA_SUCCESS);
  EXPECT_EQ(cuEventDestroy(event), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamDestroy(first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(second), CUDA_SUCCESS);
}

// With delays, a reader that does not wait sees old data in some of many attempts, and one that waits in none.
TEST_F(StreamTest, DelaysShowMissingSynchronisation) {
  const CUstream on = stream();
  int too_early = 0;
  for (std::uint32_t i = 1; i <= 200; ++i) {
    ASSERT_EQ(cuStreamWriteValue32(on, word(0), i, 0), CUDA_SUCCESS);  // atomic, so ThreadSanitizer allows early reads
    if (seen(0) != i) ++too_early;
    ASSERT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
    ASSERT_EQ(seen(0), i);
  }
  EXPECT_GT(too_early, 0);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(StreamTest, FreeingWaitsForWorkInFlight) {
  const CUstream on = stream();
  const CUdeviceptr device = allocate(1 << 20);
  gate(on, 0);
  ASSERT_EQ(cuMemsetD32Async(device, 1, 1 << 18, on), CUDA_SUCCESS);
  std::thread opener([&] { open(0); });
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
  EXPECT_EQ(seen(0), 1U);
  opener.join();
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(StreamTest, AFailedOperationStaysWithItsContext) {
  const CUstream on = stream();
  ASSERT_EQ(penstock_fakecuda_fail("async", 2, CUDA_ERROR_ILLEGAL_ADDRESS), 0);
  ASSERT_EQ(cuMemsetD32Async(word(0), 1, 1, on), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD32Async(word(1), 1, 1, on), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWriteValue32(on, word(2), 1, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(on), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(seen(0), 1U);
  EXPECT_EQ(seen(1), 0U);
  EXPECT_EQ(seen(2), 0U) << "nothing runs after the failure";
  CUdeviceptr address = 0;
  EXPECT_EQ(cuMemAlloc(&address, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
  // A new context of the same device starts without it.
  CUcontext old = nullptr;
  ASSERT_EQ(cuCtxPopCurrent(&old), CUDA_SUCCESS);
  ASSERT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context_, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxPushCurrent(context_), CUDA_SUCCESS);
  ASSERT_EQ(cuMemHostAlloc(reinterpret_cast<void**>(&words_), 4096, 0), CUDA_SUCCESS);
}

TEST_F(StreamTest, AStreamTellsItsContext) {
  const CUstream on = stream();
  for (const CUstream each : {on, CUstream(nullptr), CU_STREAM_LEGACY, CU_STREAM_PER_THREAD}) {
    CUcontext context = nullptr;
    EXPECT_EQ(cuStreamGetCtx(each, &context), CUDA_SUCCESS);
    EXPECT_EQ(context, context_);
  }
  EXPECT_EQ(cuStreamGetCtx(on, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
  CUcontext context = nullptr;
  EXPECT_EQ(cuStreamGetCtx(on, &context), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(StreamTest, ManyThreadsAndStreamsAtOnce) {
  constexpr int kThreads = 4;
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      CUstream on = nullptr;
      CUdeviceptr device = 0;
      if (cuCtxPushCurrent(context_) != CUDA_SUCCESS || cuStreamCreate(&on, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS) ++wrong;
      for (std::uint32_t i = 0; i < 30; ++i) {
        std::uint32_t back = 0;
        if (cuMemAlloc(&device, 4096) != CUDA_SUCCESS) ++wrong;
        if (cuMemsetD32Async(device, i * kThreads + static_cast<unsigned>(t), 1024, on) != CUDA_SUCCESS) ++wrong;
        if (cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(&back), device + 4092, 4, on) != CUDA_SUCCESS) ++wrong;
        if (back != i * kThreads + static_cast<unsigned>(t)) ++wrong;
        if (cuMemFree(device) != CUDA_SUCCESS) ++wrong;
      }
      if (cuStreamDestroy(on) != CUDA_SUCCESS || cuCtxPopCurrent(nullptr) != CUDA_SUCCESS) ++wrong;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace penstock::fakecuda
