// Tags of the messages between partitioned requests: negative numbers, each used by one request of this process at a time.
#pragma once

#include <climits>
#include <cstdint>
#include <map>

#include "base/status.hpp"

namespace penstock::core {

class PartitionTags {
 public:
  // Reserves `count` consecutive tags. Returns kNoMemory if there are not enough.
  [[nodiscard]] Status take(int count, int* first);
  // Returns tags reserved by take(), once no message with them is under way.
  void give(int first, int count);

 private:
  static constexpr int kLast = -(1 << 20);  // wildcards are above
  // The free ranges: the first tag of each, and the number of tags.
  std::map<int, std::int64_t> free_{{INT_MIN, std::int64_t{kLast} - INT_MIN + 1}};
};

}  // namespace penstock::core
