// What is measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu_rank.hpp"

namespace bench::enqueue {

struct Shape {
  std::string name;
  // Both ranks; complete on return. The steps that the time is divided by.
  std::function<int(int iterations)> run;
  // Whether the words are right after it. Empty: there is nothing to look at.
  std::function<bool()> right = {};
  // It synchronises once, behind all calls: the host's part of the time is told, too.
  bool tells_calls = false;
};

// They use `rank` as long as they live.
[[nodiscard]] std::vector<Shape> make_shapes(GpuRank& rank);

}  // namespace bench::enqueue
