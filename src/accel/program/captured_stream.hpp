// A captured stream is a stream of the application while it is captured into a graph, and the graph that results: each replay
// reports its progress to the CPU, and waits for the CPU, call by call.
#pragma once

#include <cstddef>

#include "base/status.hpp"

namespace penstock::accel {

// Calls are numbered from 0. While the object lives, its streams count as waiting, since the time of a graph's launch is
// unknown: driver calls that would wait for them are deferred. tell() and hold() add nodes to the graph, under the rules of
// ProgramStream's tell() and hold(); the other members follow the rules of Accel's.
class CapturedStream {
 public:
  CapturedStream() = default;
  CapturedStream(const CapturedStream&) = delete;
  CapturedStream& operator=(const CapturedStream&) = delete;
  virtual ~CapturedStream() = default;

  virtual Status add_call(std::size_t* call) = 0;
  // take_begun() becomes true once in each replay that reaches this point. The next replay reaches it after hold() of the call
  // has let this replay pass.
  virtual Status tell(std::size_t call) = 0;
  // The following nodes of the graph run after end() was called in this replay. It is called once for each call.
  virtual Status hold(std::size_t call) = 0;

  [[nodiscard]] virtual bool take_begun(std::size_t call) noexcept = 0;
  virtual void end(std::size_t call) noexcept = 0;
  // Returns true when the graph and all graphs instantiated from it have been destroyed.
  [[nodiscard]] virtual bool gone() const noexcept = 0;
};

}  // namespace penstock::accel
