// Accumulates that kernels of the origin's GPU execute, if it can use atomics on the target's memory.
#pragma once

#include <vector>

#include "proto/rma/accumulate_work.hpp"
#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

class KernelAccumulates {
 public:
  explicit KernelAccumulates(Core& core) noexcept : core_(core) {}

  // Tells if kernels can execute all elements of the operation.
  [[nodiscard]] static bool suits(const AccumulateWork& work);
  // Tells if kernels of `device` can read and write the elements directly: packed elements, and in
  // memory of that device also strided elements.
  [[nodiscard]] static bool reach(int device, const Buffer& buffer, const accel::Memory& memory, std::uint32_t width);

  // Launches as many kernels as may be under way. After a failure, the last kernel did not run.
  Status launch(AccumulateWork* work);
  // Copies the results of finished kernels to the caller's memory and frees their pinned places. Returns true if there were
  // any. The first failure goes to work->error.
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
