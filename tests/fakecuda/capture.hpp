// Stream capture: operations on a capturing stream become nodes of a graph and do not run, and calls that could spoil the
// capture are refused and spoil it. An event that was recorded in a capture makes other streams join it.
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

// The position of a stream in a capture; without a capture `capture` is 0.
struct CapturePoint {
  std::uint64_t capture = 0;
  std::vector<std::size_t> after;  // numbers of nodes
};

// Any thread may call these functions.
class Captures {
 public:
  CUresult begin(const Stream& stream, CUstreamCaptureMode mode);
  CUresult end(const Stream& stream, CUgraph* out);
  [[nodiscard]] CUstreamCaptureStatus status(const Stream& stream, std::uint64_t* id = nullptr, CUgraph* graph = nullptr);

  // True if the stream captures: then the operation has become part of its graph.
  [[nodiscard]] bool takes(const Stream& stream, const Action& action);
  [[nodiscard]] CapturePoint point_of(const Stream& stream);
  // The stream continues behind that point, too.
  CUresult join(const Stream& stream, const CapturePoint& point);
  // Refuses a wait or query of a capturing stream; the capture is spoilt.
  CUresult refuse_wait(const Stream& stream);
  // Refuses a capturing stream's wait for work that was recorded outside of the capture.
  CUresult refuse_outside(const Stream& stream);
  // Refuses work on the legacy default stream of `context`, which would order itself with a capturing blocking
  // stream; that capture is spoilt.
  CUresult refuse_legacy(const Context& context);

 private:
  struct Capture {
    std::uint64_t id;
    const Stream* origin;
    std::thread::id thread;
    CUstreamCaptureMode mode;
    CUgraph graph;
    bool spoilt = false;
    std::map<const Stream*, std::vector<std::size_t>> streams;  // the nodes that each stream stands behind
  };
  friend CUresult refuse_unsafe(Entry entry);
  [[nodiscard]] std::list<Capture>::iterator of(const Stream& stream);
  CUresult spoil(const Stream& stream, CUresult result);

  std::mutex mutex_;
  std::uint64_t last_id_ = 0;
  std::list<Capture> all_;
};

// Returns the calling thread's mode, which may be exchanged.
[[nodiscard]] CUstreamCaptureMode& capture_mode();
// Returns CUDA_SUCCESS, or the refusal of a call that is unsafe during a capture, by the rules of the thread's mode.
CUresult refuse_unsafe(Entry entry);

}  // namespace penstock::fakecuda
