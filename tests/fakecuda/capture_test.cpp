#include <thread>

#include "entry.hpp"
#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

class CaptureTest : public WithContext {
 protected:
  // Ends a capture of `stream`.
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

// Operations run in their order, each time with the present contents of memory.
TEST_F(CaptureTest, WhatWasCapturedRunsWithEachLaunch) {
  const CUdeviceptr words = allocate(16);
  const CUstream on = stream();
  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  begin(on, CU_STREAM_CAPTURE_MODE_GLOBAL);
  CUstreamBatchMemOpParams operations[3];
  operations[0] = written(CU_STREAM_MEM_OP_WRITE_VALUE_64, words, 7);
  operations[1] = wait_for(words, 7, CU_STREAM_WAIT_VALUE_EQ);
  operations[2] = written(CU_STREAM_MEM_OP_WRITE_VALUE_32, words + 4, 9);
  ASSERT_EQ(cuMemcpyAsync(words + 8, words + 12, 4, on), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamBatchMemOp(on, 3, operations, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamEndCapture(on, &graph), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphInstantiateWithFlags(&executable, graph, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  for (std::uint32_t round = 1; round < 4; ++round) {
    write(words, {0, 0, 0, round});
    ASSERT_EQ(cuGraphLaunch(executable, on), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(on), CUDA_SUCCESS);
    EXPECT_EQ(read(words, 4), (std::vector<std::uint32_t>{7, 9, round, round}));
  }
  EXPECT_EQ(cuGraphExecDestroy(executable), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
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

// Makes `later` wait for an event in `earlier`.
void follow(CUstream later, CUstream earlier) {
  CUevent event = nullptr;
  ASSERT_EQ(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(event, earlier), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(later, event, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuEventDestroy(event), CUDA_SUCCESS);
}

CUresult info_of(CUstream stream, cuuint64_t* id, CUgraph* graph) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUresult result = cuStreamGetCaptureInfo(stream, &status, id, graph, nullptr, nullptr);
  return status == CU_STREAM_CAPTURE_STATUS_ACTIVE ? result : CUDA_ERROR_ILLEGAL_STATE;
}

// One stream sets a word, the other waits for it, and both join: the graph runs again and again.
TEST_F(CaptureTest, AForkedCaptureRunsOnBothStreamsAtOnce) {
  const CUdeviceptr words = allocate(8);
  const CUstream first = stream();
  const CUstream second = stream();
  begin(first, CU_STREAM_CAPTURE_MODE_GLOBAL);
  follow(second, first);
  cuuint64_t one = 0;
  cuuint64_t other = 1;
  EXPECT_EQ(info_of(first, &one, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(info_of(second, &other, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(one, other);
  EXPECT_EQ(cuStreamWaitValue32(first, words, 1, CU_STREAM_WAIT_VALUE_EQ), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWriteValue32(first, words, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWriteValue32(second, words, 1, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD32Async(words + 4, 9, 1, second), CUDA_SUCCESS);
  follow(first, second);
  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  ASSERT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphInstantiateWithFlags(&executable, graph, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(cuMemsetD32Async(words + 4, 0, 1, first), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(executable, first), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
    EXPECT_EQ(read(words, 2), (std::vector<std::uint32_t>{0, 9}));
  }
  EXPECT_EQ(cuGraphExecDestroy(executable), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(words), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(second), CUDA_SUCCESS);
}

TEST_F(CaptureTest, WhatDoesNotJoinSpoilsIt) {
  const CUdeviceptr address = allocate(4);
  const CUstream first = stream();
  const CUstream second = stream();
  begin(first, CU_STREAM_CAPTURE_MODE_GLOBAL);
  follow(second, first);
  EXPECT_EQ(cuMemsetD32Async(address, 5, 1, second), CUDA_SUCCESS);
  EXPECT_EQ(end(second), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  EXPECT_EQ(end(first), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(second), CUDA_SUCCESS);
}

TEST_F(CaptureTest, AUserObjectGoesWithTheLastOfItsGraphs) {
  const CUdeviceptr address = allocate(4);
  const CUstream on = stream();
  int destroyed = 0;
  begin(on, CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(cuMemsetD32Async(address, 5, 1, on), CUDA_SUCCESS);
  cuuint64_t id = 0;
  CUgraph graph = nullptr;
  ASSERT_EQ(info_of(on, &id, &graph), CUDA_SUCCESS);
  CUuserObject object = nullptr;
  const auto destroy = [](void* count) { ++*static_cast<int*>(count); };
  ASSERT_EQ(cuUserObjectCreate(&object, &destroyed, destroy, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamEndCapture(on, &graph), CUDA_SUCCESS);
  CUgraphExec executable = nullptr;
  ASSERT_EQ(cuGraphInstantiateWithFlags(&executable, graph, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(cuGraphExecDestroy(executable), CUDA_SUCCESS);
  EXPECT_EQ(destroyed, 1);
  EXPECT_EQ(cuMemFree(address), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamDestroy(on), CUDA_SUCCESS);
}

}  // namespace
}  // namespace penstock::fakecuda
