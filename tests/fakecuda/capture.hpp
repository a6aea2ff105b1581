// Stream capture: what a capturing stream is given becomes a node of its graph, behind the one before, and is not run; calls
// that could spoil the capture are refused and spoil it.
#pragma once

#include <cuda.h>

#include <mutex>
#include <thread>
#include <vector>

#include "entry.hpp"
#include "stream.hpp"

namespace penstock::fakecuda {

// Used from any thread.
class Captures {
 public:
  CUresult begin(const Stream& stream, CUstreamCaptureMode mode);
  CUresult end(const Stream& stream, CUgraph* out);
  [[nodiscard]] CUstreamCaptureStatus status(const Stream& stream);

  // True if the stream captures: the operation belongs to its graph.
  [[nodiscard]] bool takes(const Stream& stream, const Action& action);
  // A wait or query of a capturing stream; the capture is spoilt.
  CUresult refuse_wait(const Stream& stream);
  // Work on the legacy default stream of `context` would order itself with a capturing blocking stream; it is spoilt.
  CUresult refuse_legacy(const Context& context);

 private:
  struct Capture {
    const Stream* stream;
    std::thread::id thread;
    CUstreamCaptureMode mode;
    bool spoilt;
    CUgraph graph;
    CUgraphNode last = nullptr;
  };
  friend CUresult refuse_unsafe(Entry entry);
  [[nodiscard]] std::vector<Capture>::iterator of(const Stream& stream);

  std::mutex mutex_;
  std::vector<Capture> all_;
};

// The calling thread's mode, and its exchange.
[[nodiscard]] CUstreamCaptureMode& capture_mode();
// CUDA_SUCCESS, or the refusal of a call that is unsafe while somebody captures, by the rules of the thread's mode.
CUresult refuse_unsafe(Entry entry);

}  // namespace penstock::fakecuda
