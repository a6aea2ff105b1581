// Tags of the messages between partitioned requests: negative numbers, each used by one request of this process at a time.
#pragma once

#include <climits>
#include <cstdint>
#include <map>

#include "base/status.hpp"

namespace penstock::core {

class PartitionTags {
 public:
  // Takes `count` consecutive tags. Returns kNoMemory where there are none left.
  [[nodiscard]] Status take(int count, int* first);
  // Returns tags of take(), once no message with them is under way.
  void give(int first, int count);

 private:
  static constexpr int kLast = -(1 << 20);  // wildcards are above
  // Free ranges: the first tag of each, and their number.
  std::map<int, std::int64_t> free_{{INT_MIN, std::int64_t{kLast} - INT_MIN + 1}};
};

}  // namespace penstock::core
