#include "accel/queue/cuda_graph.hpp"

#include "accel/queue/stream_queue.hpp"

namespace penstock::accel {

// Nothing runs yet, so there is no completion to mark; the queue that launches the graph marks its end.
class CudaGraph::Branch final : public Queue {
 public:
  explicit Branch(CudaGraph& graph) noexcept : graph_(graph) {}
  [[nodiscard]] int device() const override { return graph_.device_; }
  [[nodiscard]] const DeviceLimits& limits() const override { return graph_.devices_.limits(graph_.device_); }
  Status copy(void* destination, const void* source, std::size_t bytes) override {
    return bytes == 0 ? Status::ok() : graph_.add_copy(destination, source, bytes, &last_);
  }
  Status launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                std::size_t /*argument_bytes*/) override {
    return graph_.add_kernel(kernel, grid, block, arguments, &last_);
  }
  Status mark(Ticket* out) override { return *out = {}, Status::ok(); }
  Status copy_and_mark(void* destination, const void* source, std::size_t bytes, By /*by*/, Ticket* out) override {
    PENSTOCK_TRY(copy(destination, source, bytes));
    return mark(out);
  }
  Status launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments, std::size_t argument_bytes,
                         Finish* finish, Ticket* out) override {
    *finish = {};
    PENSTOCK_TRY(launch(kernel, grid, block, arguments, argument_bytes));
    return mark(out);
  }

 private:
  CudaGraph& graph_;
  CUgraphNode last_ = nullptr;
};

CudaGraph::~CudaGraph() {
  const Status gone = devices_.within(device_, [&] { return destroy(); });
  if (!gone.is_ok()) log_.warn("freeing a graph: {}", gone.message());
}

// Returns the first failure. The graph is not used any more.
Status CudaGraph::destroy() {
  Status first = executable_ == nullptr ? Status::ok() : driver_.cuGraphExecDestroy(executable_);
  Status second = graph_ == nullptr ? Status::ok() : driver_.cuGraphDestroy(graph_);
  return first.is_ok() ? std::move(second) : std::move(first);
}

Status CudaGraph::open() {
  return devices_.within(device_, [&] { return driver_.cuGraphCreate(&graph_, 0U); });
}

Queue& CudaGraph::add_branch() {
  return *branches_.emplace_back(std::make_unique<Branch>(*this));
}

// The template is not needed after instantiation.
Status CudaGraph::close() {
  return devices_.within(device_, [&]() -> Status {
    PENSTOCK_TRY(driver_.cuGraphInstantiateWithFlags(&executable_, graph_, 0ULL));
    return driver_.cuGraphDestroy(std::exchange(graph_, nullptr));
  });
}

template <typename Make>
Status CudaGraph::add(CUgraphNode* last, const Make& make) {
  CUgraphNode made = nullptr;
  const CUgraphNode before = *last;
  PENSTOCK_TRY(devices_.within(device_, [&]() -> Status { return make(&made, &before, before == nullptr ? 0 : 1); }));
  *last = made;
  ++parts_;
  return {};
}

Status CudaGraph::add_kernel(std::string_view name, Extent3 grid, Extent3 block, const void* arguments, CUgraphNode* last) {
  return add(last, [&](CUgraphNode* node, const CUgraphNode* before, std::size_t count) -> Status {
    const Module::Kernel* kernel = nullptr;
    PENSTOCK_TRY(module_.find(name, &kernel));
    PENSTOCK_TRY(kernel->check(block));
    void* parameters[] = {const_cast<void*>(arguments)};
    CUDA_KERNEL_NODE_PARAMS_v2 node_is{};
    node_is.func = kernel->function;
    node_is.gridDimX = grid.x;
    node_is.gridDimY = grid.y;
    node_is.gridDimZ = grid.z;
    node_is.blockDimX = block.x;
    node_is.blockDimY = block.y;
    node_is.blockDimZ = block.z;
    node_is.kernelParams = static_cast<void**>(parameters);
    const CUDA_KERNEL_NODE_PARAMS_v2* const given = &node_is;
    return driver_.cuGraphAddKernelNode(node, graph_, before, count, given);
  });
}

// Adds a copy of one row of bytes. The driver derives the kind of memory from the addresses.
Status CudaGraph::add_copy(void* destination, const void* source, std::size_t bytes, CUgraphNode* last) {
  return add(last, [&](CUgraphNode* node, const CUgraphNode* before, std::size_t count) -> Status {
    CUcontext context = nullptr;
    PENSTOCK_TRY(devices_.context(device_, &context));
    CUDA_MEMCPY3D_v2 node_is{};
    node_is.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    node_is.srcDevice = reinterpret_cast<CUdeviceptr>(source);
    node_is.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    node_is.dstDevice = reinterpret_cast<CUdeviceptr>(destination);
    node_is.WidthInBytes = bytes;
    node_is.Height = 1;
    node_is.Depth = 1;
    const CUDA_MEMCPY3D_v2* const given = &node_is;
    return driver_.cuGraphAddMemcpyNode(node, graph_, before, count, given, context);
  });
}

}  // namespace penstock::accel
