// GPU memory: what copies cost, and whether a kernel of ours beats the copy engine.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

constexpr double kCopies = 0.15;
constexpr double kKernel = 0.10;
constexpr int kMostPeers = 8;

struct Kind {
  std::string_view what;
  std::string_view tunable;
  base::Cost Config::* in_force;
  bool between_gpus;
  std::string_view comment;
};
constexpr Kind kKinds[] = {
    {"engine", "PENSTOCK_COST_GPU_COPY", &Config::cost_gpu_copy, true, "copy engine between two GPUs"},
    {"kernel", "PENSTOCK_COST_GPU_SMALL", &Config::cost_gpu_small, true, "kernel between two GPUs, to 256 KiB"},
    {"strided", "PENSTOCK_COST_GPU_STRIDED", &Config::cost_gpu_strided, true, "kernel between two GPUs, blocks of 256 bytes"},
    {"pinned", "PENSTOCK_COST_PINNED", &Config::cost_pinned, false, "pinned host memory to the GPU"},
    {"pageable", "PENSTOCK_COST_PAGEABLE", &Config::cost_pageable, false, "pageable host memory to the GPU"},
};

// A cost a round, of each peer: from its first row (small) and its second (large).
std::map<int, std::vector<base::Cost>> costs_of(const Json& rows, std::string_view what) {
  std::map<int, std::vector<const Json*>> pairs;
  for (const Json& row : rows) {
    if (row.at("what") == what) pairs[row.at("peer").get<int>()].push_back(&row);
  }
  std::map<int, std::vector<base::Cost>> costs;
  for (const auto& [peer, both] : pairs) {
    if (both.size() != 2) continue;
    costs[peer] = fits(*both[0], *both[1]);
  }
  return costs;
}

std::string peers_text(const std::map<int, std::vector<base::Cost>>& costs) {
  std::string text;
  for (const auto& [peer, rounds] : costs) {
    std::vector<double> rates;
    for (const base::Cost& one : rounds) rates.push_back(one.bytes_per_us / 1000);
    text += fmt::format("{}0-{}: {:.3g} GB/s", text.empty() ? "" : ", ", peer, sample_of(rates).median);
  }
  return text;
}

void judge(const Plan& plan, const Json& rows, Findings* out) {
  for (const Kind& kind : kKinds) {
    if (kind.between_gpus && plan.gpus < 2) continue;  // one GPU shared by two ranks is another matter
    const auto costs = costs_of(rows, kind.what);
    std::vector<base::Cost> all;
    for (const auto& [peer, rounds] : costs) all.insert(all.end(), rounds.begin(), rounds.end());
    if (costs.empty()) continue;
    const std::string comment =
        kind.between_gpus ? fmt::format("{} ({})", kind.comment, peers_text(costs)) : std::string(kind.comment);
    compare_cost(std::string(kind.tunable), all, plan.settings.config.*kind.in_force, comment, out);
  }
  for (const Json& row : rows) {
    if (row.at("what") == "unreachable") {
      out->skipped.push_back(fmt::format("GPU of rank {}: rank 0's GPU cannot map its memory", row.at("peer").get<int>()));
    } else if (row.at("what") == "open") {
      out->measured.push_back(fmt::format("mapping an allocation of rank {} for the first time: {:.0f} us",
                                          row.at("peer").get<int>(), row.at("us")[0].get<double>()));
    }
  }
  if (plan.gpus < 2) out->skipped.emplace_back("copies between GPUs: there is one GPU");
}

Contest kernel_contest(const Plan& plan) {
  Contest contest{.what = "small copies", .job = {.measure = "pingpong"}, .candidates = {}, .seconds = kKernel * plan.seconds};
  contest.job.sizes = {8, 4 << 10, 32 << 10, 64 << 10, 128 << 10};
  if (plan.quick) contest.job.sizes = {8, 4 << 10};
  contest.job.device = true;
  const std::string now = plan.settings.config.get("PENSTOCK_RESIDENT_LIMIT");
  contest.candidates = {{{"PENSTOCK_RESIDENT_LIMIT", now}}};
  for (const char* limit : {"0", "16K", "256K"}) {
    if (plan.quick && contest.candidates.size() == 2) break;
    if (limit != now) contest.candidates.push_back({{"PENSTOCK_RESIDENT_LIMIT", limit}});
  }
  return contest;
}

}  // namespace

void plan_device(const Plan& plan, Meter& meter) {
  if (plan.gpus == 0) return;
  meter.plan(kCopies * plan.seconds);
  if (plan.gpus >= 2) meter.plan(kKernel * plan.seconds);
}

Status tune_device(const Plan& plan, Meter& meter, Findings* out) {
  if (plan.gpus == 0) {
    out->skipped.emplace_back("GPUs: there is none that this process may use");
    return Status::ok();
  }
  const double seconds = kCopies * plan.seconds;
  meter.begin("copies of GPU memory");
  Json said;
  const std::uint64_t large = plan.quick ? 1U << 20U : 32U << 20U;
  PENSTOCK_TRY(run_job({.ranks = std::clamp(plan.gpus, 2, kMostPeers),
                        .measure = "device",
                        .sizes = {large},
                        .seconds = seconds,
                        .device = true},
                       &said));
  meter.done(seconds);
  out->raw["device copies"] = said.at("rows");
  judge(plan, said.at("rows"), out);
  return plan.gpus >= 2 ? hold(kernel_contest(plan), plan, meter, out) : Status::ok();
}

}  // namespace penstock::tool
