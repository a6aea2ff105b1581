// From measurements to rows.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

constexpr double kLeastGain = 0.95;
constexpr double kCostDiffers = 1.18;

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double geometric_mean(const Json& rows) {
  double logs = 0;
  for (const Json& row : rows) logs += std::log(std::max(row.at("us").get<double>(), 1e-3));
  return std::exp(logs / static_cast<double>(std::max<std::size_t>(1, rows.size())));
}

std::string text_of(const std::vector<Setting>& settings) {
  std::string text;
  for (const Setting& one : settings) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", one.name, one.value);
  return text;
}

// Three digits are what such figures are good for.
double rounded(double value) {
  if (value <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::round(value / unit) * unit;
}

std::string cost_text(const base::Cost& cost) {
  return fmt::format("{:.3g}us {:.0f}MB/s", cost.latency_us, rounded(cost.bytes_per_us));
}

}  // namespace

Sample sample_of(std::vector<double> rounds) {
  if (rounds.empty()) return {};
  std::sort(rounds.begin(), rounds.end());
  return {quantile(rounds, 0.5), quantile(rounds, 0.25), quantile(rounds, 0.75)};
}

bool clearly_better(const Sample& one, const Sample& other) {
  return one.high < other.low && one.median < kLeastGain * other.median;
}

Status hold(const Contest& contest, const Plan& plan, Meter& meter, Findings* out) {
  const int rounds = plan.quick ? 3 : 5;
  const double each = contest.seconds / rounds / static_cast<double>(contest.candidates.size());
  std::vector<std::vector<double>> times(contest.candidates.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contest.candidates.size(); ++i) {
      meter.begin(fmt::format("{}: {}", contest.what, text_of(contest.candidates[i])));
      Job job = contest.job;
      job.seconds = each;
      job.environment.insert(job.environment.end(), contest.candidates[i].begin(), contest.candidates[i].end());
      Json said;
      PENSTOCK_TRY(run_job(job, &said));
      times[i].push_back(geometric_mean(said.at("rows")));
      meter.done(each);
    }
  }
  const Sample now = sample_of(times[0]);
  std::size_t best = 0;
  Json raw = Json::array();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (sample_of(times[i]).median < sample_of(times[best]).median) best = i;
    raw.push_back({{"candidate", text_of(contest.candidates[i])}, {"us", times[i]}});
  }
  out->raw[contest.what] = std::move(raw);
  const Sample won = sample_of(times[best]);
  out->measured.push_back(fmt::format("{}: {} takes {:.3g} us (mean over the sizes), best of {}: {} with {:.3g} us{}",
                                      contest.what, text_of(contest.candidates[0]), now.median, times.size(),
                                      text_of(contest.candidates[best]), won.median,
                                      clearly_better(won, now) ? "" : "; no clear gain, kept as it is"));
  if (!clearly_better(won, now)) return Status::ok();
  for (std::size_t i = 0; i < contest.candidates[best].size(); ++i) {
    const Setting& changed = contest.candidates[best][i];
    const std::string before = plan.settings.config.get(changed.name);
    if (before == changed.value) continue;
    out->rows.push_back({fmt::format("{} = {}", changed.name, changed.value), before,
                         fmt::format("{}: {:.3g} us instead of {:.3g}", contest.what, won.median, now.median),
                         now.median / won.median});
  }
  return Status::ok();
}

void compare_cost(const std::string& name, const std::vector<base::Cost>& rounds, const base::Cost& in_force,
                  const std::string& comment, Findings* out) {
  constexpr std::uint64_t kSizes[] = {4 << 10, 1 << 20};
  std::vector<double> latencies;
  std::vector<double> rates;
  for (const base::Cost& one : rounds) {
    latencies.push_back(one.latency_us);
    rates.push_back(one.bytes_per_us);
  }
  const base::Cost found{std::max(0.0, sample_of(latencies).median), std::clamp(sample_of(rates).median, 1.0, 1e8)};
  out->measured.push_back(fmt::format("{}: {} (in force: {}); {}", name, cost_text(found), cost_text(in_force), comment));
  bool differs = false;
  for (const std::uint64_t bytes : kSizes) {
    std::vector<double> times;
    for (const base::Cost& one : rounds) times.push_back(one.of(bytes));
    const Sample sample = sample_of(times);
    const double before = in_force.of(bytes);
    differs = differs || (sample.low > before && sample.median > kCostDiffers * before) ||
              (sample.high < before && sample.median * kCostDiffers < before);
  }
  if (differs) out->rows.push_back({fmt::format("{} = {}", name, cost_text(found)), cost_text(in_force), comment, 1});
}

}  // namespace penstock::tool
