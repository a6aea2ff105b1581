#include <thread>

#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

class CaptureTest : public WithContext {
 protected:
  // The end of a capture of `stream`.
  static CUresult end(CUstream stream) {
    CUgraph graph = nullptr;
    const CUresult result = cuStreamEndCapture(stream, &graph);
    EXPECT_EQ(graph != nullptr, result == CUDA_SUCCESS);
    if (graph != nullptr) {
      EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
    }
    return result;
  }
  static void begin(CUstream stream, CUstreamCaptureMode mode) { ASSERT_EQ(cuStreamBeginCapture(stream, mode), CUDA_SUCCESS); }
};

TEST_F(CaptureTest, WhatIsCapturedDoesNotRun) {
  const CUdeviceptr address = allocate(4);
  const CUstream on = stream();
  begin(on, CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(cuMemsetD32Async(address, 5, 1, on), CUDA_SUCCESS);
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  EXPECT_EQ(cuStreamIsCapturing(on, &status), CUDA_SUCCESS);
  EXPECT_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(end(on), CUDA_SUCCESS);
  EXPECT_EQ(read(address, 1)[0], 0U);
  EXPECT_EQ(end(on), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(CaptureTest, UnsafeCallsAreRefusedAndSpoilIt) {
  const CUstream on = stream();
  CUdeviceptr address = 0;
  begin(on, CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(cuMemAlloc(&address, 4), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(end(on), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  begin(on, CU_STREAM_CAPTURE_MODE_GLOBAL);
  CUresult elsewhere = CUDA_SUCCESS;
  std::thread([&] {
    EXPECT_EQ(cuCtxPushCurrent(context_), CUDA_SUCCESS);
    elsewhere = cuMemAlloc(&address, 4);
  }).join();
  EXPECT_EQ(elsewhere, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED) << "another thread's too";
  EXPECT_EQ(end(on), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

TEST_F(CaptureTest, ARelaxedThreadMay) {
  const CUstream on = stream();
  const CUstream other = stream();
  CUdeviceptr address = 0;
  begin(on, CU_STREAM_CAPTURE_MODE_GLOBAL);
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  EXPECT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAlloc(&address, 4), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(other), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
  EXPECT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
  EXPECT_EQ(end(on), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(other), CUDA_SUCCESS);
}

TEST_F(CaptureTest, TheDefaultStreamAndTheCapturingOneSpoilItInAnyMode) {
  const CUdeviceptr address = allocate(4);
  const CUstream blocking = stream(CU_STREAM_DEFAULT);
  begin(blocking, CU_STREAM_CAPTURE_MODE_RELAXED);
  EXPECT_EQ(cuMemsetD32Async(address, 5, 1, CU_STREAM_LEGACY), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  EXPECT_EQ(end(blocking), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  begin(blocking, CU_STREAM_CAPTURE_MODE_RELAXED);
  EXPECT_EQ(cuStreamQuery(blocking), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(end(blocking), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(blocking), CUDA_SUCCESS);
}

}  // namespace
}  // namespace penstock::fakecuda
