// CudaGraph is work of one device as a CUDA graph.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/queue/queue.hpp"
#include "accel/queue/work.hpp"
#include "base/log.hpp"

namespace penstock::accel {

class Module;

// Enqueuing work on the branches makes nodes; close() instantiates the graph, which a stream launches with one call.
class CudaGraph final : public Graph {
 public:
  // All arguments must outlive the graph.
  CudaGraph(const Driver& driver, Devices& devices, Module& module, Log& log, int device)
      : driver_(driver), devices_(devices), module_(module), log_(log), device_(device) {}
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;
  // No launch of the graph may be running any more.
  ~CudaGraph() override;
  // Must be called first.
  Status open();

  [[nodiscard]] Queue& add_branch() override;
  [[nodiscard]] std::size_t parts() const noexcept override { return parts_; }
  Status close() override;

  // May be called once the graph is closed.
  [[nodiscard]] CUgraphExec executable() const noexcept { return executable_; }

 private:
  class Branch;
  // Each adds a node behind the node `last` of its branch, if there is one, and replaces `last` by it.
  Status add_kernel(std::string_view name, Extent3 grid, Extent3 block, const void* arguments, CUgraphNode* last);
  Status add_copy(void* destination, const void* source, std::size_t bytes, CUgraphNode* last);
  // Makes a node by make(node, dependencies, their number), in the device's context.
  template <typename Make>
  Status add(CUgraphNode* last, const Make& make);
  Status destroy();

  const Driver& driver_;
  Devices& devices_;
  Module& module_;
  Log& log_;
  int device_;
  CUgraph graph_ = nullptr;  // null once the graph is closed
  CUgraphExec executable_ = nullptr;
  std::vector<std::unique_ptr<Queue>> branches_;
  std::size_t parts_ = 0;
};

}  // namespace penstock::accel
