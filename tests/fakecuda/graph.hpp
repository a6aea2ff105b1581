// Graphs: operations with their dependencies, made one by one, and executables, which run them on a stream in an order that
// the dependencies allow and the seed draws.
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

// Used from any thread.
class Graphs {
 public:
  CUgraph add();
  CUresult remove(CUgraph graph);
  CUresult add_node(CUgraph graph, std::span<const CUgraphNode> after, Action action, CUgraphNode* out);
  // What is in the graph now.
  CUresult instantiate(CUgraph graph, CUgraphExec* out);
  CUresult remove(CUgraphExec executable);
  CUresult launch(CUgraphExec executable, const std::shared_ptr<Stream>& stream);

 private:
  struct Graph {
    std::vector<std::unique_ptr<GraphNode>> nodes;
  };
  struct Executable {
    std::vector<GraphNode> nodes;
  };
  std::vector<Action> draw_order(const Executable& executable);

  std::mutex mutex_;
  std::map<CUgraph, std::unique_ptr<Graph>> graphs_;
  std::map<CUgraphExec, std::unique_ptr<Executable>> executables_;
  std::minstd_rand random_;
  bool seeded_ = false;
};

}  // namespace penstock::fakecuda
