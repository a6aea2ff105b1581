// Accumulates that kernels of the origin's GPU execute, where it reaches the target's memory by atomics.
#pragma once

#include <vector>

#include "proto/rma/accumulate_work.hpp"
#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

class KernelAccumulates {
 public:
  explicit KernelAccumulates(Core& core) noexcept : core_(core) {}

  // Kernels take all of its elements.
  [[nodiscard]] static bool suits(const AccumulateWork& work);
  // Kernels of `device` read and write elements there: packed ones, and in memory of the device those of a shape.
  [[nodiscard]] static bool reach(int device, const Buffer& buffer, const accel::Memory& memory, std::uint32_t width);

  // Launches as many as may be under way. A failure: the last one did not run.
  Status launch(AccumulateWork* work);
  // Takes the results of those that are over, which are the caller's before the places that they came to are used again. True
  // if there were any. The first failure goes to work->error.
  bool collect(AccumulateWork* work);

 private:
  Status launch_one(AccumulateWork* work, bool* begun);
  std::uint64_t choose_elements(const AccumulateWork& work, kernels::Strided* shape, KernelElements* out);
  void set_operands(const AccumulateWork& work, std::uint64_t bytes, kernels::AccumulateShape* room, KernelElements* out);

  Core& core_;
  std::vector<Extent> extents_;
  std::vector<std::byte> packed_;  // elements of the origin
};

}  // namespace penstock::proto::rma
