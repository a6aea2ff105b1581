// Graphs: operations with their dependencies, made one by one or captured, and executables, which run them behind what a stream
// has: nodes that do not depend on each other beside each other, or in an order that the seed draws.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <span>
#include <vector>

#include "stream.hpp"

namespace penstock::fakecuda {

struct GraphNode {
  Action action;
  std::vector<std::size_t> after;  // numbers of nodes
};

// What a program attaches to graphs: it is destroyed when the last of them and of their executables is.
class UserObject {
 public:
  UserObject(void* pointer, CUhostFn destroy) : pointer_(pointer), destroy_(destroy) {}
  ~UserObject() { destroy_(pointer_); }
  UserObject(const UserObject&) = delete;
  UserObject& operator=(const UserObject&) = delete;

 private:
  void* pointer_;
  CUhostFn destroy_;
};
using SharedUserObject = std::shared_ptr<UserObject>;

// Used from any thread.
class Graphs {
 public:
  CUgraph add();
  CUresult remove(CUgraph graph);
  CUresult add_node(CUgraph graph, std::span<const CUgraphNode> after, Action action, CUgraphNode* out);
  // The number of the node.
  std::size_t append(CUgraph graph, std::vector<std::size_t> after, Action action);
  // Nodes that none comes after.
  [[nodiscard]] std::vector<std::size_t> ends_of(CUgraph graph);
  // What is in the graph now.
  CUresult instantiate(CUgraph graph, CUgraphExec* out);
  CUresult remove(CUgraphExec executable);
  CUresult launch(CUgraphExec executable, const std::shared_ptr<Stream>& stream);

  CUuserObject add_user_object(void* pointer, CUhostFn destroy, unsigned references);
  CUresult release_user_object(CUuserObject object, unsigned references);
  // With references of its own, or those of the handle.
  CUresult retain_user_object(CUgraph graph, CUuserObject object, unsigned references, bool moved);

 private:
  struct Graph {
    std::vector<std::unique_ptr<GraphNode>> nodes;
    std::vector<SharedUserObject> objects;
  };
  // A node follows one that it comes after on the same stream, which is the launching one for the first.
  struct Executable {
    std::vector<GraphNode> nodes;
    std::vector<std::size_t> lanes;                // of each node
    std::vector<std::shared_ptr<Stream>> streams;  // of lanes from 1 on
    std::vector<SharedUserObject> objects;
    Mark last;  // where the latest launch ends
  };
  struct Named {
    SharedUserObject object;
    unsigned references = 0;
  };
  static std::size_t deal_lanes(Executable& executable);
  std::vector<std::size_t> draw_order(const std::vector<GraphNode>& nodes);

  std::mutex mutex_;
  std::map<CUgraph, std::unique_ptr<Graph>> graphs_;
  std::map<CUgraphExec, std::shared_ptr<Executable>> executables_;
  std::map<CUuserObject, Named> objects_;
  std::minstd_rand random_;
  bool seeded_ = false;
};

}  // namespace penstock::fakecuda
