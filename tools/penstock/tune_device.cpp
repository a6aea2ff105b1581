// Measures GPU memory: the costs of copies and messages, and which of several paths is the fastest.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

// These are fractions of the whole time.
constexpr double kCopies = 0.12;
constexpr double kSlots = 0.05;
constexpr double kResident = 0.08;
constexpr double kPush = 0.06;
constexpr double kGather = 0.06;

constexpr int kMostPeers = 8;
constexpr double kAskingUs = 0.5;  // a push needs one more message, a request, between two cores
constexpr const char* kNever = "1000000us 1000000MB/s";

struct Kind {
  std::string_view what;
  std::string_view tunable;
  base::Cost Config::* in_force;
  bool between_gpus;
  std::string_view comment;
};
constexpr Kind kKinds[] = {
    {"engine", "PENSTOCK_COST_GPU_COPY", &Config::cost_gpu_copy, true, "copy engine between two GPUs"},
    {"stays", "PENSTOCK_COST_GPU_SMALL", &Config::cost_gpu_small, true, "kernel that stays, between two GPUs"},
    {"strided", "PENSTOCK_COST_GPU_STRIDED", &Config::cost_gpu_strided, true, "kernel between two GPUs, blocks of 256 bytes"},
    {"pinned", "PENSTOCK_COST_PINNED", &Config::cost_pinned, false, "pinned host memory to the GPU"},
    {"pageable", "PENSTOCK_COST_PAGEABLE", &Config::cost_pageable, false, "pageable host memory to the GPU"},
};

// Returns the costs for each peer, one for each round: from its first row (small) and its second (large).
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

std::vector<base::Cost> all_of(const std::map<int, std::vector<base::Cost>>& costs) {
  std::vector<base::Cost> all;
  for (const auto& [peer, rounds] : costs) all.insert(all.end(), rounds.begin(), rounds.end());
  return all;
}

// Returns the median over the rounds with all peers; `otherwise` where there are none.
base::Cost middle(const Json& rows, std::string_view what, const base::Cost& otherwise) {
  std::vector<double> latencies, rates;
  for (const base::Cost& one : all_of(costs_of(rows, what))) {
    latencies.push_back(one.latency_us);
    rates.push_back(one.bytes_per_us);
  }
  return rates.empty() ? otherwise : base::Cost{sample_of(latencies).median, sample_of(rates).median};
}

void judge(const Plan& plan, const Json& rows, Findings* out) {
  for (const Kind& kind : kKinds) {
    if (kind.between_gpus && plan.gpus < 2) continue;  // one GPU that two ranks share is a different case
    const auto costs = costs_of(rows, kind.what);
    if (costs.empty()) continue;
    const std::string comment =
        kind.between_gpus ? fmt::format("{} ({})", kind.comment, peers_text(costs)) : std::string(kind.comment);
    compare_cost(std::string(kind.tunable), all_of(costs), plan.settings.config.*kind.in_force, comment, out);
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

// Makes the contest between GPUs: the values in force for `name` against each of `others`.
Contest contest_of(const Plan& plan, std::string what, Job job, const char* name, const std::vector<std::string>& others,
                   double share) {
  const std::string now = plan.settings.config.get(name);
  Contest contest{
      .what = std::move(what), .job = std::move(job), .candidates = {{{name, now}}}, .seconds = share * plan.seconds};
  contest.job.device = true;
  if (plan.quick) contest.job.sizes.resize(std::min<std::size_t>(contest.job.sizes.size(), 2));
  for (const std::string& other : others) {
    if (plan.quick && contest.candidates.size() == 2) break;
    if (other != now) contest.candidates.push_back({{name, other}});
  }
  return contest;
}

std::vector<Contest> contests(const Plan& plan, const Json& copies) {
  const auto small =
      contest_of(plan, "small copies", {.measure = "pingpong", .sizes = {8, 4 << 10, 32 << 10, 64 << 10, 128 << 10}},
                 "PENSTOCK_RESIDENT_LIMIT", {"0", "16K", "256K"}, kResident);
  const auto gathered = contest_of(plan, "copies that gather", {.measure = "burst", .sizes = {64 << 10, 512 << 10, 4 << 20}},
                                   "PENSTOCK_KERNEL_COPY_LIMIT", {"0", "256K", "2M"}, kGather);
  base::Cost pushed = middle(copies, "push", plan.settings.config.cost_gpu_push);
  pushed.latency_us += kAskingUs;
  const auto push =
      contest_of(plan, "large messages, pulled or pushed", {.measure = "pingpong", .sizes = {1 << 20, 8 << 20, 32 << 20}},
                 "PENSTOCK_COST_GPU_PUSH", {kNever, base::cost_text(pushed)}, kPush);
  return {small, gathered, push};
}

// Returns the row `what` for `bytes`.
const Json* row_of(const Json& rows, std::string_view what, std::uint64_t bytes) {
  for (const Json& row : rows) {
    if (row.at("what") == what && row.at("bytes") == bytes) return &row;
  }
  return nullptr;
}

// The cost of slots is the time of a message through them, less that of one in mapped memory, plus a copy: the
// rest of both messages is the same.
Status slots(const Plan& plan, const base::Cost& copy, Meter& meter, Findings* out) {
  constexpr std::uint64_t kSmall = 64;
  const std::uint64_t large = plan.quick ? 1U << 20U : 32U << 20U;
  const double seconds = kSlots * plan.seconds;
  meter.begin("messages through bounce buffers");
  Json said;
  // The copy engine alone pulls, and memory is mapped at once.
  PENSTOCK_TRY(run_job(
      {.ranks = 2,
       .measure = "slots",
       .sizes = {kSmall, large},
       .seconds = seconds,
       .device = true,
       .environment = {{"PENSTOCK_RESIDENT_LIMIT", "0"}, {"PENSTOCK_MAP_AFTER_US", "0"}, {"PENSTOCK_COST_GPU_PUSH", kNever}}},
      &said));
  meter.done(seconds);
  Json moved[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t bytes = i == 0 ? kSmall : large;
    const Json* mapped = row_of(said.at("rows"), "mapped", bytes);
    const Json* through = row_of(said.at("rows"), "slots", bytes);
    if (mapped == nullptr || through == nullptr) {
      return Status::error(Code::kInternal, "the measurement of bounce buffers lacks rows");
    }
    const double direct = sample_of(mapped->at("us").get<std::vector<double>>()).median;
    moved[i] = {{"bytes", bytes}, {"us", Json::array()}};
    for (const double us : through->at("us").get<std::vector<double>>()) {
      moved[i]["us"].push_back(std::max(0.0, us - direct + copy.of(bytes)));
    }
  }
  out->raw["bounce buffers"] = said.at("rows");
  compare_cost("PENSTOCK_COST_BOUNCE", fits(moved[0], moved[1]), plan.settings.config.cost_bounce,
               "messages between two GPUs through bounce buffers", out);
  return Status::ok();
}

}  // namespace

void plan_device(const Plan& plan, Meter& meter) {
  if (plan.gpus == 0) return;
  meter.plan(kCopies * plan.seconds);
  if (plan.gpus >= 2) meter.plan((kSlots + kResident + kPush + kGather) * plan.seconds);
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
  if (plan.gpus < 2) return Status::ok();
  PENSTOCK_TRY(slots(plan, middle(said.at("rows"), "engine", plan.settings.config.cost_gpu_copy), meter, out));
  for (const Contest& contest : contests(plan, said.at("rows"))) PENSTOCK_TRY(hold(contest, plan, meter, out));
  return Status::ok();
}

}  // namespace penstock::tool
