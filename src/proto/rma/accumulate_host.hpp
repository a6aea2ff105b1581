// Accumulates that this process executes at the origin, on memory that it reaches.
#pragma once

#include <vector>

#include "proto/rma/accumulate_work.hpp"
#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

class HostAccumulates {
 public:
  explicit HostAccumulates(Core& core) noexcept : core_(core) {}

  // Executes the next elements, few enough for their packed copies to stay in a near
  // cache. Adds the executed bytes to work->done.
  Status execute_some(AccumulateWork* work, Executed* out);

 private:
  [[nodiscard]] const std::byte* operand_of(const AccumulateWork& work, std::uint64_t bytes);
  Status execute(const AccumulateWork& work, const Elements& elements, Executed* out);

  Core& core_;
  std::vector<Extent> extents_;
  std::vector<std::byte> packed_;   // elements of the origin
  std::vector<std::byte> results_;  // previous values of the target
};

}  // namespace penstock::proto::rma
