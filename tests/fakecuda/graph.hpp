// Graphs: operations with their dependencies, made one by one or captured, and executables, which run them behind the work of a
// stream. Nodes that do not depend on each other run side by side, or in an order that the seed draws.
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

// An object that an application attaches to graphs: it is destroyed with the last of them and of their executables.
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

// Any thread may call these functions.
class Graphs {
 public:
  CUgraph add();
  CUresult remove(CUgraph graph);
  CUresult add_node(CUgraph graph, std::span<const CUgraphNode> after, Action action, CUgraphNode* out);
  // Returns the number of the new node.
  std::size_t append(CUgraph graph, std::vector<std::size_t> after, Action action);
  // Returns the nodes that no other node comes after.
  [[nodiscard]] std::vector<std::size_t> ends_of(CUgraph graph);
  // Makes an executable of the graph's present nodes.
  CUresult instantiate(CUgraph graph, CUgraphExec* out);
  CUresult remove(CUgraphExec executable);
  CUresult launch(CUgraphExec executable, const std::shared_ptr<Stream>& stream);

  CUuserObject add_user_object(void* pointer, CUhostFn destroy, unsigned references);
  CUresult release_user_object(CUuserObject object, unsigned references);
  // Adds new references, or moves those of the handle.
  CUresult retain_user_object(CUgraph graph, CUuserObject object, unsigned references, bool moved);

 private:
  struct Graph {
    std::vector<std::unique_ptr<GraphNode>> nodes;
    std::vector<SharedUserObject> objects;
  };
  // A node runs in the lane (stream) of a node that it depends on; the first lane is the launching stream.
  struct Executable {
    std::vector<GraphNode> nodes;
    std::vector<std::size_t> lanes;                // the lane of each node
    std::vector<std::shared_ptr<Stream>> streams;  // the streams of lanes from 1 on
    std::vector<SharedUserObject> objects;
    Mark last;  // the end of the latest launch
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
