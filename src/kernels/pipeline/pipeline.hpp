// These are collectives of much data on GPUs that can access each other: one kernel on each sends its data piece by piece into
// FIFOs on the other devices, receives pieces, and folds or copies them.
#pragma once

#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/pipeline/pipeline_arguments.hpp"

namespace penstock::kernels {

// PipelineTask is the work of one rank; each list has at most kMostPipelined entries. Addresses are multiples of the alignment
// of the element's members, and `bytes` is a multiple of the element. A result may lie at the place of parts that are pushed,
// from the same byte of a part on.
//
// A peer pushes all data for which a rank waits in the same call, in parts of equal lengths and an equal shape: the kernel
// stays until then, or until the word at `abort` is not 0. So all ranks must launch it at about the same time, on devices of
// their own.
struct PipelineTask {
  Folding folding = {};      // for the sources; copying() if there are none
  std::uint64_t abort = 0;   // a word of the queue's device
  std::uint64_t number = 0;  // the call's number, greater than that of every earlier call
  FifoShape shape = {};
  std::span<const FifoPeer> peers = {};
  std::span<const PipelinePart> pushes = {};    // operands
  std::uint64_t bytes = 0;                      // bytes of each source
  std::span<const std::uint32_t> sources = {};  // peers, in the order in which their operands are folded
  std::uint32_t own = kMostPipelined;           // the source that is plain memory at `operand`
  std::uint64_t operand = 0;
  std::uint64_t target = 0;                     // result of the fold; 0: only the peers get it
  std::span<const std::uint32_t> results = {};  // peers that get the result too
  std::uint64_t copy_from = 0;                  // within this rank's memory
  std::uint64_t copy_to = 0;
  std::uint64_t copy_bytes = 0;
  std::span<const PipelinePart> pulls = {};
};

// A channel is a warp. Returns the number of channels, a power of two, in the blocks that `most_blocks` allows.
[[nodiscard]] std::uint32_t pipeline_channels(const accel::DeviceLimits& limits, unsigned most_blocks) noexcept;
// Returns the shape for slots of at most `slot_bytes` each, `channels` channels, and parts of at most `longest` bytes. A shape
// without channels means that there is no room, or parts are too long to count their pieces.
[[nodiscard]] FifoShape fifo_shape(std::uint32_t channels, std::uint64_t slot_bytes, std::uint64_t longest) noexcept;

// The task is read in the call; `*out` is done when all data are in place. Returns Code::kInternal for an invalid task.
Status pipeline(accel::Queue& queue, const PipelineTask& task, accel::Ticket* out);

}  // namespace penstock::kernels
