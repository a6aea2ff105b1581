#include "penstock_gpu_graph.h"

#include <utility>

#include "accel/helper/state.hpp"

namespace {

using penstock::Status;
using penstock::accel::helper::guarded;
using penstock::accel::helper::State;

CUstream handle_of(penstock_gpu_stream stream) {
  return reinterpret_cast<CUstream>(stream);
}

Status follow(State& the, CUstream later, CUstream earlier) {
  CUevent event = nullptr;
  PENSTOCK_TRY(the.driver.cuEventCreate(&event, static_cast<unsigned>(CU_EVENT_DISABLE_TIMING)));
  Status done = the.driver.cuEventRecord(event, earlier);
  if (done.is_ok()) done = the.driver.cuStreamWaitEvent(later, event, 0U);
  Status destroyed = the.driver.cuEventDestroy(event);
  return done.is_ok() ? std::move(destroyed) : std::move(done);
}

Status end_capture(State& the, CUstream stream, CUgraphExec* out) {
  CUgraph graph = nullptr;
  PENSTOCK_TRY(the.driver.cuStreamEndCapture(stream, &graph));
  Status made = the.driver.cuGraphInstantiateWithFlags(out, graph, 0ULL);
  Status destroyed = the.driver.cuGraphDestroy(graph);
  return made.is_ok() ? std::move(destroyed) : std::move(made);
}

}  // namespace

extern "C" {

int penstock_gpu_capture_begin(penstock_gpu_stream stream, penstock_gpu_capture mode) {
  return guarded(
      [&](State& the) { return the.driver.cuStreamBeginCapture(handle_of(stream), static_cast<CUstreamCaptureMode>(mode)); });
}

int penstock_gpu_capture_end(penstock_gpu_stream stream, penstock_gpu_graph* out) {
  *out = nullptr;
  return guarded([&](State& the) { return end_capture(the, handle_of(stream), reinterpret_cast<CUgraphExec*>(out)); });
}

int penstock_gpu_graph_launch(penstock_gpu_graph graph, penstock_gpu_stream stream) {
  return guarded([&](State& the) { return the.driver.cuGraphLaunch(reinterpret_cast<CUgraphExec>(graph), handle_of(stream)); });
}

int penstock_gpu_graph_destroy(penstock_gpu_graph graph) {
  return guarded([&](State& the) { return the.driver.cuGraphExecDestroy(reinterpret_cast<CUgraphExec>(graph)); });
}

int penstock_gpu_stream_follow(penstock_gpu_stream later, penstock_gpu_stream earlier) {
  return guarded([&](State& the) { return follow(the, handle_of(later), handle_of(earlier)); });
}
}
