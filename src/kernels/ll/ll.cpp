#include "kernels/ll/ll.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace penstock::kernels {
namespace {

constexpr std::uint64_t kMostThreads = 512;  // as ll_list.inc has it
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kUnit = 8;  // least bytes of data that a thread processes at a time
constexpr std::string_view kFolds = "penstock_fold_";
constexpr std::uint64_t kMostOfResident = 16 << 10;  // bytes of data that one block moves
constexpr std::string_view kKinds[] = {
#define PENSTOCK_LL(kind, ...) #kind,
#include "kernels/ll/ll_jobs.inc"
#undef PENSTOCK_LL
};

Status check(const LlTask& task) {
  const std::size_t longest = std::max({task.pushes.size(), task.sources.size(), task.results.size(), task.pulls.size()});
  const bool named = task.folding.kernel.starts_with(kFolds);
  const bool numbered = (task.number != 0) != (task.counter != 0);
  const bool told = task.told.address == 0 || task.counter != 0;
  if (longest <= kMostExchanging && numbered && named && told) return Status::ok();
  return Status::error(Code::kInternal, "an exchange number {} of {} parts by {}", task.number, longest, task.folding.kernel);
}

std::uint64_t longest_part(const LlTask& task) noexcept {
  std::uint64_t bytes = std::max(task.sources.empty() ? 0 : task.bytes, task.copy.bytes);
  for (const LlPart& part : task.pushes) bytes = std::max(bytes, part.bytes);
  for (const LlPart& part : task.pulls) bytes = std::max(bytes, part.bytes);
  return bytes;
}

// For little data the resident kernel, if it runs, saves the launch.
std::uint32_t job_of(const LlTask& task, std::uint64_t bytes) noexcept {
  if (bytes > kMostOfResident) return static_cast<std::uint32_t>(LlJob::kNone);
  const auto* const row = std::ranges::find(kKinds, task.folding.kernel.substr(kFolds.size()));
  return row == std::end(kKinds) ? 0 : static_cast<std::uint32_t>(row - std::begin(kKinds)) + 1;
}

LlArguments arguments_of(const LlTask& task) noexcept {
  LlArguments out;
  out.abort = task.abort;
  out.number = task.number;
  out.counter = task.counter;
  out.odd = task.odd;
  out.operation = task.folding.operation;
  out.kind = task.folding.kind;
  out.pushes = static_cast<std::uint32_t>(task.pushes.size());
  out.sources = static_cast<std::uint32_t>(task.sources.size());
  out.own = task.own;
  out.results = static_cast<std::uint32_t>(task.results.size());
  out.pulls = static_cast<std::uint32_t>(task.pulls.size());
  out.bytes = task.bytes;
  out.target = task.target;
  out.copy = task.copy;
  std::ranges::copy(task.pushes, out.push);
  std::ranges::copy(task.sources, out.source);
  std::ranges::copy(task.results, out.result);
  std::ranges::copy(task.pulls, out.pull);
  return out;
}

}  // namespace

Status ll(accel::Queue& queue, const LlTask& task, unsigned most_blocks, accel::Ticket* out) {
  PENSTOCK_TRY(check(task));
  LlArguments arguments = arguments_of(task);
  const std::string kernel = "penstock_ll_" + std::string(task.folding.kernel.substr(kFolds.size()));
  const std::uint64_t bytes = longest_part(task);
  arguments.finish.job = job_of(task, bytes);
  const std::uint64_t units = std::max<std::uint64_t>((bytes + kUnit - 1) / kUnit, 1);
  const std::uint64_t most_threads = std::min(kMostThreads, static_cast<std::uint64_t>(queue.limits().block_threads));
  const std::uint64_t threads = std::min(most_threads, (units + kWarp - 1) / kWarp * kWarp);
  const auto at_once = static_cast<std::uint64_t>(std::max(queue.limits().multiprocessors, 1));
  const std::uint64_t most = task.counter != 0 ? 1 : std::max(most_blocks, 1U);
  const std::uint64_t blocks = std::min({(units + threads - 1) / threads, at_once, most});
  const accel::Extent3 grid{static_cast<unsigned>(blocks), 1, 1};
  const accel::Extent3 block{static_cast<unsigned>(threads), 1, 1};
  if (task.told.address == 0) {
    return queue.launch_and_mark(kernel, grid, block, &arguments, sizeof arguments, &arguments.finish, out);
  }
  arguments.finish = {task.told.address, 0, task.told.number, 0};
  *out = {};
  return queue.launch(kernel, grid, block, &arguments, sizeof arguments);
}

}  // namespace penstock::kernels
