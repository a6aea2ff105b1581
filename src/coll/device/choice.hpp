// The way of a call of GPU memory, as far as it follows from what all members know.
#pragma once

#include "coll/schedule/schedule.hpp"
#include "coll/select/gpu_choice.hpp"

namespace penstock::coll {

struct DeviceChoice : GpuChoice {
  bool would_pipeline = false;  // had it FIFOs: the row would be another
};

// `as_they_lie`: nobody has said otherwise. Asks the team for what such calls could use and is not there yet, to be made in
// front of the next collective.
[[nodiscard]] DeviceChoice choose_strategy(const Query& query, Schedule& schedule, const Arguments& arguments,
                                           bool as_they_lie);

// One kernel on each GPU, for which nothing of the program's is mapped.
[[nodiscard]] constexpr bool is_coscheduled(Strategy strategy) noexcept {
  return strategy == Strategy::kOneShot || strategy == Strategy::kPipeline || strategy == Strategy::kNccl;
}

}  // namespace penstock::coll
