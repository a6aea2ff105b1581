#include "kernels/pipeline/pipeline.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace penstock::kernels {
namespace {

constexpr std::uint32_t kMostThreads = 512;  // as pipeline_list.inc has it
constexpr std::uint32_t kWarp = 32;
constexpr std::string_view kFolds = "penstock_fold_";
// A warp waits for a piece one step after the step in which its peer pushed it; a larger lag or FIFO gains nothing.
constexpr std::uint32_t kLag = 1;
constexpr std::uint32_t kDepth = 2;
// Longer pieces are not faster: 64 MiB between two H200, in 2048 channels, take 293, 226, 209 and 206 us
// in pieces of 1, 2, 4 and 8 KiB.
constexpr std::uint64_t kMostPiece = 8 << 10;

std::uint32_t warps_of(const accel::DeviceLimits& limits) noexcept {
  const auto threads = static_cast<std::uint32_t>(std::max(limits.block_threads, static_cast<int>(kWarp)));
  return std::bit_floor(std::min(kMostThreads, threads) / kWarp);
}

std::uint64_t longest_part(const PipelineTask& task) noexcept {
  std::uint64_t bytes = std::max(task.sources.empty() ? 0 : task.bytes, task.copy_bytes);
  for (const PipelinePart& part : task.pushes) bytes = std::max(bytes, part.bytes);
  for (const PipelinePart& part : task.pulls) bytes = std::max(bytes, part.bytes);
  return bytes;
}

// A task waits for operands one lag after it sent its own, and for results two lags after.
std::uint32_t lags_of(const PipelineTask& task) noexcept {
  const auto of_results = [](const PipelinePart& part) { return part.stream == kResults; };
  return std::ranges::any_of(task.pulls, of_results) ? 2 : 1;
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) noexcept {
  return (value + unit - 1) / unit * unit;
}

Status check(const PipelineTask& task) {
  const std::size_t longest =
      std::max({task.peers.size(), task.pushes.size(), task.sources.size(), task.results.size(), task.pulls.size()});
  const FifoShape& shape = task.shape;
  const bool shaped =
      shape.channels != 0 && shape.piece % FifoShape::kUnit == 0 && std::has_single_bit(shape.depth) && shape.lag < shape.depth;
  const bool named = task.folding.kernel.starts_with(kFolds);
  if (longest <= kMostPipelined && task.number != 0 && shaped && named) return Status::ok();
  return Status::error(Code::kInternal,
                       "a pipelined call number {} of {} parts by {} in {} channels, pieces of {} B, {} to a FIFO", task.number,
                       longest, task.folding.kernel, shape.channels, shape.piece, shape.depth);
}

PipelineArguments arguments_of(const PipelineTask& task) noexcept {
  PipelineArguments out;
  const std::uint64_t round = std::uint64_t{task.shape.channels} * task.shape.piece;
  out.abort = task.abort;
  out.number = task.number;
  out.shape = task.shape;
  out.operation = task.folding.operation;
  out.kind = task.folding.kind;
  out.steps = static_cast<std::uint32_t>((longest_part(task) + round - 1) / round) + lags_of(task) * task.shape.lag;
  out.pushes = static_cast<std::uint32_t>(task.pushes.size());
  out.pulls = static_cast<std::uint32_t>(task.pulls.size());
  out.sources = static_cast<std::uint32_t>(task.sources.size());
  out.results = static_cast<std::uint32_t>(task.results.size());
  out.own = task.own;
  out.bytes = task.bytes;
  out.operand = task.operand;
  out.target = task.target;
  out.copy_from = task.copy_from;
  out.copy_to = task.copy_to;
  out.copy_bytes = task.copy_bytes;
  std::ranges::copy(task.peers, out.peer);
  std::ranges::copy(task.pushes, out.push);
  std::ranges::copy(task.sources, out.source);
  std::ranges::copy(task.results, out.result);
  std::ranges::copy(task.pulls, out.pull);
  return out;
}

}  // namespace

std::uint32_t pipeline_channels(const accel::DeviceLimits& limits, unsigned most_blocks) noexcept {
  const auto blocks = std::min(std::max(most_blocks, 1U), static_cast<unsigned>(std::max(limits.multiprocessors, 1)));
  return std::bit_floor(blocks) * warps_of(limits);
}

// A short part is sent in one piece per channel, because each step costs a fence and a word.
FifoShape fifo_shape(std::uint32_t channels, std::uint64_t slot_bytes, std::uint64_t longest) noexcept {
  if (channels == 0 || slot_bytes / channels < FifoShape::kWordBytes) return {};
  const std::uint64_t room = (slot_bytes / channels - FifoShape::kWordBytes) / (std::uint64_t{kPipelineStreams} * kDepth);
  const std::uint64_t most = std::min(room, kMostPiece) / FifoShape::kUnit * FifoShape::kUnit;
  const std::uint64_t each = round_up(std::max<std::uint64_t>((longest + channels - 1) / channels, 1), FifoShape::kUnit);
  const std::uint64_t piece = std::min(most, each);
  if (piece == 0 || longest / piece / channels >= (std::uint64_t{1} << kPipelineCountBits) - 2) return {};
  return {channels, static_cast<std::uint32_t>(piece), kDepth, kLag};
}

Status pipeline(accel::Queue& queue, const PipelineTask& task, accel::Ticket* out) {
  PENSTOCK_TRY(check(task));
  PipelineArguments arguments = arguments_of(task);
  const std::string kernel = "penstock_pipeline_" + std::string(task.folding.kernel.substr(kFolds.size()));
  const std::uint32_t warps = std::min(warps_of(queue.limits()), task.shape.channels);
  return queue.launch_and_mark(kernel, {task.shape.channels / warps, 1, 1}, {warps * kWarp, 1, 1}, &arguments, sizeof arguments,
                               &arguments.finish, out);
}

}  // namespace penstock::kernels
