// The sequences of calls on a stream that are measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu_rank.hpp"

namespace bench::enqueue {

struct Shape {
  std::string name;
  // Runs on both ranks; complete on return. Returns the number of steps by which the time is divided.
  std::function<int(int iterations)> run;
  // True if the words are right after it. An empty function: there is nothing to check.
  std::function<bool()> right = {};
  // It synchronises once, behind all calls, so that the host's part of the time can be reported too.
  bool tells_calls = false;
};

// Returns the shapes, which use `rank` as long as they live.
[[nodiscard]] std::vector<Shape> make_shapes(GpuRank& rank);

}  // namespace bench::enqueue
