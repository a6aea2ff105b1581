// Stream capture: what a capturing stream is given becomes nodes of a graph and does not run, and calls that could spoil the
// capture are refused and spoil it. An event that was recorded in a capture leads other streams into it.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "entry.hpp"
#include "stream.hpp"

namespace penstock::fakecuda {

struct Context;

// Where a stream is in a capture; of none: `capture` is 0.
struct CapturePoint {
  std::uint64_t capture = 0;
  std::vector<std::size_t> after;  // numbers of nodes
};

// Used from any thread.
class Captures {
 public:
  CUresult begin(const Stream& stream, CUstreamCaptureMode mode);
  CUresult end(const Stream& stream, CUgraph* out);
  [[nodiscard]] CUstreamCaptureStatus status(const Stream& stream, std::uint64_t* id = nullptr, CUgraph* graph = nullptr);

  // True if the stream captures: the operation belongs to its graph, and is taken.
  [[nodiscard]] bool takes(const Stream& stream, const Action& action);
  [[nodiscard]] CapturePoint point_of(const Stream& stream);
  // The stream goes on behind that point, too.
  CUresult join(const Stream& stream, const CapturePoint& point);
  // A wait or query of a capturing stream; the capture is spoilt.
  CUresult refuse_wait(const Stream& stream);
  // A wait of a capturing stream for what was recorded outside of the capture.
  CUresult refuse_outside(const Stream& stream);
  // Work on the legacy default stream of `context` would order itself with a capturing blocking stream; it is spoilt.
  CUresult refuse_legacy(const Context& context);

 private:
  struct Capture {
    std::uint64_t id;
    const Stream* origin;
    std::thread::id thread;
    CUstreamCaptureMode mode;
    CUgraph graph;
    bool spoilt = false;
    std::map<const Stream*, std::vector<std::size_t>> streams;  // what each stands behind
  };
  friend CUresult refuse_unsafe(Entry entry);
  [[nodiscard]] std::list<Capture>::iterator of(const Stream& stream);
  CUresult spoil(const Stream& stream, CUresult result);

  std::mutex mutex_;
  std::uint64_t last_id_ = 0;
  std::list<Capture> all_;
};

// The calling thread's mode, and its exchange.
[[nodiscard]] CUstreamCaptureMode& capture_mode();
// CUDA_SUCCESS, or the refusal of a call that is unsafe while somebody captures, by the rules of the thread's mode.
CUresult refuse_unsafe(Entry entry);

}  // namespace penstock::fakecuda
