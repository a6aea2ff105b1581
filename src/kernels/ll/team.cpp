#include "kernels/ll/team.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "kernels/ll/team_arguments.hpp"

namespace penstock::kernels {
namespace {

constexpr std::uint64_t kMostThreads = 512;  // as team_list.inc has it
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kUnit = 8;  // least bytes of data that a thread processes at a time

struct Row {
  std::string_view fold;
  std::string_view team;
};
constexpr Row kRows[] = {
    {"penstock_fold_copy", "penstock_ll_team_meet"},
    {"penstock_fold_any", "penstock_ll_team_any"},
#define PENSTOCK_FOLD_KIND(kind, ...) {"penstock_fold_" #kind, "penstock_ll_team_" #kind},
#include "kernels/fold/fold_common.inc"
#undef PENSTOCK_FOLD_KIND
};

LlTeamArguments arguments_of(const LlTeamTask& task) noexcept {
  LlTeamArguments out;
  out.told = task.told.address;
  out.told_number = task.told.number;
  out.abort = task.abort;
  out.counter = task.counter;
  out.odd = task.odd;
  out.operand = task.operand;
  out.target = task.target;
  out.bytes = task.bytes;
  out.from = task.from;
  out.step = task.step;
  out.members = static_cast<std::uint32_t>(task.to.size());
  out.me = task.me;
  out.operation = task.folding.operation;
  out.kind = task.folding.kind;
  std::ranges::copy(task.to, out.to);
  return out;
}

}  // namespace

Status ll_team(accel::Queue& queue, const LlTeamTask& task) {
  const auto* const row = std::ranges::find(kRows, task.folding.kernel, &Row::fold);
  if (row == std::end(kRows) || task.to.size() > kMostExchanging || task.me >= task.to.size() || task.counter == 0) {
    return Status::error(Code::kInternal, "member {} of {} exchanges by {}", task.me, task.to.size(), task.folding.kernel);
  }
  const LlTeamArguments arguments = arguments_of(task);
  const std::uint64_t units = std::max<std::uint64_t>((task.bytes + kUnit - 1) / kUnit, 1);
  const std::uint64_t most = std::min(kMostThreads, static_cast<std::uint64_t>(queue.limits().block_threads));
  const std::uint64_t threads = std::min(most, (units + kWarp - 1) / kWarp * kWarp);
  return queue.launch(row->team, {1, 1, 1}, {static_cast<unsigned>(threads), 1, 1}, &arguments, sizeof arguments);
}

}  // namespace penstock::kernels
