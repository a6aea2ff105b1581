// A stream of the program's while it is captured into a graph, and what comes of it: each replay tells the CPU how far it is
// and waits for it, call by call.
#pragma once

#include <cstddef>

#include "base/status.hpp"

namespace penstock::accel {

// Calls have numbers from 0 on. While the object lives its streams count as waiting, since nobody knows when a graph is
// launched: what would wait for them is put off. tell() and hold() give the graph nodes, and are called as those of
// ProgramStream are; all else is called as verbs of Accel are.
class CapturedStream {
 public:
  CapturedStream() = default;
  CapturedStream(const CapturedStream&) = delete;
  CapturedStream& operator=(const CapturedStream&) = delete;
  virtual ~CapturedStream() = default;

  virtual Status add_call(std::size_t* call) = 0;
  // At each replay that has come here, take_begun() is true once. The next replay comes here when hold() of the call has let
  // this one through.
  virtual Status tell(std::size_t call) = 0;
  // What comes next in the graph begins when end() was called in this replay. Once for each call.
  virtual Status hold(std::size_t call) = 0;

  [[nodiscard]] virtual bool take_begun(std::size_t call) noexcept = 0;
  virtual void end(std::size_t call) noexcept = 0;
  // The graph is gone, and all that was made of it.
  [[nodiscard]] virtual bool gone() const noexcept = 0;
};

}  // namespace penstock::accel
