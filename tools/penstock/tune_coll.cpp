// Measures collectives of host memory: which algorithm is the fastest for which size, as rows of the table.
#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "coll/select/why.hpp"
#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

constexpr double kShare = 0.28;
constexpr double kShareBesideGpus = 0.1;
constexpr int kMostRanks = 64;

// One size of one collective.
struct Race {
  std::uint64_t bytes = 0;
  std::string selected;
  std::string winner;
  Sample before;
  Sample now;
};

int ranks_of(const Plan& plan) {
  return std::clamp(plan.cpus, 2, kMostRanks);
}
double share_of(const Plan& plan) {
  return has_gpu_collectives(plan) ? kShareBesideGpus : kShare;
}

// The winner is the algorithm that is selected now, unless another one is clearly better.
Race decide(std::uint64_t bytes, const std::vector<const Json*>& contenders) {
  Race race{.bytes = bytes, .selected = {}, .winner = {}, .before = {}, .now = {}};
  for (const Json* one : contenders) {
    if (!one->at("selected").get<bool>()) continue;
    race.selected = race.winner = one->at("algorithm").get<std::string>();
    race.before = race.now = sample_of(one->at("us").get<std::vector<double>>());
  }
  for (const Json* one : contenders) {
    const Sample sample = sample_of(one->at("us").get<std::vector<double>>());
    if (race.selected.empty() || !clearly_better(sample, race.before) || sample.median >= race.now.median) continue;
    race.winner = one->at("algorithm").get<std::string>();
    race.now = sample;
  }
  return race;
}

// Adds one row for each range of sizes with one winner, in ascending order; the last row holds for all larger sizes. If nothing
// changed no row is written, so that a table does not hide better defaults of a later version.
void add_rows(const std::string& collective, const std::vector<Race>& races, int ranks, bool crowded, Findings* out) {
  if (std::ranges::all_of(races, [](const Race& race) { return race.winner == race.selected; })) return;
  for (std::size_t begin = 0; begin < races.size();) {
    std::size_t last = begin;
    while (last + 1 < races.size() && races[last + 1].winner == races[begin].winner) ++last;
    Finding finding;
    finding.row = fmt::format("coll {} {} ranks<={}{} {}", collective, races[begin].winner, ranks,
                              last + 1 < races.size()
                                  ? fmt::format(" bytes<={}", coll::size_text(border(races[last].bytes, races[last + 1].bytes)))
                                  : "",
                              crowded ? "crowded" : "uncrowded");
    double best = 1;
    for (std::size_t i = begin; i <= last; ++i) {
      const Race& race = races[i];
      if (race.winner == race.selected) continue;
      finding.comment += fmt::format("{}{} B: {:.3g} us, {} {:.3g}", finding.comment.empty() ? "" : "; ",
                                     coll::size_text(race.bytes), race.now.median, race.selected, race.before.median);
      finding.before = race.selected;
      best = std::max(best, race.before.median / race.now.median);
    }
    if (finding.comment.empty()) {
      finding.comment = "as before";
      finding.before = races[begin].selected;
    }
    finding.gain = best;
    out->rows.push_back(std::move(finding));
    begin = last + 1;
  }
}

}  // namespace

void plan_coll(const Plan& plan, Meter& meter) {
  meter.plan(share_of(plan) * plan.seconds);
}

Status tune_coll(const Plan& plan, Meter& meter, Findings* out) {
  const double seconds = share_of(plan) * plan.seconds;
  const int ranks = ranks_of(plan);
  meter.begin(fmt::format("collectives of {} ranks in host memory", ranks));
  Job job{.ranks = ranks, .measure = "coll", .sizes = {64, 1 << 10, 8 << 10, 64 << 10, 512 << 10}, .seconds = seconds};
  if (plan.quick) job.sizes = {64, 8 << 10};
  Json said;
  PENSTOCK_TRY(run_job(job, &said));
  meter.done(seconds);
  out->raw["collectives"] = said.at("rows");
  std::vector<std::string> order;
  std::map<std::string, std::map<std::uint64_t, std::vector<const Json*>>> found;
  for (const Json& row : said.at("rows")) {
    const auto name = row.at("collective").get<std::string>();
    if (!found.contains(name)) order.push_back(name);
    found[name][row.at("bytes").get<std::uint64_t>()].push_back(&row);
  }
  for (const std::string& name : order) {
    std::vector<Race> races;
    std::string line;
    for (const auto& [bytes, contenders] : found[name]) {
      races.push_back(decide(bytes, contenders));
      line += fmt::format("{}{} {} {:.3g} us", line.empty() ? "" : ", ", coll::size_text(bytes), races.back().winner,
                          races.back().now.median);
    }
    out->measured.push_back(fmt::format("{} of {} ranks, host memory, with a barrier: {}", name, ranks, line));
    add_rows(name, races, ranks, said.at("crowded").get<bool>(), out);
  }
  return Status::ok();
}

}  // namespace penstock::tool
