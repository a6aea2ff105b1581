// Tags of the messages between partitioned requests: negative numbers, each of them of one request of this process at a time.
#pragma once

#include <climits>
#include <cstdint>
#include <map>

#include "base/status.hpp"

namespace penstock::core {

class PartitionTags {
 public:
  // `count` in a row. kNoMemory: there are no more.
  [[nodiscard]] Status take(int count, int* first);
  // What take() gave, once no message with these is under way.
  void give(int first, int count);

 private:
  static constexpr int kLast = -(1 << 20);  // wildcards are above
  // Ranges nobody has: the first of each, and how many they are.
  std::map<int, std::int64_t> free_{{INT_MIN, std::int64_t{kLast} - INT_MIN + 1}};
};

}  // namespace penstock::core
