// These are the arguments of a launch of a pipelined kernel.
#pragma once

#include <cstdint>

#include "accel/queue/flag.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

inline constexpr std::uint32_t kMostPipelined = 16;   // members of a team
inline constexpr std::uint32_t kPipelineStreams = 2;  // from each member to each other member: operands, results
inline constexpr std::uint32_t kOperands = 0;
inline constexpr std::uint32_t kResults = 1;

// FifoShape is the layout of a slot: words by which both sides report their progress, then a FIFO of pieces for each stream and
// channel. A channel is a warp, with one number on all devices.
struct FifoShape {
  std::uint32_t channels = 0;
  std::uint32_t piece = 0;  // bytes, a multiple of kUnit
  std::uint32_t depth = 0;  // pieces of a FIFO, a power of two
  std::uint32_t lag = 0;    // steps between sending a piece and waiting for one; less than `depth`

  static constexpr std::uint32_t kUnit = 512;  // bytes that a warp moves in one access
  static constexpr std::uint64_t kWordBytes = std::uint64_t{2} * kPipelineStreams * sizeof(std::uint64_t);  // of a channel
  [[nodiscard]] constexpr std::uint64_t slot_bytes() const noexcept {
    return channels * (kWordBytes + std::uint64_t{kPipelineStreams} * piece * depth);
  }
};

// A word has the call's number, then the number of pieces; words of earlier calls are less.
inline constexpr unsigned kPipelineCountBits = 24;

// FifoPeer has the slot that a member writes here, and the slot that this rank writes there.
struct FifoPeer {
  std::uint64_t mine = 0;
  std::uint64_t theirs = 0;
};
// PipelinePart has bytes of plain memory that go to a peer or come from one.
struct PipelinePart {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint32_t peer = 0;
  std::uint32_t stream = 0;
};

// This is the parameter block of the "penstock_pipeline_" kernels.
struct PipelineArguments {
  accel::Finish finish;
  std::uint64_t abort = 0;   // word of this device; if not 0 the kernel stops waiting
  std::uint64_t number = 0;  // number of this call
  FifoShape shape;
  std::uint32_t operation = 0;
  std::uint32_t steps = 0;
  std::uint32_t pushes = 0;
  std::uint32_t pulls = 0;
  std::uint32_t sources = 0;
  std::uint32_t results = 0;
  std::uint32_t own = 0;            // the source that is plain memory, at `operand`; kMostPipelined: none
  FoldKind kind = FoldKind::kNone;  // for "penstock_pipeline_any"
  FifoPeer peer[kMostPipelined] = {};
  PipelinePart push[kMostPipelined] = {};     // operands
  std::uint64_t bytes = 0;                    // bytes of each source
  std::uint32_t source[kMostPipelined] = {};  // peers, whose operands are folded from left to right
  std::uint64_t operand = 0;
  std::uint64_t target = 0;                   // result of the fold, in memory
  std::uint32_t result[kMostPipelined] = {};  // peers that get the result
  std::uint64_t copy_from = 0;                // from memory to memory
  std::uint64_t copy_to = 0;
  std::uint64_t copy_bytes = 0;
  PipelinePart pull[kMostPipelined] = {};
};
static_assert(sizeof(PipelineArguments) < 4096, "what a launch's parameters may take");

}  // namespace penstock::kernels
