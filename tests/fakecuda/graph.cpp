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

// User objects that are destroyed with the graph run functions of the application, which may call this class again.
CUresult Graphs::remove(CUgraph graph) {
  std::unique_ptr<Graph> gone;
  const std::lock_guard lock(mutex_);
  const auto place = graphs_.find(graph);
  if (place == graphs_.end()) return CUDA_ERROR_INVALID_VALUE;
  gone = std::move(place->second);
  graphs_.erase(place);
  return CUDA_SUCCESS;
}

std::size_t Graphs::append(CUgraph graph, std::vector<std::size_t> after, Action action) {
  const std::lock_guard lock(mutex_);
  auto& nodes = graphs_.at(graph)->nodes;
  nodes.push_back(std::make_unique<GraphNode>(GraphNode{std::move(action), std::move(after)}));
  return nodes.size() - 1;
}

std::vector<std::size_t> Graphs::ends_of(CUgraph graph) {
  const std::lock_guard lock(mutex_);
  const auto& nodes = graphs_.at(graph)->nodes;
  std::vector<bool> followed(nodes.size());
  for (const auto& node : nodes) {
    for (const std::size_t each : node->after) followed[each] = true;
  }
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!followed[i]) ends.push_back(i);
  }
  return ends;
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

// Returns the number of lanes.
std::size_t Graphs::deal_lanes(Executable& executable) {
  std::vector<std::size_t> last;  // node of each lane
  for (std::size_t i = 0; i < executable.nodes.size(); ++i) {
    const auto& after = executable.nodes[i].after;
    const auto follows = [&](std::size_t node) { return std::ranges::find(after, node) != after.end(); };
    const auto place = std::ranges::find_if(last, follows);
    executable.lanes.push_back(static_cast<std::size_t>(place - last.begin()));
    place == last.end() ? last.push_back(i) : static_cast<void>(*place = i);
  }
  return last.size();
}

CUresult Graphs::instantiate(CUgraph graph, CUgraphExec* out) {
  Context* context = nullptr;
  if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
  const std::lock_guard lock(mutex_);
  const auto place = graphs_.find(graph);
  if (place == graphs_.end()) return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_shared<Executable>();
  for (const auto& node : place->second->nodes) made->nodes.push_back(*node);
  made->objects = place->second->objects;
  for (std::size_t lanes = deal_lanes(*made), i = 1; i < lanes; ++i) {
    made->streams.push_back(driver().board.add(*context, Board::Default::kNone, false));
  }
  *out = reinterpret_cast<CUgraphExec>(made.get());
  executables_.emplace(*out, std::move(made));
  return CUDA_SUCCESS;
}

// Work that has been launched still runs.
CUresult Graphs::remove(CUgraphExec executable) {
  std::shared_ptr<Executable> gone;
  const std::lock_guard lock(mutex_);
  const auto place = executables_.find(executable);
  if (place == executables_.end()) return CUDA_ERROR_INVALID_VALUE;
  gone = std::move(place->second);
  executables_.erase(place);
  for (const auto& stream : gone->streams) driver().board.remove(reinterpret_cast<CUstream>(stream.get()));
  return CUDA_SUCCESS;
}

// Any node that waits for no other may be next.
std::vector<std::size_t> Graphs::draw_order(const std::vector<GraphNode>& nodes) {
  if (!std::exchange(seeded_, true)) random_.seed(static_cast<unsigned>(options().seed + 1));
  std::vector<bool> done(nodes.size());
  std::vector<std::size_t> order;
  while (order.size() < nodes.size()) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (!done[i] && std::ranges::all_of(nodes[i].after, [&](std::size_t each) { return done[each]; })) ready.push_back(i);
    }
    order.push_back(ready[random_() % ready.size()]);
    done[order.back()] = true;
  }
  return order;
}

namespace {

CUresult nothing(Worker&) {
  return CUDA_SUCCESS;
}

}  // namespace

// Two launches of one executable do not overlap.
CUresult Graphs::launch(CUgraphExec handle, const std::shared_ptr<Stream>& stream) {
  if (driver().captures.status(*stream) != CU_STREAM_CAPTURE_STATUS_NONE) return CUDA_ERROR_NOT_SUPPORTED;
  std::shared_ptr<Executable> graph;
  std::vector<std::size_t> order;
  Mark before;
  {
    const std::lock_guard lock(mutex_);
    const auto place = executables_.find(handle);
    if (place == executables_.end()) return CUDA_ERROR_INVALID_VALUE;
    graph = place->second;
    order = draw_order(graph->nodes);
    before = graph->last;
  }
  Board& board = driver().board;
  const auto if_any = [](const Mark& mark) { return mark.stream ? std::vector{mark} : std::vector<Mark>(); };
  const Mark start = board.enqueue(stream, nothing, if_any(before), false);
  std::vector<Mark> marks(graph->nodes.size());
  for (const std::size_t i : order) {
    std::vector<Mark> after = graph->lanes[i] == 0 ? std::vector<Mark>() : std::vector{start};
    for (const std::size_t each : graph->nodes[i].after) after.push_back(marks[each]);
    const auto& on = graph->lanes[i] == 0 ? stream : graph->streams[graph->lanes[i] - 1];
    marks[i] = board.enqueue(on, graph->nodes[i].action, std::move(after));
  }
  // The operation keeps objects that are attached to the graph alive until it has run.
  const Mark last = board.enqueue(stream, [graph](Worker&) { return CUDA_SUCCESS; }, std::move(marks), false);
  const std::lock_guard lock(mutex_);
  graph->last = last;
  return CUDA_SUCCESS;
}

CUuserObject Graphs::add_user_object(void* pointer, CUhostFn destroy, unsigned references) {
  auto made = std::make_shared<UserObject>(pointer, destroy);
  const auto handle = reinterpret_cast<CUuserObject>(made.get());
  const std::lock_guard lock(mutex_);
  objects_.insert_or_assign(handle, Named{std::move(made), references});
  return handle;
}

CUresult Graphs::release_user_object(CUuserObject object, unsigned references) {
  SharedUserObject gone;
  const std::lock_guard lock(mutex_);
  const auto place = objects_.find(object);
  if (place == objects_.end() || place->second.references < references) return CUDA_ERROR_INVALID_VALUE;
  place->second.references -= references;
  if (place->second.references > 0) return CUDA_SUCCESS;
  gone = std::move(place->second.object);
  objects_.erase(place);
  return CUDA_SUCCESS;
}

CUresult Graphs::retain_user_object(CUgraph graph, CUuserObject object, unsigned references, bool moved) {
  {
    const std::lock_guard lock(mutex_);
    const auto place = graphs_.find(graph);
    const auto named = objects_.find(object);
    if (place == graphs_.end() || named == objects_.end()) return CUDA_ERROR_INVALID_VALUE;
    place->second->objects.push_back(named->second.object);
  }
  return moved ? release_user_object(object, references) : CUDA_SUCCESS;
}

namespace {

bool are_nodes(const CUgraphNode* nodes, std::size_t count) {
  return count == 0 || nodes != nullptr;
}

// True for a copy of one row, between memory that its address identifies.
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

CUresult CUDAAPI cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy, unsigned int initialRefcount,
                                    unsigned int flags) {
  return call(Entry::cuUserObjectCreate, [&] {
    const bool right = object_out != nullptr && destroy != nullptr && initialRefcount > 0;
    if (!right || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) return CUDA_ERROR_INVALID_VALUE;
    *object_out = driver().graphs.add_user_object(ptr, destroy, initialRefcount);
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) {
  return call(Entry::cuGraphRetainUserObject, [&] {
    if (count == 0 || flags > CU_GRAPH_USER_OBJECT_MOVE) return CUDA_ERROR_INVALID_VALUE;
    return driver().graphs.retain_user_object(graph, object, count, flags == CU_GRAPH_USER_OBJECT_MOVE);
  });
}
}
