// Collectives of much data on GPUs that reach each other, wherever the data lie: one kernel on each, which gives its data away
// piece by piece into FIFOs on the others' devices, takes what comes and folds or copies it.
#pragma once

#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/pipeline/pipeline_arguments.hpp"

namespace penstock::kernels {

// What one rank does; at most kMostPipelined of each list. Addresses are multiples of what an element's members are aligned to,
// and `bytes` of elements. A result may lie where parts that are pushed do, from the same byte of a part on.
//
// What a rank waits for, a peer pushes in the same call, in parts of the same lengths and an equal shape: until then, or until
// the word at `abort` is not 0, the kernel stays. So all ranks launch it at about the same time, on devices of their own.
struct PipelineTask {
  Folding folding = {};      // of sources; copying() where there are none
  std::uint64_t abort = 0;   // of the queue's device
  std::uint64_t number = 0;  // of the call: greater than that of every call before
  FifoShape shape = {};
  std::span<const FifoPeer> peers = {};
  std::span<const PipelinePart> pushes = {};    // operands
  std::uint64_t bytes = 0;                      // of each source
  std::span<const std::uint32_t> sources = {};  // peers, in the order in which their operands are folded
  std::uint32_t own = kMostPipelined;           // the one that is plain memory at `operand`
  std::uint64_t operand = 0;
  std::uint64_t target = 0;                     // of the fold; 0: it stays with the others
  std::span<const std::uint32_t> results = {};  // peers that get it, too
  std::uint64_t copy_from = 0;                  // within this rank's memory
  std::uint64_t copy_to = 0;
  std::uint64_t copy_bytes = 0;
  std::span<const PipelinePart> pulls = {};
};

// A channel is a warp. The blocks of a device's kernels that `most_blocks` allows have so many, a power of two.
[[nodiscard]] std::uint32_t pipeline_channels(const accel::DeviceLimits& limits, unsigned most_blocks) noexcept;
// Slots of at most `slot_bytes` each, of so many channels, for parts of at most `longest` bytes; of no channels: there is no
// room, or parts are too long to count their pieces.
[[nodiscard]] FifoShape fifo_shape(std::uint32_t channels, std::uint64_t slot_bytes, std::uint64_t longest) noexcept;

// The task is read now; `*out` is done when all is where it belongs. Code::kInternal for a task that is none.
Status pipeline(accel::Queue& queue, const PipelineTask& task, accel::Ticket* out);

}  // namespace penstock::kernels
