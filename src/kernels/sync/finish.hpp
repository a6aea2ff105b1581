// The end of a kernel that writes its own completion word, so that a transfer needs only one launch.
#pragma once

#include "accel/queue/flag.hpp"
#include "kernels/sync/global.hpp"

namespace penstock::kernels::sync {

// Every thread of the grid calls this as its last action. A reader that sees the word (by an acquire) sees all writes of
// the grid: the barrier orders a block's writes before its thread 0, the counter orders the blocks before the last of them,
// and the release is cumulative.
PENSTOCK_DEVICE void finish(const GpuThread& self, const accel::Finish& end) {
  if (end.word == 0) return;
  self.barrier();
  if (self.thread() != 0) return;
  if (self.blocks() > 1) {
    const GlobalPtr<std::uint32_t> counter(end.counter);
    if (fetch_add_acq_rel_device(counter, 1) + 1 != self.blocks()) return;
    counter.store(0);  // the initial state for the stream's next kernel
  }
  store_release_system(GlobalPtr<std::uint32_t>(end.word), end.value);
}

}  // namespace penstock::kernels::sync
