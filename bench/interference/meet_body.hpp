// A kernel all of whose blocks have to run at the same time: each waits until the others have arrived. nvcc compiles it for
// GPUs, the host compiler for the stand-in driver of tests.
#pragma once

#include "kernels/sync/global.hpp"
#include "kernels/sync/kernel.hpp"
#include "meet_arguments.hpp"

namespace bench::interference {

PENSTOCK_DEVICE void meet_body(const MeetArguments& arguments, const penstock::kernels::sync::GpuThread& self) {
  using Counter = penstock::kernels::sync::GlobalPtr<std::uint32_t>;
  if (self.thread() == 0) {
    const Counter arrived(arguments.arrived);
    penstock::kernels::sync::fetch_add_acq_rel_device(arrived, 1);
    std::uint32_t looks = 0;
    while (static_cast<std::int32_t>(penstock::kernels::sync::load_acquire_system(arrived) - arguments.goal) < 0) {
      if (++looks > arguments.looks) {
        penstock::kernels::sync::fetch_add_acq_rel_device(Counter(arguments.vain), 1);
        break;
      }
      self.pause();
    }
  }
  self.barrier();  // every thread keeps its place on the device until here
}

}  // namespace bench::interference
