// Measures collectives of GPU memory and writes rows of the table: which strategy is the fastest for which size, for memory
// that peers have mapped and for new memory.
#include <algorithm>
#include <array>
#include <map>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "coll/select/select.hpp"
#include "coll/select/why.hpp"
#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

constexpr double kShare = 0.3;
constexpr double kOfFresh = 0.4;  // the fraction of that time
constexpr int kRounds = 5;
constexpr int kQuickRounds = 3;

constexpr std::string_view kDefault = "default";
constexpr std::string_view kDirect = "direct";
constexpr std::array<std::string_view, 10> kCollectives = {
    "bcast", "gather", "scatter", "allgather", "alltoall", "allreduce", "reduce", "scan", "reduce_scatter_block", "exscan"};
// Peers have not mapped new memory.
constexpr std::array<std::string_view, 6> kHot = {kDefault, "one_shot", kDirect, "pipeline", "message", "nccl"};
constexpr std::array<std::string_view, 6> kFresh = {kDefault, "one_shot", "pipeline", "workspace", "message", "nccl"};

// The measurement of one size of a collective with its memory in one state.
struct Heat {
  std::string winner = std::string(kDefault);
  Sample before, now;
};
struct Size {
  std::uint64_t bytes = 0;
  Heat hot, fresh;
  [[nodiscard]] bool as_before() const { return hot.winner == kDefault && fresh.winner == kDefault; }
  [[nodiscard]] bool goes_as(const Size& other) const {
    return hot.winner == other.hot.winner && fresh.winner == other.fresh.winner;
  }
};

using Times = std::map<std::string, std::map<std::uint64_t, std::map<std::string, std::vector<double>>>>;

Times times_of(const Json& said) {
  Times times;
  for (const Json& one : said.at("cases")) {
    if (!one.contains("rows")) continue;
    for (const Json& row : one.at("rows")) {
      times[one.at("case").get<std::string>()][row.at("bytes").get<std::uint64_t>()][row.at("algorithm").get<std::string>()]
          .push_back(row.at("value").get<double>());
    }
  }
  return times;
}

// Chooses the strategy in force, unless another is clearly better.
Heat decide(const std::map<std::string, std::vector<double>>& contenders) {
  Heat heat;
  const auto in_force = contenders.find(std::string(kDefault));
  if (in_force == contenders.end()) return heat;
  heat.before = heat.now = sample_of(in_force->second);
  for (const auto& [name, rounds] : contenders) {
    const Sample sample = sample_of(rounds);
    if (name == kDefault || !clearly_better(sample, heat.before) || sample.median >= heat.now.median) continue;
    heat.winner = name;
    heat.now = sample;
  }
  return heat;
}

std::vector<Size> decide(const Times& hot, const Times& fresh, const std::string& collective) {
  std::vector<Size> sizes;
  const auto found = hot.find(collective);
  if (found == hot.end()) return sizes;
  for (const auto& [bytes, contenders] : found->second) {
    Size size{.bytes = bytes, .hot = decide(contenders), .fresh = {}};
    const auto also = fresh.find(collective);
    if (also != fresh.end() && also->second.contains(bytes)) size.fresh = decide(also->second.at(bytes));
    sizes.push_back(std::move(size));
  }
  return sizes;
}

// Returns rows in force: those that are tried before it is known if all members have the data mapped, or those behind.
std::vector<coll::Row> rows_in_force(const coll::Selection& selection, std::string_view collective, bool behind_direct) {
  std::vector<coll::Row> out;
  bool behind = false;
  const auto add = [&](std::span<const coll::Row> rows) {
    for (const coll::Row& row : rows) {
      if (row.strategy == coll::Strategy::kSteps || row.by_name || coll::collective_name(row.collective) != collective)
        continue;
      if (behind == behind_direct) out.push_back(row);
      behind = behind || row.strategy == coll::Strategy::kDirect;
    }
  };
  add(selection.tuned());
  add(coll::gpu_rows());
  return out;
}

// Writes the rows of one collective.
class Writer {
 public:
  Writer(const coll::Selection& selection, std::string collective, int ranks, Findings* out)
      : selection_(selection), collective_(std::move(collective)), ranks_(ranks), out_(out) {}

  // Adds one range of sizes with the same winner, up to `limit`. Rows for mapped memory come first; unless that goes directly,
  // they also apply to new memory.
  void add(std::span<const Size> stretch, std::uint64_t limit) {
    const Size& one = stretch.front();
    limit_ = limit;
    comment_ = comment_of(stretch);
    gain_ = gain_of(stretch);
    if (one.hot.winner == kDefault) {
      in_force(false);
    } else {
      row(one.hot.winner, coll::kAnyBytes);
      if (one.hot.winner != kDirect) return;
    }
    if (one.fresh.winner == kDefault) return in_force(true);
    row(one.fresh.winner, coll::kAnyBytes);
  }

 private:
  void in_force(bool behind_direct) {
    for (const coll::Row& one : rows_in_force(selection_, collective_, behind_direct)) {
      if (one.max_ranks < ranks_) continue;
      const std::uint64_t limit = limit_;
      limit_ = std::min(limit, one.max_bytes);
      row(std::string(one.algorithm), one.max_given);
      limit_ = limit;
    }
  }

  void row(const std::string& algorithm, std::uint64_t given) {
    std::string text = fmt::format("gpu {} {} ranks<={}", collective_, algorithm, ranks_);
    if (limit_ != coll::kAnyBytes) text += fmt::format(" bytes<={}", coll::size_text(limit_));
    if (given != coll::kAnyBytes) text += fmt::format(" given<={}", coll::size_text(given));
    out_->rows.push_back({std::move(text), std::string(kDefault), comment_, gain_});
  }

  static std::string comment_of(std::span<const Size> stretch) {
    std::string text;
    for (const Size& size : stretch) {
      for (const auto& [heat, what] : {std::pair(&size.hot, "mapped"), std::pair(&size.fresh, "new")}) {
        if (heat->winner == kDefault) continue;
        text += fmt::format("{}{} B, {}: {} {:.3g} us, default {:.3g}", text.empty() ? "" : "; ", coll::size_text(size.bytes),
                            what, heat->winner, heat->now.median, heat->before.median);
      }
    }
    return text.empty() ? "as before" : text;
  }

  static double gain_of(std::span<const Size> stretch) {
    double best = 1;
    for (const Size& size : stretch) {
      for (const Heat* heat : {&size.hot, &size.fresh}) {
        if (heat->winner != kDefault) best = std::max(best, heat->before.median / heat->now.median);
      }
    }
    return best;
  }

  const coll::Selection& selection_;
  std::string collective_;
  int ranks_;
  Findings* out_;
  std::uint64_t limit_ = coll::kAnyBytes;
  std::string comment_;
  double gain_ = 1;
};

// If nothing changed no row is written, so that a table does not hide better defaults of a later version.
void add_rows(const std::vector<Size>& sizes, Writer writer) {
  if (std::ranges::all_of(sizes, &Size::as_before)) return;
  for (std::size_t begin = 0; begin < sizes.size();) {
    std::size_t end = begin + 1;
    while (end < sizes.size() && sizes[end].goes_as(sizes[begin])) ++end;
    const std::uint64_t limit = end == sizes.size() ? coll::kAnyBytes : border(sizes[end - 1].bytes, sizes[end].bytes);
    writer.add(std::span(sizes).subspan(begin, end - begin), limit);
    begin = end;
  }
}

std::string line_of(const std::string& collective, const std::vector<Size>& sizes, int ranks) {
  std::string line;
  for (const Size& size : sizes) {
    line += fmt::format("{}{} {} {:.3g} us ({} {:.3g})", line.empty() ? "" : ", ", coll::size_text(size.bytes), size.hot.winner,
                        size.hot.now.median, size.fresh.winner, size.fresh.now.median);
  }
  return fmt::format("{} of {} GPUs, mapped memory (new memory): {}", collective, ranks, line);
}

Status run(const Plan& plan, double seconds, bool fresh, Json* said) {
  const std::vector<std::string> sizes = plan.quick ? std::vector<std::string>{"4K", "64K"}
                                                    : std::vector<std::string>{"1K", "16K", "64K", "256K", "1M", "4M", "32M"};
  const auto& algorithms = fresh ? kFresh : kHot;
  const int rounds = plan.quick ? kQuickRounds : kRounds;
  const double each =
      seconds / (rounds * static_cast<double>(sizes.size()) * static_cast<double>(algorithms.size() * kCollectives.size()));
  std::vector<std::string> words = {fmt::format("{}", fmt::join(kCollectives, ",")),
                                    "--memory",
                                    "device",
                                    "--algorithms",
                                    fmt::format("{}", fmt::join(algorithms, ",")),
                                    "--rounds",
                                    std::to_string(rounds),
                                    "--sizes",
                                    fmt::format("{}", fmt::join(sizes, ",")),
                                    "--seconds",
                                    fmt::format("{:.6f}", std::max(1e-5, each))};
  if (fresh) words.emplace_back("--fresh");
  return run_bench(plan.gpus, words, seconds, said);
}

}  // namespace

bool has_gpu_collectives(const Plan& plan) noexcept {
  return plan.gpus >= 2;
}

void plan_gpu(const Plan& plan, Meter& meter) {
  meter.plan(kShare * plan.seconds);
}

Status tune_gpu(const Plan& plan, Meter& meter, Findings* out) {
  const double seconds = kShare * plan.seconds;
  coll::Selection selection;
  PENSTOCK_TRY(coll::Selection::create(plan.settings.config.coll_rows, &selection));
  Json hot, fresh;
  meter.begin(fmt::format("collectives of {} GPUs, memory that is mapped", plan.gpus));
  PENSTOCK_TRY(run(plan, seconds * (1 - kOfFresh), false, &hot));
  meter.done(seconds * (1 - kOfFresh));
  meter.begin(fmt::format("collectives of {} GPUs, new memory", plan.gpus));
  PENSTOCK_TRY(run(plan, seconds * kOfFresh, true, &fresh));
  meter.done(seconds * kOfFresh);
  out->raw["gpu collectives"] = {{"mapped", hot.at("cases")}, {"new", fresh.at("cases")}};
  const Times hot_times = times_of(hot);
  const Times fresh_times = times_of(fresh);
  for (const std::string_view name : kCollectives) {
    const std::string collective(name);
    const std::vector<Size> sizes = decide(hot_times, fresh_times, collective);
    if (sizes.empty()) return Status::error(Code::kInternal, "the measurement of {} of GPU memory lacks rows", collective);
    out->measured.push_back(line_of(collective, sizes, plan.gpus));
    add_rows(sizes, Writer(selection, collective, plan.gpus, out));
  }
  return Status::ok();
}

}  // namespace penstock::tool
