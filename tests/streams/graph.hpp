// A graph of the work that is put on a stream while it is captured.
#pragma once

#include <functional>

#include <penstock_gpu_graph.h>

#include "stream_job.hpp"

namespace penstock::test {

using Calls = std::function<void()>;

// Captures all work that `calls` puts on the stream.
class Graph {
 public:
  Graph(const OnStream& on, penstock_gpu_capture mode, const Calls& calls) {
    need(penstock_gpu_capture_begin(on.stream(), mode), "beginning a capture");
    calls();
    need(penstock_gpu_capture_end(on.stream(), &graph_), "ending a capture");
  }
  ~Graph() { need(penstock_gpu_graph_destroy(graph_), "destroying a graph"); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void launch(const OnStream& on) const { need(penstock_gpu_graph_launch(graph_, on.stream()), "launching a graph"); }

 private:
  penstock_gpu_graph graph_ = nullptr;
};

}  // namespace penstock::test
