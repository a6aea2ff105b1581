#include "test_kernels.hpp"
#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

class GraphTest : public WithContext {
 protected:
  void SetUp() override {
    WithContext::SetUp();
    ASSERT_EQ(cuModuleLoadData(&module_, &image_), CUDA_SUCCESS);
    ASSERT_EQ(cuModuleGetFunction(&add_, module_, "test_add"), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphCreate(&graph_, 0), CUDA_SUCCESS);
    on_ = stream();
    from_ = allocate(kBytes);
    to_ = allocate(kBytes);
  }
  void TearDown() override {
    EXPECT_EQ(cuMemFree(from_), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree(to_), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamDestroy(on_), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleUnload(module_), CUDA_SUCCESS);
    WithContext::TearDown();
  }
  // Adds a node that adds `value` to the words at `from_`.
  CUgraphNode add_kernel(std::vector<CUgraphNode> after, std::uint32_t value) {
    AddArguments arguments{from_, kWords, value};
    void* parameters[] = {&arguments};
    CUDA_KERNEL_NODE_PARAMS is{};
    is.func = add_;
    is.gridDimX = 4;
    is.gridDimY = is.gridDimZ = is.blockDimY = is.blockDimZ = 1;
    is.blockDimX = 64;
    is.kernelParams = parameters;
    CUgraphNode made = nullptr;
    EXPECT_EQ(cuGraphAddKernelNode(&made, graph_, after.data(), after.size(), &is), CUDA_SUCCESS);
    return made;
  }
  static CUDA_MEMCPY3D line(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
    CUDA_MEMCPY3D is{};
    is.srcMemoryType = is.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    is.srcDevice = from;
    is.dstDevice = to;
    is.WidthInBytes = bytes;
    is.Height = is.Depth = 1;
    return is;
  }
  CUgraphNode add_copy(std::vector<CUgraphNode> after) {
    const CUDA_MEMCPY3D is = line(to_, from_, kBytes);
    CUgraphNode made = nullptr;
    EXPECT_EQ(cuGraphAddMemcpyNode(&made, graph_, after.data(), after.size(), &is, context_), CUDA_SUCCESS);
    return made;
  }
  CUgraphExec instantiate() {
    CUgraphExec made = nullptr;
    EXPECT_EQ(cuGraphInstantiateWithFlags(&made, graph_, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphDestroy(graph_), CUDA_SUCCESS);
    return made;
  }

  static constexpr std::size_t kWords = 256;
  static constexpr std::size_t kBytes = kWords * 4;
  Image image_;
  CUmodule module_ = nullptr;
  CUfunction add_ = nullptr;
  CUgraph graph_ = nullptr;
  CUstream on_ = nullptr;
  CUdeviceptr from_ = 0, to_ = 0;
};

TEST_F(GraphTest, RunsInTheOrderOfItsDependenciesAgainAndAgain) {
  write(from_, std::vector<std::uint32_t>(kWords, 1));
  const CUgraphNode first = add_kernel({}, 2);
  const CUgraphNode copied = add_copy({first});
  add_kernel({copied}, 100);
  const CUgraphExec executable = instantiate();
  EXPECT_EQ(read(from_, kWords), std::vector<std::uint32_t>(kWords, 1)) << "nothing ran yet";
  for (std::uint32_t round = 0; round < 20; ++round) {
    ASSERT_EQ(cuGraphLaunch(executable, on_), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
    ASSERT_EQ(read(to_, kWords), std::vector<std::uint32_t>(kWords, 3 + 102 * round));
  }
  EXPECT_EQ(cuGraphExecDestroy(executable), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphLaunch(executable, on_), CUDA_ERROR_INVALID_VALUE);
}

// The order varies, so that a missing dependency shows. How often depends on the delays, which the test's environment makes
// longer than the kernel takes, and on the other load of the machine.
TEST_F(GraphTest, WhatDoesNotDependRunsInAnyOrder) {
  add_kernel({}, 5);
  add_copy({});
  const CUgraphExec executable = instantiate();
  int before = 0, after = 0;
  for (int round = 0; round < 2000 && (before == 0 || after == 0); ++round) {
    write(from_, std::vector<std::uint32_t>(kWords, 1));
    ASSERT_EQ(cuGraphLaunch(executable, on_), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(on_), CUDA_SUCCESS);
    ++(read(to_, kWords).front() == 1 ? before : after);
  }
  EXPECT_GT(before, 0);
  EXPECT_GT(after, 0);
  EXPECT_EQ(cuGraphExecDestroy(executable), CUDA_SUCCESS);
}

TEST_F(GraphTest, RefusesWhatItCannotRun) {
  CUgraphNode made = nullptr;
  CUDA_MEMCPY3D is = line(to_, from_, kBytes + 1'000'000'000);
  EXPECT_NE(cuGraphAddMemcpyNode(&made, graph_, nullptr, 0, &is, context_), CUDA_SUCCESS) << "beyond the allocation";
  std::vector<std::uint32_t> host(kWords);
  is = line(to_, reinterpret_cast<CUdeviceptr>(host.data()), kBytes);
  EXPECT_EQ(cuGraphAddMemcpyNode(&made, graph_, nullptr, 0, &is, context_), CUDA_ERROR_INVALID_VALUE);
  is = line(to_, from_, kBytes);
  EXPECT_EQ(cuGraphAddMemcpyNode(&made, graph_, nullptr, 0, &is, nullptr), CUDA_ERROR_INVALID_CONTEXT);
  CUgraph other = nullptr;
  ASSERT_EQ(cuGraphCreate(&other, 0), CUDA_SUCCESS);
  const CUgraphNode here = add_kernel({}, 1);
  EXPECT_EQ(cuGraphAddMemcpyNode(&made, other, &here, 1, &is, context_), CUDA_ERROR_INVALID_VALUE) << "a node of another graph";
  EXPECT_EQ(cuGraphDestroy(other), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(other), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphDestroy(graph_), CUDA_SUCCESS);
}

}  // namespace
}  // namespace penstock::fakecuda
