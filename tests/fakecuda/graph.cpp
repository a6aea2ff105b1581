#include "graph.hpp"

#include <algorithm>
#include <utility>

#include "driver.hpp"
#include "options.hpp"
#include "work.hpp"

namespace penstock::fakecuda {

CUgraph Graphs::add() {
  const std::lock_guard lock(mutex_);
  auto made = std::make_unique<Graph>();
  const auto handle = reinterpret_cast<CUgraph>(made.get());
  graphs_.emplace(handle, std::move(made));
  return handle;
}

CUresult Graphs::remove(CUgraph graph) {
  const std::lock_guard lock(mutex_);
  return graphs_.erase(graph) > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult Graphs::add_node(CUgraph graph, std::span<const CUgraphNode> after, Action action, CUgraphNode* out) {
  const std::lock_guard lock(mutex_);
  const auto place = graphs_.find(graph);
  if (place == graphs_.end()) return CUDA_ERROR_INVALID_VALUE;
  auto& nodes = place->second->nodes;
  auto made = std::make_unique<GraphNode>(GraphNode{std::move(action), {}});
  for (const CUgraphNode each : after) {
    const auto is = [each](const auto& node) { return reinterpret_cast<CUgraphNode>(node.get()) == each; };
    const auto found = std::ranges::find_if(nodes, is);
    if (found == nodes.end()) return CUDA_ERROR_INVALID_VALUE;
    made->after.push_back(static_cast<std::size_t>(found - nodes.begin()));
  }
  *out = reinterpret_cast<CUgraphNode>(made.get());
  nodes.push_back(std::move(made));
  return CUDA_SUCCESS;
}

CUresult Graphs::instantiate(CUgraph graph, CUgraphExec* out) {
  const std::lock_guard lock(mutex_);
  const auto place = graphs_.find(graph);
  if (place == graphs_.end()) return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_unique<Executable>();
  for (const auto& node : place->second->nodes) made->nodes.push_back(*node);
  *out = reinterpret_cast<CUgraphExec>(made.get());
  executables_.emplace(*out, std::move(made));
  return CUDA_SUCCESS;
}

CUresult Graphs::remove(CUgraphExec executable) {
  const std::lock_guard lock(mutex_);
  return executables_.erase(executable) > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Any of the nodes that wait for nothing may be next.
std::vector<Action> Graphs::draw_order(const Executable& executable) {
  if (!std::exchange(seeded_, true)) random_.seed(static_cast<unsigned>(options().seed + 1));
  std::vector<bool> done(executable.nodes.size());
  std::vector<Action> order;
  while (order.size() < executable.nodes.size()) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < done.size(); ++i) {
      const auto& after = executable.nodes[i].after;
      if (!done[i] && std::ranges::all_of(after, [&](std::size_t each) { return done[each]; })) ready.push_back(i);
    }
    const std::size_t next = ready[random_() % ready.size()];
    done[next] = true;
    order.push_back(executable.nodes[next].action);
  }
  return order;
}

CUresult Graphs::launch(CUgraphExec executable, const std::shared_ptr<Stream>& stream) {
  std::vector<Action> order;
  {
    const std::lock_guard lock(mutex_);
    const auto place = executables_.find(executable);
    if (place == executables_.end()) return CUDA_ERROR_INVALID_VALUE;
    order = draw_order(*place->second);
  }
  for (Action& action : order) driver().board.enqueue(stream, std::move(action));
  return CUDA_SUCCESS;
}

namespace {

bool are_nodes(const CUgraphNode* nodes, std::size_t count) {
  return count == 0 || nodes != nullptr;
}

// One row, between memory that the address tells.
bool is_line(const CUDA_MEMCPY3D_v2& copy) {
  const bool known = copy.srcMemoryType == CU_MEMORYTYPE_UNIFIED && copy.dstMemoryType == CU_MEMORYTYPE_UNIFIED;
  const bool whole = copy.srcXInBytes == 0 && copy.dstXInBytes == 0 && copy.srcY == 0 && copy.dstY == 0;
  return known && whole && copy.Height == 1 && copy.Depth == 1;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuGraphCreate(CUgraph* phGraph, unsigned int flags) {
  return call(Entry::cuGraphCreate, [&] {
    if (phGraph == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    *phGraph = driver().graphs.add();
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                      size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return call(Entry::cuGraphAddKernelNode, [&] {
    if (phGraphNode == nullptr || nodeParams == nullptr || !are_nodes(dependencies, numDependencies)) {
      return CUDA_ERROR_INVALID_VALUE;
    }
    Action action;
    const CUDA_KERNEL_NODE_PARAMS& is = *nodeParams;
    const CUresult made =
        kernel_action(is.func, {is.gridDimX, is.gridDimY, is.gridDimZ}, {is.blockDimX, is.blockDimY, is.blockDimZ},
                      is.sharedMemBytes, is.kernelParams, is.extra, &action);
    if (made != CUDA_SUCCESS) return made;
    return driver().graphs.add_node(hGraph, {dependencies, numDependencies}, std::move(action), phGraphNode);
  });
}

CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                      size_t numDependencies, const CUDA_MEMCPY3D* copyParams, CUcontext ctx) {
  return call(Entry::cuGraphAddMemcpyNode, [&] {
    if (phGraphNode == nullptr || copyParams == nullptr || !are_nodes(dependencies, numDependencies)) {
      return CUDA_ERROR_INVALID_VALUE;
    }
    Context* context = driver().contexts.find(ctx);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    Action action;
    if (!is_line(*copyParams)) return CUDA_ERROR_NOT_SUPPORTED;
    const CUresult made =
        copy_action(context->device, copyParams->dstDevice, copyParams->srcDevice, copyParams->WidthInBytes, &action);
    if (made != CUDA_SUCCESS) return made;
    return driver().graphs.add_node(hGraph, {dependencies, numDependencies}, std::move(action), phGraphNode);
  });
}

CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) {
  return call(Entry::cuGraphInstantiateWithFlags, [&] {
    if (phGraphExec == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return driver().graphs.instantiate(hGraph, phGraphExec);
  });
}

CUresult CUDAAPI cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream) {
  return call(Entry::cuGraphLaunch, [&] {
    Context* context = nullptr;
    std::shared_ptr<Stream> stream;
    if (const CUresult result = resolve(hStream, &context, &stream); result != CUDA_SUCCESS) return result;
    return driver().graphs.launch(hGraphExec, stream);
  });
}

CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec hGraphExec) {
  return call(Entry::cuGraphExecDestroy, [&] { return driver().graphs.remove(hGraphExec); });
}

CUresult CUDAAPI cuGraphDestroy(CUgraph hGraph) {
  return call(Entry::cuGraphDestroy, [&] { return driver().graphs.remove(hGraph); });
}
}
