// Accumulates that this process executes at the origin, on memory that it reaches.
#pragma once

#include <vector>

#include "proto/rma/accumulate_work.hpp"
#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

class HostAccumulates {
 public:
  explicit HostAccumulates(Core& core) noexcept : core_(core) {}

  // The next elements, so many that what is packed for them stays in a near cache. Adds those that are done to work->done.
  Status execute_some(AccumulateWork* work, Executed* out);

 private:
  [[nodiscard]] const std::byte* operand_of(const AccumulateWork& work, std::uint64_t bytes);
  Status execute(const AccumulateWork& work, const Elements& elements, Executed* out);

  Core& core_;
  std::vector<Extent> extents_;
  std::vector<std::byte> packed_;   // elements of the origin
  std::vector<std::byte> results_;  // and what was there
};

}  // namespace penstock::proto::rma
