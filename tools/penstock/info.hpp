// The pages of `penstock info`, one function each: text on stdout, or one JSON object. They return the exit status.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace penstock::tool {

constexpr int kAllLevels = 3;

// Lists every tunable up to a level (1: users, 2: tuning, 3: development) whose name or meaning contains `filter` (all if it is
// empty), with its value in force and the source of the value.
int info_tunables(bool json, const std::string& filter = {}, int level = kAllLevels);

struct CollQuery {
  std::string collective;              // empty: all
  int ranks = 0;                       // 0: one for each core of this machine
  std::optional<std::uint64_t> bytes;  // absent: a series of sizes
  bool crowded = false;                // ranks share CPUs; it is also assumed if there are more ranks than cores
};
// Lists the rows of the selection in order, and which of them wins.
int info_coll(const CollQuery& query, bool json);

}  // namespace penstock::tool
