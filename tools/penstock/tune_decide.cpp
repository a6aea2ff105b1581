// Turns measurements into rows.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

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

// The figures are meaningful to three digits.
double rounded(double value) {
  if (value <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::round(value / unit) * unit;
}

std::string text_of(const base::Cost& cost) {
  return base::cost_text({rounded(cost.latency_us), rounded(cost.bytes_per_us)});
}

}  // namespace

Sample sample_of(std::vector<double> rounds) {
  if (rounds.empty()) return {};
  std::sort(rounds.begin(), rounds.end());
  return {quantile(rounds, 0.5), quantile(rounds, 0.25), quantile(rounds, 0.75)};
}

std::uint64_t border(std::uint64_t low, std::uint64_t high) {
  return std::bit_floor(static_cast<std::uint64_t>(std::sqrt(static_cast<double>(low) * static_cast<double>(high))));
}

bool clearly_better(const Sample& one, const Sample& other) {
  return one.high < other.low && one.median < kLeastGain * other.median;
}

namespace {

using Times = std::vector<std::vector<double>>;  // for each candidate, one time for each round

// Runs rounds of the candidates `which` in turn.
Status run_rounds(const Contest& contest, const std::vector<std::size_t>& which, int rounds, double seconds, Meter& meter,
                  Times* times) {
  const double each = seconds / rounds / static_cast<double>(which.size());
  times->assign(contest.candidates.size(), {});
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t i : which) {
      meter.begin(fmt::format("{}: {}", contest.what, text_of(contest.candidates[i])));
      Job job = contest.job;
      job.seconds = each;
      job.environment.insert(job.environment.end(), contest.candidates[i].begin(), contest.candidates[i].end());
      Json said;
      PENSTOCK_TRY(run_job(job, &said));
      (*times)[i].push_back(geometric_mean(said.at("rows")));
      meter.done(each);
    }
  }
  return Status::ok();
}

void add_winner(const Contest& contest, const std::vector<Setting>& winner, const Sample& won, const Sample& now,
                const Plan& plan, Findings* out) {
  for (const Setting& changed : winner) {
    const std::string before = plan.settings.config.get(changed.name);
    if (before == changed.value) continue;
    out->rows.push_back({fmt::format("{} = {}", changed.name, changed.value), before,
                         fmt::format("{}: {:.3g} us instead of {:.3g}", contest.what, won.median, now.median),
                         now.median / won.median});
  }
}

}  // namespace

// The best of several candidates is partly the luckiest: it has to win once more, against the values in force alone.
Status hold(const Contest& contest, const Plan& plan, Meter& meter, Findings* out) {
  const int rounds = plan.quick ? 3 : 5;
  constexpr double kFirst = 0.7;  // fraction of the time
  std::vector<std::size_t> all(contest.candidates.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Times times;
  PENSTOCK_TRY(run_rounds(contest, all, rounds, kFirst * contest.seconds, meter, &times));
  std::size_t best = 0;
  Json raw = Json::array();
  for (const std::size_t i : all) {
    if (sample_of(times[i]).median < sample_of(times[best]).median) best = i;
    raw.push_back({{"candidate", text_of(contest.candidates[i])}, {"us", times[i]}});
  }
  Sample now = sample_of(times[0]);
  Sample won = sample_of(times[best]);
  bool wins = clearly_better(won, now);
  if (wins) {
    PENSTOCK_TRY(run_rounds(contest, {0, best}, rounds, (1 - kFirst) * contest.seconds, meter, &times));
    now = sample_of(times[0]);
    won = sample_of(times[best]);
    wins = clearly_better(won, now);
    raw.push_back({{"candidate", "confirmation"}, {"before", times[0]}, {"us", times[best]}});
  } else {
    meter.done((1 - kFirst) * contest.seconds);
  }
  out->raw[contest.what] = std::move(raw);
  out->measured.push_back(fmt::format("{}: {} takes {:.3g} us (mean over the sizes), best of {}: {} with {:.3g} us{}",
                                      contest.what, text_of(contest.candidates[0]), now.median, times.size(),
                                      text_of(contest.candidates[best]), won.median,
                                      wins ? "" : "; no clear gain, kept as it is"));
  if (wins) add_winner(contest, contest.candidates[best], won, now, plan, out);
  return Status::ok();
}

std::vector<base::Cost> fits(const Json& small, const Json& large) {
  constexpr double kClearly = 1.1;
  std::vector<base::Cost> costs;
  const double bytes = large.at("bytes").get<double>() - small.at("bytes").get<double>();
  for (std::size_t i = 0; i < std::min(small.at("us").size(), large.at("us").size()); ++i) {
    const auto latency = small.at("us")[i].get<double>();
    const auto whole = large.at("us")[i].get<double>();
    if (whole > kClearly * latency) costs.push_back({latency, bytes / (whole - latency)});
  }
  return costs;
}

void compare_cost(const std::string& name, const std::vector<base::Cost>& rounds, const base::Cost& in_force,
                  const std::string& comment, Findings* out) {
  constexpr std::uint64_t kSizes[] = {4 << 10, 1 << 20};
  constexpr std::size_t kLeastRounds = 3;
  constexpr double kSlowest = 1;
  constexpr double kFastest = 5e7;
  if (rounds.size() < kLeastRounds) {
    out->measured.push_back(fmt::format("{}: too noisy to tell (in force: {}); {}", name, text_of(in_force), comment));
    return;
  }
  std::vector<double> latencies;
  std::vector<double> rates;
  for (const base::Cost& one : rounds) {
    latencies.push_back(one.latency_us);
    rates.push_back(one.bytes_per_us);
  }
  const base::Cost found{std::max(0.0, sample_of(latencies).median), std::clamp(sample_of(rates).median, kSlowest, kFastest)};
  out->measured.push_back(fmt::format("{}: {} (in force: {}); {}", name, text_of(found), text_of(in_force), comment));
  bool differs = false;
  for (const std::uint64_t bytes : kSizes) {
    std::vector<double> times;
    for (const base::Cost& one : rounds) times.push_back(one.of(bytes));
    const Sample sample = sample_of(times);
    const double before = in_force.of(bytes);
    differs = differs || (sample.low > before && sample.median > kCostDiffers * before) ||
              (sample.high < before && sample.median * kCostDiffers < before);
  }
  if (differs) out->rows.push_back({fmt::format("{} = {}", name, text_of(found)), text_of(in_force), comment, 1});
}

}  // namespace penstock::tool
