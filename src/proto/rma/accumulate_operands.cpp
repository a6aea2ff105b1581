#include "proto/rma/accumulate_operands.hpp"

#include <cstring>
#include <utility>

#include "proto/rma/accumulate_kernels.hpp"

namespace penstock::proto::rma {
namespace {

using By = AccumulateWork::By;

// Decides which of the caller's buffers kernels use directly. Small operands travel with the launch.
void reach_buffers(AccumulateWork* work, const accel::Memory& operand, const accel::Memory& result) {
  if (work->by != By::kKernels) return;
  const int device = work->target->reached().gpu;
  const std::uint32_t width = work->fold.bytes;
  const bool small = operand.on_host() && work->bytes <= kernels::kAccumulateBytesHere;
  work->kernels.operand_reached =
      !work->fold.reads_only() && !small && KernelAccumulates::reach(device, work->origin, operand, width);
  work->kernels.result_reached = work->wants_result() && KernelAccumulates::reach(device, work->result, result, width);
}

// Finds out whether kernels reach one element of the caller's memory.
Status look_at(const Core& core, const AccumulateWork& work, const void* address, accel::Memory* memory, bool* reached) {
  PENSTOCK_TRY(core.parts.accel.query(address, memory));
  const Buffer one{const_cast<void*>(address), 1, &work.flat};
  *reached = work.by == By::kKernels && KernelAccumulates::reach(work.target->reached().gpu, one, *memory, work.fold.bytes);
  return Status::ok();
}

// Copies an element into the operation's memory if kernels do not reach it, or if it is in host
// memory, from where it travels with the launch.
Status take(const Core& core, const AccumulateWork& work, const void* from, std::byte* to, accel::Memory* memory,
            bool* reached) {
  PENSTOCK_TRY(look_at(core, work, from, memory, reached));
  *reached = *reached && !memory->on_host();
  if (*reached) return Status::ok();
  if (!memory->on_host()) return core.parts.accel.queues().copy_now(to, from, work.bytes);
  std::memcpy(to, from, work.bytes);
  return Status::ok();
}

}  // namespace

Status place_buffers(const Core& core, AccumulateWork* work, Buffer* source) {
  accel::Memory operand;
  accel::Memory result;
  if (!work->fold.reads_only()) PENSTOCK_TRY(core.query(work->origin, &operand));
  work->kind = operand.kind;
  if (work->wants_result()) PENSTOCK_TRY(core.query(work->result, &result));
  work->flat = Layout::bytes(work->bytes);
  reach_buffers(work, operand, result);
  if (!result.on_host() && !work->kernels.result_reached) {
    work->staging.result.resize(work->bytes);
    work->staging.return_to = std::exchange(work->result, Buffer{work->staging.result.data(), 1, &work->flat});
  }
  if (operand.on_host() || work->kernels.operand_reached) return Status::ok();
  work->staging.operand.resize(work->bytes);
  *source = std::exchange(work->origin, Buffer{work->staging.operand.data(), 1, &work->flat});
  return Status::ok();
}

Status place_single(const Core& core, AccumulateWork* work) {
  AccumulateSingle& single = work->single;
  AccumulateKernels& kernels = work->kernels;
  accel::Memory memory;
  PENSTOCK_TRY(take(core, *work, single.operand_from, single.operand.data(), &memory, &kernels.operand_reached));
  work->kind = memory.kind;
  if (kernels.operand_reached) work->origin.address = const_cast<void*>(single.operand_from);
  PENSTOCK_TRY(take(core, *work, single.comparison_from, single.comparison.data(), &memory, &kernels.compare_reached));
  if (kernels.compare_reached) work->compare = static_cast<const std::byte*>(single.comparison_from);
  PENSTOCK_TRY(look_at(core, *work, single.wants_old, &memory, &kernels.result_reached));
  if (kernels.result_reached) work->result.address = std::exchange(single.wants_old, nullptr);
  return Status::ok();
}

}  // namespace penstock::proto::rma
